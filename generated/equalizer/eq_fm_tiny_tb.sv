// SPDX-License-Identifier: Apache-2.0
// eq_fm_tiny_tb: runs eq_fm_tiny for 200 cycles with random inputs and
// compares every output with what its reference model gave. Emitted by Warpsmith.
// The last line says how it ended; a difference is fatal.

`timescale 1ns / 1ps
`default_nettype none

module eq_fm_tiny_tb;

    reg clock = 1'b0;
    reg reset = 1'b1;
    integer cycle = 0;
    integer errors = 0;

    reg  [6:0] inputs;
    wire [7:0] outputs;
    reg  [7:0] early;
    reg  [7:0] got;
    // Outputs that answer in the same cycle; the others are registers.
    localparam [7:0] SAME_CYCLE = 8'h00;

    eq_fm_tiny dut (
        .clock(clock),
        .reset(reset),
        .vote_valid(inputs[1:0]),
        .vote(inputs[5:2]),
        .mode(inputs[6]),
        .sm_level(outputs[1:0]),
        .mem_level(outputs[3:2]),
        .sm_change(outputs[4]),
        .mem_change(outputs[5]),
        .vr_busy(outputs[7:6])
    );

    // One cycle: outputs that answer at once are looked at before the rising edge, registers
    // after it.
    task step(input [6:0] given, input [7:0] expected);
        begin
            clock = 1'b0;
            inputs = given;
            #5;
            early = outputs;
            clock = 1'b1;
            #5;
            got = (early & SAME_CYCLE) | (outputs & ~SAME_CYCLE);
            if (got !== expected) errors = errors + 1;
            if (got[1:0] !== expected[1:0])
                $display("cycle %0d: sm_level is %h, the model has %h", cycle,
                         got[1:0], expected[1:0]);
            if (got[3:2] !== expected[3:2])
                $display("cycle %0d: mem_level is %h, the model has %h", cycle,
                         got[3:2], expected[3:2]);
            if (got[4] !== expected[4])
                $display("cycle %0d: sm_change is %h, the model has %h", cycle,
                         got[4], expected[4]);
            if (got[5] !== expected[5])
                $display("cycle %0d: mem_change is %h, the model has %h", cycle,
                         got[5], expected[5]);
            if (got[7:6] !== expected[7:6])
                $display("cycle %0d: vr_busy is %h, the model has %h", cycle,
                         got[7:6], expected[7:6]);
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
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h23, 8'h05);
        step(7'h00, 8'h05);
        step(7'h08, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h30, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        restart;
        step(7'h00, 8'h05);
        step(7'h02, 8'h05);
        step(7'h03, 8'h05);
        step(7'h00, 8'h05);
        step(7'h01, 8'h05);
        step(7'h01, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h22, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        step(7'h00, 8'h05);
        if (errors != 0) $fatal(1, "eq_fm_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("eq_fm_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
