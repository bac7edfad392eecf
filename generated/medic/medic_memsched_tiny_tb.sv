// SPDX-License-Identifier: Apache-2.0
// medic_memsched_tiny_tb: runs medic_memsched_tiny for 200 cycles with random inputs and
// compares every output with what its reference model gave. Emitted by Warpsmith.
// The last line says how it ended; a difference is fatal.

`timescale 1ns / 1ps
`default_nettype none

module medic_memsched_tiny_tb;

    reg clock = 1'b0;
    reg reset = 1'b1;
    integer cycle = 0;
    integer errors = 0;

    reg  [9:0] inputs;
    wire [11:0] outputs;
    reg  [11:0] early;
    reg  [11:0] got;
    // Outputs that answer in the same cycle; the others are registers.
    localparam [11:0] SAME_CYCLE = 12'h000;

    medic_memsched_tiny dut (
        .clock(clock),
        .reset(reset),
        .enq_valid(inputs[0]),
        .enq_hi(inputs[1]),
        .enq_id(inputs[4:2]),
        .enq_wr(inputs[5]),
        .enq_bank(inputs[7:6]),
        .enq_row(inputs[8]),
        .enq_col(inputs[9]),
        .rdy_hi(outputs[0]),
        .rdy_lo(outputs[1]),
        .cmd_valid(outputs[2]),
        .cmd(outputs[4:3]),
        .cmd_bank(outputs[6:5]),
        .cmd_row(outputs[7]),
        .cmd_col(outputs[8]),
        .cmd_id(outputs[11:9])
    );

    // One cycle: outputs that answer at once are looked at before the rising edge, registers
    // after it.
    task step(input [9:0] given, input [11:0] expected);
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
                $display("cycle %0d: rdy_hi is %h, the model has %h", cycle,
                         got[0], expected[0]);
            if (got[1] !== expected[1])
                $display("cycle %0d: rdy_lo is %h, the model has %h", cycle,
                         got[1], expected[1]);
            if (got[2] !== expected[2])
                $display("cycle %0d: cmd_valid is %h, the model has %h", cycle,
                         got[2], expected[2]);
            if (got[4:3] !== expected[4:3])
                $display("cycle %0d: cmd is %h, the model has %h", cycle,
                         got[4:3], expected[4:3]);
            if (got[6:5] !== expected[6:5])
                $display("cycle %0d: cmd_bank is %h, the model has %h", cycle,
                         got[6:5], expected[6:5]);
            if (got[7] !== expected[7])
                $display("cycle %0d: cmd_row is %h, the model has %h", cycle,
                         got[7], expected[7]);
            if (got[8] !== expected[8])
                $display("cycle %0d: cmd_col is %h, the model has %h", cycle,
                         got[8], expected[8]);
            if (got[11:9] !== expected[11:9])
                $display("cycle %0d: cmd_id is %h, the model has %h", cycle,
                         got[11:9], expected[11:9]);
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
        step(10'h243, 12'h12f);
        step(10'h347, 12'h002);
        step(10'h1c9, 12'h136);
        step(10'h24d, 12'h4ed);
        step(10'h083, 12'h3a4);
        step(10'h000, 12'h04c);
        step(10'h000, 12'h4f4);
        step(10'h000, 12'h3ae);
        step(10'h1c9, 12'h054);
        step(10'h000, 12'h001);
        step(10'h2e3, 12'h3b4);
        step(10'h000, 12'h165);
        step(10'h1c7, 12'h724);
        step(10'h000, 12'h16c);
        step(10'h000, 12'h000);
        step(10'h000, 12'h17c);
        step(10'h000, 12'h72d);
        step(10'h3e3, 12'h000);
        step(10'h000, 12'h734);
        step(10'h000, 12'h2e6);
        step(10'h10d, 12'h68c);
        step(10'h000, 12'h000);
        step(10'h000, 12'h2ec);
        step(10'h000, 12'h694);
        step(10'h000, 12'h002);
        step(10'h24d, 12'h2f4);
        step(10'h000, 12'h001);
        step(10'h1a7, 12'h2c4);
        step(10'h000, 12'h734);
        step(10'h000, 12'h2ce);
        step(10'h06d, 12'h000);
        step(10'h000, 12'h000);
        step(10'h000, 12'h000);
        step(10'h000, 12'h1fc);
        step(10'h000, 12'h001);
        step(10'h203, 12'h2dc);
        step(10'h000, 12'h105);
        step(10'h187, 12'h63c);
        step(10'h000, 12'h10e);
        step(10'h2ed, 12'h000);
        step(10'h000, 12'h114);
        step(10'h000, 12'h001);
        step(10'h063, 12'h2d4);
        step(10'h000, 12'h001);
        step(10'h207, 12'h314);
        step(10'h000, 12'h001);
        step(10'h147, 12'h4f4);
        step(10'h000, 12'h002);
        step(10'h129, 12'h764);
        step(10'h000, 12'h484);
        step(10'h000, 12'h76c);
        step(10'h000, 12'h03c);
        step(10'h000, 12'h48d);
        step(10'h243, 12'h77c);
        step(10'h000, 12'h002);
        step(10'h10d, 12'h49c);
        step(10'h000, 12'h002);
        step(10'h249, 12'h000);
        step(10'h000, 12'h134);
        step(10'h000, 12'h001);
        step(10'h363, 12'h2a4);
        step(10'h000, 12'h694);
        step(10'h000, 12'h2ae);
        step(10'h10d, 12'h694);
        step(10'h000, 12'h002);
        step(10'h14d, 12'h2b4);
        step(10'h000, 12'h001);
        step(10'h001, 12'h001);
        step(10'h2c7, 12'h374);
        step(10'h000, 12'h001);
        step(10'h007, 12'h204);
        step(10'h000, 12'h000);
        step(10'h000, 12'h20c);
        step(10'h000, 12'h1bc);
        step(10'h000, 12'h001);
        step(10'h043, 12'h000);
        step(10'h000, 12'h214);
        step(10'h000, 12'h025);
        step(10'h1c7, 12'h2e4);
        step(10'h000, 12'h02c);
        step(10'h000, 12'h000);
        step(10'h000, 12'h034);
        step(10'h000, 12'h2ed);
        step(10'h1c3, 12'h534);
        step(10'h000, 12'h002);
        step(10'h269, 12'h2f4);
        step(10'h000, 12'h001);
        step(10'h001, 12'h0f5);
        step(10'h2c7, 12'h001);
        step(10'h183, 12'h0d4);
        step(10'h000, 12'h365);
        step(10'h343, 12'h1a4);
        step(10'h000, 12'h36c);
        step(10'h000, 12'h000);
        step(10'h000, 12'h374);
        step(10'h000, 12'h1ad);
        step(10'h187, 12'h2d4);
        step(10'h000, 12'h001);
        step(10'h007, 12'h1b4);
        step(10'h000, 12'h001);
        restart;
        step(10'h2c3, 12'h16f);
        step(10'h047, 12'h002);
        step(10'h069, 12'h176);
        step(10'h3cd, 12'h22d);
        step(10'h283, 12'h7e4);
        step(10'h000, 12'h234);
        step(10'h000, 12'h14d);
        step(10'h107, 12'h000);
        step(10'h000, 12'h154);
        step(10'h000, 12'h28d);
        step(10'h3a3, 12'h1c4);
        step(10'h000, 12'h294);
        step(10'h000, 12'h7ed);
        step(10'h107, 12'h294);
        step(10'h000, 12'h1cd);
        step(10'h1e7, 12'h000);
        step(10'h000, 12'h000);
        step(10'h000, 12'h000);
        step(10'h000, 12'h1dc);
        step(10'h000, 12'h001);
        step(10'h3c3, 12'h2fc);
        step(10'h000, 12'h001);
        step(10'h2c7, 12'h43c);
        step(10'h000, 12'h002);
        step(10'h3a9, 12'h5dc);
        step(10'h000, 12'h002);
        step(10'h3e9, 12'h000);
        step(10'h000, 12'h1f4);
        step(10'h000, 12'h001);
        step(10'h043, 12'h034);
        step(10'h000, 12'h365);
        step(10'h203, 12'h104);
        step(10'h000, 12'h36c);
        step(10'h000, 12'h000);
        step(10'h000, 12'h374);
        step(10'h000, 12'h10d);
        step(10'h2a7, 12'h344);
        step(10'h000, 12'h114);
        step(10'h000, 12'h34d);
        step(10'h2c3, 12'h174);
        step(10'h000, 12'h001);
        step(10'h383, 12'h7e4);
        step(10'h000, 12'h000);
        step(10'h000, 12'h7ec);
        step(10'h000, 12'h35c);
        step(10'h000, 12'h001);
        step(10'h167, 12'h2a4);
        step(10'h000, 12'h7f4);
        step(10'h000, 12'h1c6);
        step(10'h2cd, 12'h2ac);
        step(10'h000, 12'h000);
        step(10'h000, 12'h1cc);
        step(10'h000, 12'h2bc);
        step(10'h000, 12'h001);
        step(10'h387, 12'h5fc);
        step(10'h000, 12'h002);
        step(10'h149, 12'h000);
        step(10'h000, 12'h1d4);
        step(10'h000, 12'h765);
        step(10'h103, 12'h3d4);
        step(10'h000, 12'h085);
        step(10'h347, 12'h3b4);
        step(10'h000, 12'h08d);
        step(10'h347, 12'h3b4);
        step(10'h000, 12'h76d);
        step(10'h207, 12'h094);
        step(10'h000, 12'h001);
        step(10'h0c3, 12'h074);
        step(10'h000, 12'h305);
        step(10'h103, 12'h774);
        step(10'h000, 12'h30e);
        step(10'h2cd, 12'h4b4);
        step(10'h000, 12'h002);
        step(10'h009, 12'h314);
        step(10'h000, 12'h001);
        step(10'h307, 12'h084);
        step(10'h000, 12'h774);
        step(10'h000, 12'h08e);
        step(10'h34d, 12'h7b4);
        step(10'h000, 12'h002);
        step(10'h14d, 12'h094);
        step(10'h000, 12'h001);
        step(10'h203, 12'h394);
        step(10'h000, 12'h001);
        step(10'h107, 12'h294);
        step(10'h000, 12'h001);
        step(10'h047, 12'h104);
        step(10'h000, 12'h224);
        step(10'h000, 12'h10c);
        step(10'h000, 12'h000);
        step(10'h000, 12'h114);
        step(10'h000, 12'h22d);
        step(10'h183, 12'h0d4);
        step(10'h000, 12'h001);
        step(10'h3c3, 12'h234);
        step(10'h000, 12'h1e5);
        step(10'h2a7, 12'h344);
        step(10'h000, 12'h1ec);
        step(10'h000, 12'h414);
        step(10'h000, 12'h34e);
        if (errors != 0) $fatal(1, "medic_memsched_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("medic_memsched_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
