// SPDX-License-Identifier: Apache-2.0
// fpga_tb: what software does with eq_fm, by way of the serial line of fpga_top, RTL or netlist. The last line says how it ended; a
// failure is fatal.

`default_nettype none

module fpga_tb;

    localparam DIVIDER = 16;
    localparam BIT = 10 * DIVIDER; // A cycle is 10.
    localparam [7:0] MODE = 0, SM_LEVEL = 1, MEM_LEVEL = 2, SM_CHANGE = 4, MEM_CHANGE = 5, NONE = 200;

    reg  clock = 1'b0;
    reg  rx = 1'b1;
    wire tx;
    always #5 clock = !clock;

    // The netlist has no parameters; its divider is this one.
    fpga_top top (.clock(clock), .rx(rx), .tx(tx));

    integer i, checked, failed;
    reg [31:0] value;
    reg [7:0]  status;

    task put(input [7:0] data);
        begin
            rx = 1'b0;
            #(BIT);
            for (i = 0; i < 8; i = i + 1) begin
                rx = data[i];
                #(BIT);
            end
            rx = 1'b1;
            #(BIT);
        end
    endtask

    task get(output [7:0] data);
        begin
            while (tx !== 1'b0) @(posedge clock);
            #(BIT / 2);
            for (i = 0; i < 8; i = i + 1) begin
                #(BIT);
                data[i] = tx;
            end
            #(BIT);
        end
    endtask

    task expects(input [7:0] address, input [31:0] wanted, input [7:0] wanted_status);
        integer k;
        begin
            put(0);
            put(address);
            for (k = 0; k < 4; k = k + 1) get(value[8 * k +: 8]);
            get(status);
            checked = checked + 1;
            if (status !== wanted_status || (status == 0 && value !== wanted)) begin
                $display("register %0d: %h and status %h instead of %h and %h", address, value, status, wanted, wanted_status);
                failed = failed + 1;
            end
        end
    endtask

    task writes(input [7:0] address, input [31:0] data);
        integer k;
        begin
            put(1);
            put(address);
            for (k = 0; k < 4; k = k + 1) put(data[8 * k +: 8]);
            get(status);
        end
    endtask

    // Both SMs vote: 1 COMP, 2 MEM.
    task votes(input [1:0] vote);
        begin
            put(2);
            put({2'b00, vote, vote, 2'b11});
            get(status);
        end
    endtask

    initial begin
        {checked, failed} = 0;
        #(4 * BIT);
        expects(MODE, 0, 0);
        expects(SM_LEVEL, 1, 0);
        expects(MEM_LEVEL, 1, 0);
        expects(NONE, 0, 1);
        writes(MODE, 1);
        expects(MODE, 1, 0);
        // Performance: what limits gets faster.
        votes(1);
        expects(SM_LEVEL, 2, 0);
        expects(MEM_LEVEL, 1, 0);
        votes(2);
        votes(2);
        expects(MEM_LEVEL, 2, 0);
        // Energy: what does not limit gets slower.
        writes(MODE, 0);
        votes(1);
        votes(1);
        expects(MEM_LEVEL, 0, 0);
        writes(SM_CHANGE, 0);
        expects(SM_CHANGE, 0, 0);
        votes(2);
        expects(SM_CHANGE, 1, 0);
        $display("%0d registers read", checked);
        if (failed != 0) $fatal(1, "FAIL");
        $display("PASS");
        $finish;
    end

    initial begin
        #(5000 * BIT);
        $fatal(1, "FAIL: it hangs");
    end

endmodule

`default_nettype wire
