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
        step(10'h000, 13'h0f87);
        step(10'h281, 13'h05d4);
        step(10'h000, 13'h1927);
        step(10'h007, 13'h0f8c);
        step(10'h000, 13'h0144);
        step(10'h000, 13'h0f94);
        step(10'h000, 13'h192d);
        step(10'h295, 13'h1204);
        step(10'h000, 13'h1934);
        step(10'h000, 13'h014f);
        step(10'h10b, 13'h0000);
        step(10'h000, 13'h0154);
        step(10'h000, 13'h120d);
        step(10'h14d, 13'h0b54);
        step(10'h000, 13'h06a5);
        step(10'h001, 13'h1214);
        step(10'h000, 13'h06af);
        step(10'h037, 13'h0014);
        step(10'h000, 13'h0001);
        step(10'h05d, 13'h06b4);
        step(10'h000, 13'h0e25);
        step(10'h2c5, 13'h036c);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h0374);
        step(10'h000, 13'h0e2d);
        step(10'h131, 13'h0000);
        step(10'h000, 13'h0e34);
        step(10'h000, 13'h0001);
        step(10'h261, 13'h0000);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h1a1c);
        step(10'h000, 13'h0003);
        step(10'h1c7, 13'h013c);
        step(10'h000, 13'h12e5);
        step(10'h001, 13'h0000);
        step(10'h000, 13'h0014);
        step(10'h000, 13'h1485);
        step(10'h23d, 13'h12ec);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h12f4);
        step(10'h000, 13'h148f);
        step(10'h181, 13'h00c4);
        step(10'h000, 13'h1494);
        step(10'h000, 13'h00cf);
        step(10'h077, 13'h0000);
        step(10'h000, 13'h00d4);
        step(10'h000, 13'h0003);
        step(10'h189, 13'h04d4);
        step(10'h000, 13'h0003);
        step(10'h247, 13'h1334);
        step(10'h000, 13'h0003);
        step(10'h209, 13'h0000);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h089c);
        step(10'h000, 13'h0003);
        step(10'h081, 13'h1a3c);
        step(10'h000, 13'h0047);
        step(10'h151, 13'h0f04);
        step(10'h000, 13'h004c);
        step(10'h000, 13'h08a4);
        step(10'h000, 13'h0054);
        step(10'h000, 13'h0f0f);
        step(10'h385, 13'h03c4);
        step(10'h000, 13'h0514);
        step(10'h000, 13'h08af);
        step(10'h201, 13'h0114);
        step(10'h000, 13'h03cf);
        step(10'h0bb, 13'h08b4);
        step(10'h000, 13'h0003);
        step(10'h02f, 13'h03d4);
        step(10'h000, 13'h1c45);
        step(10'h105, 13'h0000);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h1c4c);
        step(10'h000, 13'h0f1c);
        step(10'h000, 13'h0001);
        step(10'h2d1, 13'h1c5c);
        step(10'h000, 13'h0967);
        step(10'h281, 13'h161c);
        step(10'h000, 13'h096f);
        step(10'h05d, 13'h0e24);
        step(10'h000, 13'h0974);
        step(10'h000, 13'h0287);
        step(10'h10f, 13'h0154);
        step(10'h000, 13'h028f);
        step(10'h3d1, 13'h09e4);
        step(10'h000, 13'h0294);
        step(10'h000, 13'h0e2f);
        step(10'h1f5, 13'h1694);
        step(10'h000, 13'h09ef);
        step(10'h209, 13'h0e34);
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
        step(10'h000, 13'h1f05);
        step(10'h291, 13'h0c54);
        step(10'h000, 13'h0001);
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
        step(10'h000, 13'h1a65);
        step(10'h351, 13'h09a4);
        step(10'h000, 13'h1a6c);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h1a74);
        step(10'h000, 13'h09af);
        step(10'h239, 13'h0000);
        step(10'h000, 13'h09b4);
        step(10'h000, 13'h0003);
        step(10'h041, 13'h0024);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h159c);
        step(10'h000, 13'h002f);
        step(10'h38d, 13'h0e7c);
        step(10'h000, 13'h0003);
        step(10'h087, 13'h0d04);
        step(10'h000, 13'h0034);
        step(10'h000, 13'h0d0f);
        step(10'h341, 13'h07d4);
        step(10'h000, 13'h1247);
        step(10'h0dd, 13'h0e74);
        step(10'h000, 13'h124f);
        step(10'h369, 13'h01a4);
        step(10'h000, 13'h1254);
        step(10'h000, 13'h01af);
        step(10'h05d, 13'h0000);
        step(10'h000, 13'h01b4);
        step(10'h000, 13'h0003);
        step(10'h1c5, 13'h02e4);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h02ec);
        step(10'h000, 13'h0d1c);
        step(10'h000, 13'h0003);
        step(10'h079, 13'h05bc);
        step(10'h000, 13'h0003);
        step(10'h081, 13'h0000);
        step(10'h000, 13'h02f4);
        step(10'h000, 13'h0e27);
        step(10'h0d1, 13'h0054);
        step(10'h000, 13'h0e2f);
        step(10'h209, 13'h0514);
        step(10'h000, 13'h0867);
        step(10'h3a7, 13'h0e34);
        step(10'h000, 13'h086f);
        step(10'h2e9, 13'h13c4);
        step(10'h000, 13'h0874);
        step(10'h000, 13'h13cf);
        step(10'h281, 13'h0000);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h0c3c);
        step(10'h000, 13'h0003);
        step(10'h157, 13'h13dc);
        step(10'h000, 13'h0003);
        step(10'h3cf, 13'h057c);
        step(10'h000, 13'h1aa5);
        step(10'h35d, 13'h0144);
        step(10'h000, 13'h1aac);
        step(10'h000, 13'h17e4);
        step(10'h000, 13'h1ab4);
        step(10'h000, 13'h014f);
        step(10'h087, 13'h0fb4);
        step(10'h000, 13'h17ed);
        step(10'h339, 13'h0154);
        step(10'h000, 13'h0d85);
        step(10'h389, 13'h17f4);
        if (errors != 0) $fatal(1, "frfcfs_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("frfcfs_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
