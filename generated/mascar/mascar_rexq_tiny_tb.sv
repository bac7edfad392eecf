// SPDX-License-Identifier: Apache-2.0
// mascar_rexq_tiny_tb: runs mascar_rexq_tiny for 200 cycles with random inputs and
// compares every output with what its reference model gave. Emitted by Warpsmith.
// The last line says how it ended; a difference is fatal.

`timescale 1ns / 1ps
`default_nettype none

module mascar_rexq_tiny_tb;

    reg clock = 1'b0;
    reg reset = 1'b1;
    integer cycle = 0;
    integer errors = 0;

    reg  [18:0] inputs;
    wire [27:0] outputs;
    reg  [27:0] early;
    reg  [27:0] got;
    // Outputs that answer in the same cycle; the others are registers.
    localparam [27:0] SAME_CYCLE = 28'h801ffff;

    mascar_rexq_tiny dut (
        .clock(clock),
        .reset(reset),
        .lsu_v(inputs[0]),
        .lsu_base(inputs[3:1]),
        .lsu_off(inputs[5:4]),
        .lsu_warp(inputs[7:6]),
        .lsu_reg(inputs[9:8]),
        .lsu_mask(inputs[11:10]),
        .lsu_op(inputs[13:12]),
        .lsu_first(inputs[14]),
        .l1_ack(inputs[15]),
        .owner_v(inputs[16]),
        .owner(inputs[18:17]),
        .lsu_rdy(outputs[0]),
        .l1_v(outputs[1]),
        .l1_src(outputs[2]),
        .l1_base(outputs[5:3]),
        .l1_off(outputs[7:6]),
        .l1_warp(outputs[9:8]),
        .l1_reg(outputs[11:10]),
        .l1_mask(outputs[13:12]),
        .l1_op(outputs[15:14]),
        .l1_first(outputs[16]),
        .rexq_has(outputs[20:17]),
        .head_v(outputs[21]),
        .head_warp(outputs[23:22]),
        .count(outputs[25:24]),
        .full(outputs[26]),
        .head_leaves(outputs[27])
    );

    // One cycle: outputs that answer at once are looked at before the rising edge, registers
    // after it.
    task step(input [18:0] given, input [27:0] expected);
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
                $display("cycle %0d: lsu_rdy is %h, the model has %h", cycle,
                         got[0], expected[0]);
            if (got[1] !== expected[1])
                $display("cycle %0d: l1_v is %h, the model has %h", cycle,
                         got[1], expected[1]);
            if (got[2] !== expected[2])
                $display("cycle %0d: l1_src is %h, the model has %h", cycle,
                         got[2], expected[2]);
            if (got[5:3] !== expected[5:3])
                $display("cycle %0d: l1_base is %h, the model has %h", cycle,
                         got[5:3], expected[5:3]);
            if (got[7:6] !== expected[7:6])
                $display("cycle %0d: l1_off is %h, the model has %h", cycle,
                         got[7:6], expected[7:6]);
            if (got[9:8] !== expected[9:8])
                $display("cycle %0d: l1_warp is %h, the model has %h", cycle,
                         got[9:8], expected[9:8]);
            if (got[11:10] !== expected[11:10])
                $display("cycle %0d: l1_reg is %h, the model has %h", cycle,
                         got[11:10], expected[11:10]);
            if (got[13:12] !== expected[13:12])
                $display("cycle %0d: l1_mask is %h, the model has %h", cycle,
                         got[13:12], expected[13:12]);
            if (got[15:14] !== expected[15:14])
                $display("cycle %0d: l1_op is %h, the model has %h", cycle,
                         got[15:14], expected[15:14]);
            if (got[16] !== expected[16])
                $display("cycle %0d: l1_first is %h, the model has %h", cycle,
                         got[16], expected[16]);
            if (got[20:17] !== expected[20:17])
                $display("cycle %0d: rexq_has is %h, the model has %h", cycle,
                         got[20:17], expected[20:17]);
            if (got[21] !== expected[21])
                $display("cycle %0d: head_v is %h, the model has %h", cycle,
                         got[21], expected[21]);
            if (got[23:22] !== expected[23:22])
                $display("cycle %0d: head_warp is %h, the model has %h", cycle,
                         got[23:22], expected[23:22]);
            if (got[25:24] !== expected[25:24])
                $display("cycle %0d: count is %h, the model has %h", cycle,
                         got[25:24], expected[25:24]);
            if (got[26] !== expected[26])
                $display("cycle %0d: full is %h, the model has %h", cycle,
                         got[26], expected[26]);
            if (got[27] !== expected[27])
                $display("cycle %0d: head_leaves is %h, the model has %h", cycle,
                         got[27], expected[27]);
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
        step(19'h7c5a7, 28'h001169b);
        step(19'h70599, 28'h1a81663);
        step(19'h78dbf, 28'h1a836fb);
        step(19'h7d455, 28'h1a95153);
        step(19'h71857, 28'h2ac615b);
        step(19'h71c4d, 28'h7ac7133);
        step(19'h79c75, 28'ha641666);
        step(19'h71c75, 28'h76471d3);
        step(19'h79c67, 28'ha64615e);
        step(19'h79c67, 28'h264719b);
        step(19'h7985b, 28'h264616b);
        step(19'h7d601, 28'h2655803);
        step(19'h70000, 28'h2647136);
        step(19'h78000, 28'h96471d6);
        step(19'h7d8fd, 28'h16563f3);
        step(19'h714d1, 28'h2745343);
        step(19'h79cd9, 28'h2747363);
        step(19'h74cbf, 28'h77d32fb);
        step(19'h7ea33, 28'haf87136);
        step(19'h7ea33, 28'h2f9a8cb);
        step(19'h7dd5d, 28'h2f97573);
        step(19'h75b11, 28'h7fb6c43);
        step(19'h7e347, 28'haaa5346);
        step(19'h7e347, 28'h2ab8d1b);
        step(19'h7dc75, 28'h2ab71d3);
        step(19'h79461, 28'h2aa5183);
        step(19'h71465, 28'h7ae5193);
        step(19'h7905b, 28'ha2732fe);
        step(19'h7905b, 28'h226416b);
        step(19'h79445, 28'h2265113);
        step(19'h78000, 28'h9656c46);
        step(19'h7c8bb, 28'h16522eb);
        step(19'h7888d, 28'h1642233);
        step(19'h784ab, 28'h16412ab);
        step(19'h7888f, 28'h164223b);
        step(19'h70099, 28'h26c0263);
        step(19'h700ad, 28'h76c02b3);
        step(19'h740df, 28'h7ac5196);
        step(19'h7c0df, 28'h7ad037b);
        step(19'h784df, 28'haac0266);
        step(19'h704df, 28'h7bc137b);
        step(19'h7c919, 28'ha7402b6);
        step(19'h7c919, 28'h2752463);
        step(19'h78d1f, 28'h274347b);
        step(19'h7811b, 28'h274046b);
        step(19'h7851f, 28'h274147b);
        step(19'h78125, 28'h2740493);
        step(19'h78000, 28'h9f05196);
        step(19'h74c8d, 28'h2f93233);
        step(19'h7e257, 28'h2f9895b);
        step(19'h72653, 28'h7fc994b);
        step(19'h72e65, 28'h7bc137e);
        step(19'h7ae65, 28'h7bcb993);
        step(19'h72641, 28'h77d3236);
        step(19'h7a641, 28'h77c9903);
        step(19'h78000, 28'haf8994e);
        step(19'h7cf65, 28'h2f93d93);
        step(19'h7c153, 28'h2f9054b);
        step(19'h7db21, 28'h2f96c83);
        step(19'h76007, 28'h7fb801b);
        step(19'h70000, 28'h7ba137e);
        step(19'h7d57d, 28'h7bb55f3);
        step(19'h7e141, 28'ha333236);
        step(19'h7e141, 28'h2338503);
        step(19'h72967, 28'h736a59b);
        step(19'h7256b, 28'h7f7801e);
        step(19'h7256b, 28'h7f695aa);
        step(19'h7256b, 28'h776137e);
        step(19'h7a56b, 28'h77695ab);
        step(19'h7ad69, 28'ha32a59e);
        step(19'h7ad69, 28'h232b5a3);
        step(19'h74089, 28'h73b0223);
        step(19'h78893, 28'haf9801e);
        step(19'h78893, 28'h2f8224b);
        step(19'h78099, 28'h2f80263);
        step(19'h708b3, 28'h7f822cb);
        step(19'h788b7, 28'haa8137e);
        step(19'h708b7, 28'h7a822db);
        step(19'h70085, 28'h7a90226);
        step(19'h78085, 28'h7a80213);
        step(19'h7c825, 28'haa822ce);
        step(19'h74825, 28'h7ab2093);
        step(19'h78031, 28'haaa22de);
        step(19'h78031, 28'h2aa00c3);
        step(19'h78c27, 28'h2aa309b);
        step(19'h70c31, 28'h7aa30c3);
        step(19'h7ee7f, 28'ha230226);
        step(19'h7ee7f, 28'h223b9fb);
        step(19'h7c883, 28'h223220b);
        step(19'h78cbb, 28'h22232eb);
        step(19'h7048b, 28'h72a122b);
        step(19'h70487, 28'h72b2096);
        step(19'h78487, 28'h72a121b);
        step(19'h704a3, 28'h7aa30c6);
        step(19'h784a3, 28'h7aa128b);
        step(19'h7ef45, 28'ha22122e);
        step(19'h76f45, 28'h727bd13);
        step(19'h7c4f5, 28'ha272096);
        step(19'h744f5, 28'h73713d3);
        step(19'h70000, 28'h77630c6);
        restart;
        step(19'h0d667, 28'h001599b);
        step(19'h0cf0f, 28'h0013c3b);
        step(19'h0e639, 28'h00198e3);
        step(19'h00000, 28'h0000000);
        step(19'h0edc7, 28'h001b71b);
        step(19'h04945, 28'h1652513);
        step(19'h06b07, 28'h267ac1b);
        step(19'h0c7a1, 28'h2671e83);
        step(19'h0c6ef, 28'h2671bbb);
        step(19'h082ef, 28'h2660bbb);
        step(19'h00ad3, 28'h7762b4b);
        step(19'h08ec7, 28'ha332516);
        step(19'h08ec7, 28'h2323b1b);
        step(19'h06749, 28'h7379d23);
        step(19'h0ab6d, 28'haf5ac1e);
        step(19'h0ab6d, 28'h2f4adb3);
        step(19'h0a35d, 28'h2f48d73);
        step(19'h0e01f, 28'h2f5807b);
        step(19'h0a03b, 28'h2f480eb);
        step(19'h0ac0b, 28'h2f4b02b);
        step(19'h0d8a7, 28'h2f5629b);
        step(19'h0948f, 28'h2f4523b);
        step(19'h09881, 28'h2f46203);
        step(19'h018bd, 28'h7fc62f3);
        step(19'h0d80f, 28'ha6c2b4e);
        step(19'h0d80f, 28'h26d603b);
        step(19'h0c769, 28'h9a99d26);
        step(19'h04769, 28'h2ad1da3);
        step(19'h0d4c1, 28'h2ad5303);
        step(19'h018dd, 28'h7bc6373);
        step(19'h098fb, 28'ha7462f6);
        step(19'h098fb, 28'h27463eb);
        step(19'h014d9, 28'h7745363);
        step(19'h018d9, 28'h7f51da6);
        step(19'h018d9, 28'h7f46362);
        step(19'h098d9, 28'haf46376);
        step(19'h018d9, 28'h7f46363);
        step(19'h094d1, 28'ha745366);
        step(19'h094d1, 28'h2745343);
        step(19'h08000, 28'h9f11da6);
        step(19'h08000, 28'h8006366);
        step(19'h0cb09, 28'h0012c23);
        step(19'h0870b, 28'h0001c2b);
        step(19'h00f17, 28'h1223c5b);
        step(19'h08f1b, 28'h1223c6b);
        step(19'h08735, 28'h1221cd3);
        step(19'h0e875, 28'h123a1d3);
        step(19'h0ac73, 28'h122b1cb);
        step(19'h0a87b, 28'h122a1eb);
        step(19'h0a05b, 28'h122816b);
        step(19'h0a44d, 28'h1229133);
        step(19'h0a073, 28'h12281cb);
        step(19'h0eafd, 28'h123abf3);
        step(19'h062cb, 28'h2338b2b);
        step(19'h0575d, 28'h7375d73);
        step(19'h0e6af, 28'haf43c5e);
        step(19'h0e6af, 28'h2f59abb);
        step(19'h0c327, 28'h2f50c9b);
        step(19'h00b09, 28'h7f62c23);
        step(19'h0c7b5, 28'ha678b2e);
        step(19'h0c7b5, 28'h2671ed3);
        step(19'h05391, 28'h76f4e43);
        step(19'h047db, 28'h72f5d76);
        step(19'h047db, 28'h72f1f6a);
        step(19'h0c7db, 28'haac2c26);
        step(19'h0c7db, 28'h2ad1f6b);
        step(19'h0d7f7, 28'h2ad5fdb);
        step(19'h01fe1, 28'h7bc7f83);
        step(19'h09ff5, 28'ha754e46);
        step(19'h09ff5, 28'h2747fd3);
        step(19'h04d8d, 28'h77d3633);
        step(19'h085a9, 28'haf95d76);
        step(19'h005a9, 28'h7f816a3);
        step(19'h08db9, 28'haa87f86);
        step(19'h08db9, 28'h2a836e3);
        step(19'h04029, 28'h7ab00a3);
        step(19'h044fb, 28'h7ab3636);
        step(19'h0c4fb, 28'h7ab13eb);
        step(19'h0d4e9, 28'ha2a16a6);
        step(19'h0d4e9, 28'h22b53a3);
        step(19'h068db, 28'h73ba36b);
        step(19'h08000, 28'hab900a6);
        step(19'h0c22d, 28'h2b908b3);
        step(19'h04813, 28'h7bb204b);
        step(19'h0ce41, 28'haf33636);
        step(19'h04e41, 28'h7f73903);
        step(19'h0cfbd, 28'ha27a36e);
        step(19'h0cfbd, 28'h2273ef3);
        step(19'h0e1a3, 28'h227868b);
        step(19'h0eed3, 28'h227bb4b);
        step(19'h0a6d7, 28'h2269b5b);
        step(19'h02ad7, 28'h736ab5b);
        step(19'h0a2ff, 28'ha75204e);
        step(19'h022ff, 28'h7748bfb);
        step(19'h0aacb, 28'haf13906);
        step(19'h0aacb, 28'h2f0ab2b);
        step(19'h02ad3, 28'h7f0ab4b);
        step(19'h00000, 28'h7f0ab5e);
        step(19'h0534d, 28'h7f14d32);
        step(19'h0534d, 28'h7f08bfe);
        if (errors != 0) $fatal(1, "mascar_rexq_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("mascar_rexq_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
