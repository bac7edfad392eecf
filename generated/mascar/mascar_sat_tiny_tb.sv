// SPDX-License-Identifier: Apache-2.0
// mascar_sat_tiny_tb: runs mascar_sat_tiny for 200 cycles with random inputs and
// compares every output with what its reference model gave. Emitted by Warpsmith.
// The last line says how it ended; a difference is fatal.

`timescale 1ns / 1ps
`default_nettype none

module mascar_sat_tiny_tb;

    reg clock = 1'b0;
    reg reset = 1'b1;
    integer cycle = 0;
    integer errors = 0;

    reg  [7:0] inputs;
    wire [0:0] outputs;
    reg  [0:0] early;
    reg  [0:0] got;
    // Outputs that answer in the same cycle; the others are registers.
    localparam [0:0] SAME_CYCLE = 1'h0;

    mascar_sat_tiny dut (
        .clock(clock),
        .reset(reset),
        .mshr_used(inputs[3:0]),
        .mq_used(inputs[5:4]),
        .sat_tex(inputs[6]),
        .sat_const(inputs[7]),
        .mp(outputs[0])
    );

    // One cycle: outputs that answer at once are looked at before the rising edge, registers
    // after it.
    task step(input [7:0] given, input [0:0] expected);
        begin
            clock = 1'b0;
            inputs = given;
            #5;
            early = outputs;
            clock = 1'b1;
            #5;
            got = (early & SAME_CYCLE) | (outputs & ~SAME_CYCLE);
            if (got !== expected) errors = errors + 1;
            if (got[0] !== expected[0])
                $display("cycle %0d: mp is %h, the model has %h", cycle,
                         got[0], expected[0]);
            cycle = cycle + 1;
        end
    endtask

    // Two cycles.
    task restart;
        begin
            reset = 1'b1;
            inputs = 0;
            repeat (2) begin
                clock = 1'b0;
                #5;
                clock = 1'b1;
                #5;
            end
            reset = 1'b0;
        end
    endtask

    initial begin
        // Combinational blocks begin to wait for changes of their inputs.
        #5;
        restart;
        step(8'h26, 1'h1);
        step(8'h25, 1'h1);
        step(8'h16, 1'h1);
        step(8'h26, 1'h1);
        step(8'h05, 1'h0);
        step(8'h05, 1'h0);
        step(8'h25, 1'h1);
        step(8'h16, 1'h1);
        step(8'h26, 1'h1);
        step(8'h27, 1'h1);
        step(8'h27, 1'h1);
        step(8'h27, 1'h1);
        step(8'h25, 1'h1);
        step(8'h06, 1'h1);
        step(8'h06, 1'h1);
        step(8'hc7, 1'h1);
        step(8'h06, 1'h1);
        step(8'h27, 1'h1);
        step(8'h26, 1'h1);
        step(8'h06, 1'h1);
        step(8'h27, 1'h1);
        step(8'h25, 1'h1);
        step(8'h25, 1'h1);
        step(8'h67, 1'h1);
        step(8'h17, 1'h1);
        step(8'ha6, 1'h1);
        step(8'h27, 1'h1);
        step(8'h16, 1'h1);
        step(8'h17, 1'h1);
        step(8'h27, 1'h1);
        step(8'h05, 1'h0);
        step(8'h05, 1'h0);
        step(8'h86, 1'h1);
        step(8'h06, 1'h1);
        step(8'h26, 1'h1);
        step(8'h07, 1'h1);
        step(8'h07, 1'h1);
        step(8'h25, 1'h1);
        step(8'h07, 1'h1);
        step(8'h05, 1'h0);
        step(8'h15, 1'h1);
        step(8'h06, 1'h1);
        step(8'ha5, 1'h1);
        step(8'h15, 1'h1);
        step(8'h15, 1'h1);
        step(8'h07, 1'h1);
        step(8'h05, 1'h0);
        step(8'h17, 1'h1);
        step(8'h05, 1'h0);
        step(8'h15, 1'h1);
        step(8'h15, 1'h1);
        step(8'h15, 1'h1);
        step(8'h06, 1'h1);
        step(8'h25, 1'h1);
        step(8'h06, 1'h1);
        step(8'h07, 1'h1);
        step(8'ha6, 1'h1);
        step(8'h06, 1'h1);
        step(8'h15, 1'h1);
        step(8'h25, 1'h1);
        step(8'h06, 1'h1);
        step(8'h06, 1'h1);
        step(8'h15, 1'h1);
        step(8'h06, 1'h1);
        step(8'hc1, 1'h1);
        step(8'h00, 1'h0);
        step(8'h00, 1'h0);
        step(8'h20, 1'h1);
        step(8'h12, 1'h1);
        step(8'h10, 1'h1);
        step(8'h02, 1'h0);
        step(8'h10, 1'h1);
        step(8'h21, 1'h1);
        step(8'h21, 1'h1);
        step(8'h12, 1'h1);
        step(8'h20, 1'h1);
        step(8'h02, 1'h0);
        step(8'h21, 1'h1);
        step(8'h00, 1'h0);
        step(8'h22, 1'h1);
        step(8'h20, 1'h1);
        step(8'h01, 1'h0);
        step(8'h20, 1'h1);
        step(8'h01, 1'h0);
        step(8'h20, 1'h1);
        step(8'ha2, 1'h1);
        step(8'h12, 1'h1);
        step(8'h22, 1'h1);
        step(8'h11, 1'h1);
        step(8'h12, 1'h1);
        step(8'h20, 1'h1);
        step(8'h10, 1'h1);
        step(8'h12, 1'h1);
        step(8'h22, 1'h1);
        step(8'h11, 1'h1);
        step(8'h61, 1'h1);
        step(8'h02, 1'h0);
        step(8'h22, 1'h1);
        step(8'h21, 1'h1);
        step(8'h02, 1'h0);
        restart;
        step(8'h25, 1'h1);
        step(8'h25, 1'h1);
        step(8'h26, 1'h1);
        step(8'h25, 1'h1);
        step(8'h25, 1'h1);
        step(8'h27, 1'h1);
        step(8'h15, 1'h1);
        step(8'h25, 1'h1);
        step(8'h15, 1'h1);
        step(8'h57, 1'h1);
        step(8'h27, 1'h1);
        step(8'h25, 1'h1);
        step(8'h25, 1'h1);
        step(8'h26, 1'h1);
        step(8'h27, 1'h1);
        step(8'h25, 1'h1);
        step(8'h26, 1'h1);
        step(8'h26, 1'h1);
        step(8'h26, 1'h1);
        step(8'h27, 1'h1);
        step(8'h25, 1'h1);
        step(8'h27, 1'h1);
        step(8'h16, 1'h1);
        step(8'h26, 1'h1);
        step(8'h27, 1'h1);
        step(8'h25, 1'h1);
        step(8'h25, 1'h1);
        step(8'h26, 1'h1);
        step(8'h17, 1'h1);
        step(8'h16, 1'h1);
        step(8'h27, 1'h1);
        step(8'h26, 1'h1);
        step(8'h27, 1'h1);
        step(8'h25, 1'h1);
        step(8'h25, 1'h1);
        step(8'h27, 1'h1);
        step(8'h25, 1'h1);
        step(8'h65, 1'h1);
        step(8'h15, 1'h1);
        step(8'h25, 1'h1);
        step(8'h17, 1'h1);
        step(8'h26, 1'h1);
        step(8'h27, 1'h1);
        step(8'h27, 1'h1);
        step(8'h17, 1'h1);
        step(8'h15, 1'h1);
        step(8'h66, 1'h1);
        step(8'h25, 1'h1);
        step(8'h27, 1'h1);
        step(8'h15, 1'h1);
        step(8'h16, 1'h1);
        step(8'h25, 1'h1);
        step(8'h16, 1'h1);
        step(8'h15, 1'h1);
        step(8'h26, 1'h1);
        step(8'h26, 1'h1);
        step(8'h96, 1'h1);
        step(8'h27, 1'h1);
        step(8'h16, 1'h1);
        step(8'h25, 1'h1);
        step(8'h27, 1'h1);
        step(8'h26, 1'h1);
        step(8'h17, 1'h1);
        step(8'h25, 1'h1);
        step(8'h06, 1'h1);
        step(8'h07, 1'h1);
        step(8'h05, 1'h0);
        step(8'h05, 1'h0);
        step(8'h15, 1'h1);
        step(8'h16, 1'h1);
        step(8'h05, 1'h0);
        step(8'h86, 1'h1);
        step(8'h85, 1'h1);
        step(8'h07, 1'h1);
        step(8'h15, 1'h1);
        step(8'h07, 1'h1);
        step(8'h05, 1'h0);
        step(8'h17, 1'h1);
        step(8'h06, 1'h1);
        step(8'h05, 1'h0);
        step(8'h07, 1'h1);
        step(8'h05, 1'h0);
        step(8'h07, 1'h1);
        step(8'h17, 1'h1);
        step(8'h07, 1'h1);
        step(8'h15, 1'h1);
        step(8'h95, 1'h1);
        step(8'h17, 1'h1);
        step(8'h05, 1'h0);
        step(8'h05, 1'h0);
        step(8'h06, 1'h1);
        step(8'h06, 1'h1);
        step(8'h17, 1'h1);
        step(8'h06, 1'h1);
        step(8'h15, 1'h1);
        step(8'h15, 1'h1);
        step(8'h06, 1'h1);
        step(8'h85, 1'h1);
        step(8'h05, 1'h0);
        step(8'h07, 1'h1);
        if (errors != 0) $fatal(1, "mascar_sat_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("mascar_sat_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
