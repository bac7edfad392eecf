// SPDX-License-Identifier: Apache-2.0
// port_tb: runs port_gpu until all warps have ended, and looks whether Mascar and SMS had something to do. The last line
// says how it ended; a failure is fatal.

`default_nettype none

module port_tb;

    localparam LIMIT = 20000; // Cycles after which something hangs.

    reg clock = 1'b0;
    reg reset = 1'b0;
    wire done, wrong, mp, owner_v, picked_sjf;
    wire [2:0] parked;

    port_gpu gpu (
        .clock(clock), .reset(reset), .done(done), .wrong(wrong),
        .mp(mp), .owner_v(owner_v), .parked(parked), .picked_sjf(picked_sjf)
    );

    integer cycle, in_mp, owned, queued, sjf;
    initial begin
        {in_mp, owned, queued, sjf} = 0;
        // Units take two cycles of reset.
        #5 reset = 1'b1;
        repeat (2) begin
            #5 clock = 1'b1;
            #5 clock = 1'b0;
        end
        reset = 1'b0;
        for (cycle = 0; cycle < LIMIT && !done && !wrong; cycle = cycle + 1) begin
            #5;
            in_mp = in_mp + (mp ? 1 : 0);
            owned = owned + (owner_v ? 1 : 0);
            queued = queued + (parked != 0 ? 1 : 0);
            sjf = sjf + (picked_sjf ? 1 : 0);
            clock = 1'b1;
            #5 clock = 1'b0;
        end
        $display("%0d cycles: %0d in MP, %0d with an owner, %0d with parked requests; %0d batches picked by SJF",
                 cycle, in_mp, owned, queued, sjf);
        if (wrong) $fatal(1, "FAIL: wrong data, or a command or a load that may not be");
        if (!done) $fatal(1, "FAIL: it hangs");
        if (in_mp == 0 || owned == 0 || queued == 0 || sjf == 0) $fatal(1, "FAIL: a unit had nothing to do");
        $display("PASS");
        $finish;
    end

endmodule

`default_nettype wire
