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
    wire [26:0] outputs;
    reg  [26:0] early;
    reg  [26:0] got;
    // Outputs that answer in the same cycle; the others are registers.
    localparam [26:0] SAME_CYCLE = 27'h001ffff;

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
        .full(outputs[26])
    );

    // One cycle: outputs that answer at once are looked at before the rising edge, registers
    // after it.
    task step(input [18:0] given, input [26:0] expected);
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
        step(19'h7c5a7, 27'h001169b);
        step(19'h70599, 27'h1a81663);
        step(19'h78dbf, 27'h1a836fb);
        step(19'h7d455, 27'h1a95153);
        step(19'h71857, 27'h2ac615b);
        step(19'h71c4d, 27'h7ac7133);
        step(19'h79c75, 27'h2641666);
        step(19'h71c75, 27'h76471d3);
        step(19'h79c67, 27'h264615e);
        step(19'h79c67, 27'h264719b);
        step(19'h7985b, 27'h264616b);
        step(19'h7d601, 27'h2655803);
        step(19'h70000, 27'h2647136);
        step(19'h78000, 27'h16471d6);
        step(19'h7d8fd, 27'h16563f3);
        step(19'h714d1, 27'h2745343);
        step(19'h79cd9, 27'h2747363);
        step(19'h74cbf, 27'h77d32fb);
        step(19'h7ea33, 27'h2f87136);
        step(19'h7ea33, 27'h2f9a8cb);
        step(19'h7dd5d, 27'h2f97573);
        step(19'h75b11, 27'h7fb6c43);
        step(19'h7e347, 27'h2aa5346);
        step(19'h7e347, 27'h2ab8d1b);
        step(19'h7dc75, 27'h2ab71d3);
        step(19'h79461, 27'h2aa5183);
        step(19'h71465, 27'h7ae5193);
        step(19'h7905b, 27'h22732fe);
        step(19'h7905b, 27'h226416b);
        step(19'h79445, 27'h2265113);
        step(19'h78000, 27'h1656c46);
        step(19'h7c8bb, 27'h16522eb);
        step(19'h7888d, 27'h1642233);
        step(19'h784ab, 27'h16412ab);
        step(19'h7888f, 27'h164223b);
        step(19'h70099, 27'h26c0263);
        step(19'h700ad, 27'h76c02b3);
        step(19'h740df, 27'h7ac5196);
        step(19'h7c0df, 27'h2ac0266);
        step(19'h7c0df, 27'h2ad037b);
        step(19'h708eb, 27'h7bc23ab);
        step(19'h7c919, 27'h27402b6);
        step(19'h7c919, 27'h2752463);
        step(19'h78d1f, 27'h274347b);
        step(19'h7811b, 27'h274046b);
        step(19'h7851f, 27'h274147b);
        step(19'h78125, 27'h2740493);
        step(19'h78000, 27'h1f05196);
        step(19'h74c8d, 27'h2f93233);
        step(19'h7e257, 27'h2f9895b);
        step(19'h72653, 27'h7fc994b);
        step(19'h72e65, 27'h7bc23ae);
        step(19'h7ae65, 27'h2753236);
        step(19'h72e65, 27'h774b993);
        step(19'h7a645, 27'h2f4994e);
        step(19'h72645, 27'h7f49913);
        step(19'h76fa9, 27'h77423ae);
        step(19'h7efa9, 27'h274b996);
        step(19'h7efa9, 27'h275bea3);
        step(19'h7a7b3, 27'h2749ecb);
        step(19'h72f83, 27'h77cbe0b);
        step(19'h7ce35, 27'h2f89916);
        step(19'h7ce35, 27'h2f938d3);
        step(19'h78a09, 27'h2f82823);
        step(19'h7821f, 27'h2f8087b);
        step(19'h70e37, 27'h7fa38db);
        step(19'h78221, 27'h2aa23ae);
        step(19'h70221, 27'h7aa0883);
        step(19'h78a1d, 27'h222be0e);
        step(19'h78a1d, 27'h2222873);
        step(19'h7c9ab, 27'h22326ab);
        step(19'h70589, 27'h72a1623);
        step(19'h70987, 27'h72a38de);
        step(19'h70987, 27'h7aa0886);
        step(19'h70987, 27'h72a1626);
        step(19'h78987, 27'h22a38de);
        step(19'h70987, 27'h72a261b);
        step(19'h785bd, 27'h2a80886);
        step(19'h705bd, 27'h7a816f3);
        step(19'h701b1, 27'h7a81626);
        step(19'h781b1, 27'h2a8261e);
        step(19'h781b1, 27'h2a806c3);
        step(19'h7cb7f, 27'h2a92dfb);
        step(19'h78000, 27'h1a816f6);
        step(19'h7d4eb, 27'h1a953ab);
        step(19'h74527, 27'h2ab149b);
        step(19'h7d9f7, 27'h2ab67db);
        step(19'h795e1, 27'h2aa5783);
        step(19'h791d3, 27'h2aa474b);
        step(19'h799f7, 27'h2aa67db);
        step(19'h78000, 27'h1221626);
        step(19'h7cafb, 27'h1232beb);
        step(19'h78aff, 27'h1222bfb);
        step(19'h782f5, 27'h1220bd3);
        step(19'h70acd, 27'h2322b33);
        step(19'h7c841, 27'h2332103);
        step(19'h7845f, 27'h232117b);
        step(19'h7485f, 27'h737217b);
        step(19'h70045, 27'h7f7149e);
        step(19'h70045, 27'h7762b36);
        restart;
        step(19'h0d667, 27'h001599b);
        step(19'h0cf0f, 27'h0013c3b);
        step(19'h0e639, 27'h00198e3);
        step(19'h00000, 27'h0000000);
        step(19'h0edc7, 27'h001b71b);
        step(19'h04945, 27'h1652513);
        step(19'h06b07, 27'h267ac1b);
        step(19'h0c7a1, 27'h2671e83);
        step(19'h0c6ef, 27'h2671bbb);
        step(19'h082ef, 27'h2660bbb);
        step(19'h00ad3, 27'h7762b4b);
        step(19'h08ec7, 27'h2332516);
        step(19'h08ec7, 27'h2323b1b);
        step(19'h06749, 27'h7379d23);
        step(19'h0ab6d, 27'h2f5ac1e);
        step(19'h0ab6d, 27'h2f4adb3);
        step(19'h0a35d, 27'h2f48d73);
        step(19'h0e01f, 27'h2f5807b);
        step(19'h0a03b, 27'h2f480eb);
        step(19'h0ac0b, 27'h2f4b02b);
        step(19'h0d8a7, 27'h2f5629b);
        step(19'h0948f, 27'h2f4523b);
        step(19'h09881, 27'h2f46203);
        step(19'h018bd, 27'h7fc62f3);
        step(19'h0d80f, 27'h26c2b4e);
        step(19'h0d80f, 27'h26d603b);
        step(19'h0c769, 27'h1a99d26);
        step(19'h04769, 27'h2ad1da3);
        step(19'h0d4c1, 27'h2ad5303);
        step(19'h018dd, 27'h7bc6373);
        step(19'h098fb, 27'h27462f6);
        step(19'h098fb, 27'h27463eb);
        step(19'h014d9, 27'h7745363);
        step(19'h018d9, 27'h7f51da6);
        step(19'h018d9, 27'h7f46376);
        step(19'h098d9, 27'h2745366);
        step(19'h018d9, 27'h7746363);
        step(19'h094d1, 27'h2f11da6);
        step(19'h094d1, 27'h2f05343);
        step(19'h08000, 27'h1f06376);
        step(19'h08000, 27'h0006366);
        step(19'h0cb09, 27'h0012c23);
        step(19'h0870b, 27'h0001c2b);
        step(19'h00f17, 27'h1223c5b);
        step(19'h08f1b, 27'h1223c6b);
        step(19'h08735, 27'h1221cd3);
        step(19'h0e875, 27'h123a1d3);
        step(19'h0ac73, 27'h122b1cb);
        step(19'h0a87b, 27'h122a1eb);
        step(19'h0a05b, 27'h122816b);
        step(19'h0a44d, 27'h1229133);
        step(19'h0a073, 27'h12281cb);
        step(19'h0eafd, 27'h123abf3);
        step(19'h062cb, 27'h2338b2b);
        step(19'h0575d, 27'h7375d73);
        step(19'h0e6af, 27'h2f43c5e);
        step(19'h0e6af, 27'h2f59abb);
        step(19'h0c327, 27'h2f50c9b);
        step(19'h00b09, 27'h7f62c23);
        step(19'h0c7b5, 27'h2678b2e);
        step(19'h0c7b5, 27'h2671ed3);
        step(19'h05391, 27'h76f4e43);
        step(19'h047db, 27'h72f5d76);
        step(19'h047db, 27'h7ae2c26);
        step(19'h0c7db, 27'h2674e46);
        step(19'h0c7db, 27'h2671f6b);
        step(19'h0d7f7, 27'h2675fdb);
        step(19'h01fe1, 27'h7767f83);
        step(19'h09ff5, 27'h2335d76);
        step(19'h09ff5, 27'h2327fd3);
        step(19'h04d8d, 27'h73b3633);
        step(19'h085a9, 27'h2f82c26);
        step(19'h005a9, 27'h7f816a3);
        step(19'h08db9, 27'h2a87f86);
        step(19'h08db9, 27'h2a836e3);
        step(19'h04029, 27'h7ab00a3);
        step(19'h044fb, 27'h7ab3636);
        step(19'h0c4fb, 27'h22a16a6);
        step(19'h0c4fb, 27'h22b13eb);
        step(19'h00000, 27'h2ab00a6);
        step(19'h05175, 27'h7af45d3);
        step(19'h0995f, 27'h2273636);
        step(19'h0195f, 27'h726657b);
        step(19'h0916d, 27'h26500a6);
        step(19'h0916d, 27'h26445b3);
        step(19'h054ab, 27'h76d52ab);
        step(19'h08000, 27'h26d45d6);
        step(19'h0580f, 27'h76f603b);
        step(19'h09c35, 27'h2aa657e);
        step(19'h09c35, 27'h2aa70d3);
        step(19'h0d45f, 27'h2ab517b);
        step(19'h00000, 27'h22b52ae);
        step(19'h0e46f, 27'h22b91bb);
        step(19'h0ead3, 27'h22bab4b);
        step(19'h0a6f9, 27'h22a9be3);
        step(19'h0a2e7, 27'h22a8b9b);
        step(19'h0aedf, 27'h22abb7b);
        step(19'h0aadd, 27'h22aab73);
        step(19'h0a6f3, 27'h22a9bcb);
        step(19'h00000, 27'h2ab603e);
        if (errors != 0) $fatal(1, "mascar_rexq_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("mascar_rexq_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
