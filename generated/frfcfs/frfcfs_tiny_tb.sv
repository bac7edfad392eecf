// SPDX-License-Identifier: Apache-2.0
// frfcfs_tiny_tb: runs frfcfs_tiny for 200 cycles with random inputs and
// compares every output with what its reference model gave. Emitted by Warpsmith.
// The last line says how it ended; a difference is fatal.

`timescale 1ns / 1ps
`default_nettype none

module frfcfs_tiny_tb;

    reg clock = 1'b0;
    reg reset = 1'b1;
    integer cycle = 0;
    integer errors = 0;

    reg  [9:0] inputs;
    wire [12:0] outputs;
    reg  [12:0] early;
    reg  [12:0] got;
    // Outputs that answer in the same cycle; the others are registers.
    localparam [12:0] SAME_CYCLE = 13'h0000;

    frfcfs_tiny dut (
        .clock(clock),
        .reset(reset),
        .req_valid(inputs[0]),
        .req_src(inputs[1]),
        .req_id(inputs[4:2]),
        .req_wr(inputs[5]),
        .req_bank(inputs[7:6]),
        .req_row(inputs[8]),
        .req_col(inputs[9]),
        .src_ready(outputs[1:0]),
        .cmd_valid(outputs[2]),
        .cmd(outputs[4:3]),
        .cmd_bank(outputs[6:5]),
        .cmd_row(outputs[7]),
        .cmd_col(outputs[8]),
        .cmd_id(outputs[11:9]),
        .cmd_src(outputs[12])
    );

    // One cycle: outputs that answer at once are looked at before the rising edge, registers
    // after it.
    task step(input [9:0] given, input [12:0] expected);
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
                $display("cycle %0d: src_ready is %h, the model has %h", cycle,
                         got[1:0], expected[1:0]);
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
            if (got[12] !== expected[12])
                $display("cycle %0d: cmd_src is %h, the model has %h", cycle,
                         got[12], expected[12]);
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
        step(10'h34f, 13'h17af);
        step(10'h151, 13'h0003);
        step(10'h017, 13'h17b5);
        step(10'h31d, 13'h1a0f);
        step(10'h389, 13'h08b4);
        step(10'h000, 13'h05cf);
        step(10'h253, 13'h1a14);
        step(10'h000, 13'h1927);
        step(10'h281, 13'h05d4);
        step(10'h000, 13'h0f87);
        step(10'h007, 13'h192c);
        step(10'h000, 13'h0144);
        step(10'h000, 13'h1934);
        step(10'h000, 13'h0f8f);
        step(10'h297, 13'h0000);
        step(10'h000, 13'h0f94);
        step(10'h000, 13'h014d);
        step(10'h109, 13'h0494);
        step(10'h000, 13'h0001);
        step(10'h28d, 13'h0154);
        step(10'h000, 13'h1205);
        step(10'h1b1, 13'h1b54);
        step(10'h000, 13'h120f);
        step(10'h0fb, 13'h0754);
        step(10'h000, 13'h1c6d);
        step(10'h089, 13'h1214);
        step(10'h000, 13'h0003);
        step(10'h197, 13'h0454);
        step(10'h000, 13'h0001);
        step(10'h12d, 13'h08c4);
        step(10'h000, 13'h0684);
        step(10'h000, 13'h08cc);
        step(10'h000, 13'h1c7c);
        step(10'h000, 13'h068f);
        step(10'h04b, 13'h08dc);
        step(10'h000, 13'h0001);
        step(10'h1dd, 13'h069c);
        step(10'h000, 13'h0ee5);
        step(10'h24d, 13'h0000);
        step(10'h000, 13'h1ad4);
        step(10'h000, 13'h0eef);
        step(10'h219, 13'h1434);
        step(10'h000, 13'h0d07);
        step(10'h115, 13'h0ef4);
        step(10'h000, 13'h0d0f);
        step(10'h245, 13'h0734);
        step(10'h000, 13'h0003);
        step(10'h08d, 13'h0d14);
        step(10'h000, 13'h0647);
        step(10'h309, 13'h0334);
        step(10'h000, 13'h0a87);
        step(10'h1f1, 13'h064c);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h0654);
        step(10'h000, 13'h0a8f);
        step(10'h079, 13'h0000);
        step(10'h000, 13'h0a94);
        step(10'h000, 13'h0003);
        step(10'h3c7, 13'h0594);
        step(10'h000, 13'h0003);
        step(10'h16d, 13'h13f4);
        step(10'h000, 13'h0003);
        step(10'h1c9, 13'h04f4);
        step(10'h000, 13'h0003);
        step(10'h245, 13'h0334);
        step(10'h000, 13'h0003);
        step(10'h1f5, 13'h0000);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h08fc);
        step(10'h000, 13'h0003);
        step(10'h00b, 13'h0c3c);
        step(10'h000, 13'h1407);
        step(10'h001, 13'h0afc);
        step(10'h000, 13'h140f);
        step(10'h295, 13'h06a4);
        step(10'h000, 13'h1414);
        step(10'h000, 13'h06af);
        step(10'h05d, 13'h0014);
        step(10'h000, 13'h0003);
        step(10'h15b, 13'h0b54);
        step(10'h000, 13'h0003);
        step(10'h051, 13'h1cb4);
        step(10'h0a1, 13'h0003);
        step(10'h181, 13'h00c4);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h00cc);
        step(10'h000, 13'h06bc);
        step(10'h000, 13'h0003);
        step(10'h079, 13'h0000);
        step(10'h000, 13'h00d4);
        step(10'h000, 13'h0e27);
        step(10'h0eb, 13'h1464);
        step(10'h000, 13'h0e2c);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h0e34);
        step(10'h000, 13'h146f);
        step(10'h1fd, 13'h0834);
        step(10'h000, 13'h0003);
        step(10'h0a7, 13'h1244);
        restart;
        step(10'h25b, 13'h1d2f);
        step(10'h08d, 13'h0003);
        step(10'h105, 13'h1d37);
        step(10'h21f, 13'h064f);
        step(10'h057, 13'h1a34);
        step(10'h000, 13'h028f);
        step(10'h3eb, 13'h0654);
        step(10'h000, 13'h15ed);
        step(10'h099, 13'h0294);
        step(10'h000, 13'h0001);
        step(10'h291, 13'h0c54);
        step(10'h000, 13'h1f05);
        step(10'h24d, 13'h0954);
        step(10'h000, 13'h1f0d);
        step(10'h3d5, 13'h0734);
        step(10'h000, 13'h0001);
        step(10'h3b9, 13'h1f14);
        step(10'h000, 13'h0dc7);
        step(10'h3ad, 13'h0bf4);
        step(10'h000, 13'h0dcf);
        step(10'h0d7, 13'h0000);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h15fc);
        step(10'h000, 13'h0003);
        step(10'h1dd, 13'h0ddc);
        step(10'h000, 13'h0003);
        step(10'h3c5, 13'h07dc);
        step(10'h000, 13'h0003);
        step(10'h32b, 13'h1584);
        step(10'h000, 13'h0ef4);
        step(10'h000, 13'h158d);
        step(10'h0fd, 13'h03f4);
        step(10'h000, 13'h0001);
        step(10'h351, 13'h1a64);
        step(10'h000, 13'h09a4);
        step(10'h000, 13'h1a6c);
        step(10'h000, 13'h159c);
        step(10'h000, 13'h09af);
        step(10'h239, 13'h0e7c);
        step(10'h000, 13'h0003);
        step(10'h01f, 13'h0d04);
        step(10'h000, 13'h1a74);
        step(10'h000, 13'h0d0f);
        step(10'h28b, 13'h09b4);
        step(10'h000, 13'h1545);
        step(10'h095, 13'h1e14);
        step(10'h000, 13'h154f);
        step(10'h3c3, 13'h11e4);
        step(10'h000, 13'h1554);
        step(10'h000, 13'h11ef);
        step(10'h1eb, 13'h0a54);
        step(10'h000, 13'h0001);
        step(10'h37d, 13'h11f4);
        step(10'h000, 13'h0003);
        step(10'h351, 13'h09b4);
        step(10'h000, 13'h0003);
        step(10'h2a5, 13'h0000);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h0d1c);
        step(10'h000, 13'h0003);
        step(10'h083, 13'h14fc);
        step(10'h000, 13'h0003);
        step(10'h069, 13'h0fbc);
        step(10'h000, 13'h0003);
        step(10'h08d, 13'h035c);
        step(10'h000, 13'h0003);
        step(10'h011, 13'h0424);
        step(10'h000, 13'h1054);
        step(10'h000, 13'h042f);
        step(10'h21d, 13'h0654);
        step(10'h000, 13'h0003);
        step(10'h3b7, 13'h0814);
        step(10'h000, 13'h1bc7);
        step(10'h2ed, 13'h0f14);
        step(10'h000, 13'h1bcf);
        step(10'h041, 13'h0034);
        step(10'h000, 13'h0767);
        step(10'h23d, 13'h0000);
        step(10'h000, 13'h076c);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h043c);
        step(10'h000, 13'h0003);
        step(10'h2d1, 13'h1bdc);
        step(10'h000, 13'h0003);
        step(10'h215, 13'h077c);
        step(10'h000, 13'h0003);
        step(10'h3a1, 13'h0f1c);
        step(10'h000, 13'h0003);
        step(10'h0eb, 13'h01dc);
        step(10'h000, 13'h0003);
        step(10'h339, 13'h147c);
        step(10'h000, 13'h0003);
        step(10'h143, 13'h10a4);
        step(10'h000, 13'h0974);
        step(10'h000, 13'h10af);
        step(10'h18b, 13'h0b14);
        step(10'h000, 13'h0001);
        step(10'h285, 13'h10b4);
        if (errors != 0) $fatal(1, "frfcfs_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("frfcfs_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
