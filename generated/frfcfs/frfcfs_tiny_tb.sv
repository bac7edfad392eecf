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
        step(10'h243, 13'h112f);
        step(10'h347, 13'h0001);
        step(10'h1c9, 13'h1135);
        step(10'h24d, 13'h04ef);
        step(10'h083, 13'h0734);
        step(10'h000, 13'h13a5);
        step(10'h3ed, 13'h04f4);
        step(10'h000, 13'h13ad);
        step(10'h0e9, 13'h0000);
        step(10'h000, 13'h13b4);
        step(10'h000, 13'h104f);
        step(10'h287, 13'h0000);
        step(10'h000, 13'h1054);
        step(10'h000, 13'h0003);
        step(10'h3c1, 13'h1354);
        step(10'h000, 13'h0003);
        step(10'h285, 13'h01f4);
        step(10'h000, 13'h0003);
        step(10'h181, 13'h0354);
        step(10'h000, 13'h00c7);
        step(10'h207, 13'h130c);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h1314);
        step(10'h000, 13'h00cf);
        step(10'h105, 13'h0284);
        step(10'h000, 13'h00d4);
        step(10'h000, 13'h0003);
        step(10'h0e3, 13'h028c);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h0294);
        step(10'h000, 13'h0003);
        step(10'h125, 13'h0000);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h07fc);
        step(10'h000, 13'h0003);
        step(10'h32d, 13'h029c);
        step(10'h000, 13'h0003);
        step(10'h2e5, 13'h079c);
        step(10'h000, 13'h0467);
        step(10'h04d, 13'h0624);
        step(10'h000, 13'h046c);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h047c);
        step(10'h000, 13'h062f);
        step(10'h349, 13'h107c);
        step(10'h000, 13'h0003);
        step(10'h2e3, 13'h037c);
        step(10'h000, 13'h0003);
        step(10'h045, 13'h117c);
        step(10'h000, 13'h0003);
        step(10'h101, 13'h0000);
        step(10'h000, 13'h0634);
        step(10'h000, 13'h0003);
        step(10'h30d, 13'h0234);
        step(10'h000, 13'h05a7);
        step(10'h087, 13'h0094);
        step(10'h000, 13'h05af);
        step(10'h281, 13'h0794);
        step(10'h000, 13'h1247);
        step(10'h24f, 13'h05b4);
        step(10'h000, 13'h124d);
        step(10'h209, 13'h1724);
        step(10'h000, 13'h1254);
        step(10'h000, 13'h172f);
        step(10'h145, 13'h0154);
        step(10'h000, 13'h0507);
        step(10'h183, 13'h1734);
        step(10'h000, 13'h050f);
        step(10'h16d, 13'h02a4);
        step(10'h000, 13'h0514);
        step(10'h000, 13'h02af);
        step(10'h2cb, 13'h1574);
        step(10'h000, 13'h10c7);
        step(10'h24b, 13'h02b4);
        step(10'h000, 13'h10cd);
        step(10'h145, 13'h02b4);
        step(10'h000, 13'h0001);
        step(10'h1c5, 13'h10d4);
        step(10'h000, 13'h02e7);
        step(10'h261, 13'h0000);
        step(10'h000, 13'h02ec);
        step(10'h001, 13'h0000);
        step(10'h000, 13'h06bc);
        step(10'h000, 13'h0003);
        step(10'h24f, 13'h0000);
        step(10'h000, 13'h02f4);
        step(10'h000, 13'h1525);
        step(10'h045, 13'h0000);
        step(10'h000, 13'h152c);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h1534);
        step(10'h000, 13'h0003);
        step(10'h1c9, 13'h1734);
        step(10'h000, 13'h0003);
        step(10'h2ad, 13'h0234);
        step(10'h000, 13'h0747);
        step(10'h247, 13'h04f4);
        step(10'h000, 13'h074f);
        step(10'h24b, 13'h1334);
        restart;
        step(10'h2c3, 13'h116f);
        step(10'h047, 13'h0001);
        step(10'h069, 13'h1175);
        step(10'h3cd, 13'h122f);
        step(10'h283, 13'h07e4);
        step(10'h000, 13'h1234);
        step(10'h000, 13'h114f);
        step(10'h105, 13'h0000);
        step(10'h000, 13'h1154);
        step(10'h000, 13'h07ef);
        step(10'h3a1, 13'h01c4);
        step(10'h000, 13'h07f4);
        step(10'h000, 13'h028f);
        step(10'h10d, 13'h0000);
        step(10'h000, 13'h0294);
        step(10'h000, 13'h01cf);
        step(10'h207, 13'h0694);
        step(10'h000, 13'h1307);
        step(10'h24d, 13'h0734);
        step(10'h000, 13'h130f);
        step(10'h20d, 13'h0000);
        step(10'h000, 13'h1314);
        step(10'h000, 13'h0003);
        step(10'h247, 13'h0714);
        step(10'h000, 13'h0003);
        step(10'h3cd, 13'h1334);
        step(10'h000, 13'h0003);
        step(10'h145, 13'h07f4);
        step(10'h000, 13'h0003);
        step(10'h14d, 13'h0000);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h043c);
        step(10'h000, 13'h0003);
        step(10'h26b, 13'h01dc);
        step(10'h000, 13'h0003);
        step(10'h2a1, 13'h153c);
        step(10'h000, 13'h0003);
        step(10'h0eb, 13'h0144);
        step(10'h000, 13'h1464);
        step(10'h000, 13'h02a4);
        step(10'h000, 13'h014c);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h015c);
        step(10'h000, 13'h02af);
        step(10'h201, 13'h0000);
        step(10'h000, 13'h02b4);
        step(10'h000, 13'h146f);
        step(10'h007, 13'h06b4);
        step(10'h000, 13'h0001);
        step(10'h32d, 13'h0114);
        step(10'h000, 13'h0001);
        step(10'h281, 13'h1214);
        step(10'h000, 13'h0787);
        step(10'h3c5, 13'h0154);
        step(10'h000, 13'h078f);
        step(10'h2c1, 13'h0174);
        step(10'h000, 13'h0003);
        step(10'h2c1, 13'h0174);
        step(10'h000, 13'h0003);
        step(10'h041, 13'h0024);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h002c);
        step(10'h000, 13'h147c);
        step(10'h000, 13'h0003);
        step(10'h289, 13'h079c);
        step(10'h000, 13'h0003);
        step(10'h04d, 13'h03e4);
        step(10'h000, 13'h0034);
        step(10'h000, 13'h03ef);
        step(10'h141, 13'h0554);
        step(10'h000, 13'h0003);
        step(10'h0a9, 13'h03f4);
        step(10'h000, 13'h0003);
        step(10'h225, 13'h0634);
        step(10'h000, 13'h00a7);
        step(10'h08d, 13'h0654);
        step(10'h000, 13'h00af);
        step(10'h26d, 13'h0304);
        step(10'h000, 13'h00b4);
        step(10'h000, 13'h030f);
        step(10'h061, 13'h0724);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h045c);
        step(10'h000, 13'h072f);
        step(10'h3a9, 13'h031c);
        step(10'h000, 13'h0003);
        step(10'h105, 13'h073c);
        step(10'h000, 13'h05c7);
        step(10'h32d, 13'h003c);
        step(10'h000, 13'h05cf);
        step(10'h221, 13'h011c);
        step(10'h000, 13'h0003);
        step(10'h2e1, 13'h05dc);
        step(10'h000, 13'h0167);
        step(10'h3c9, 13'h0284);
        step(10'h000, 13'h016c);
        step(10'h000, 13'h0000);
        step(10'h000, 13'h017c);
        if (errors != 0) $fatal(1, "frfcfs_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("frfcfs_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
