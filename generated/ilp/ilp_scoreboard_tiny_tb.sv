// SPDX-License-Identifier: Apache-2.0
// ilp_scoreboard_tiny_tb: runs ilp_scoreboard_tiny for 200 cycles with random inputs and
// compares every output with what its reference model gave. Emitted by Warpsmith.
// The last line says how it ended; a difference is fatal.

`timescale 1ns / 1ps
`default_nettype none

module ilp_scoreboard_tiny_tb;

    reg clock = 1'b0;
    reg reset = 1'b1;
    integer cycle = 0;
    integer errors = 0;

    reg  [79:0] inputs;
    wire [43:0] outputs;
    reg  [43:0] early;
    reg  [43:0] got;
    // Outputs that answer in the same cycle; the others are registers.
    localparam [43:0] SAME_CYCLE = 44'h30007fff00f;

    ilp_scoreboard_tiny dut (
        .clock(clock),
        .reset(reset),
        .sb_en(inputs[0]),
        .chk_valid(inputs[1]),
        .chk_warp(inputs[3:2]),
        .chk_src_valid(inputs[5:4]),
        .chk_src_tag(inputs[11:6]),
        .chk_dst_valid(inputs[12]),
        .chk_dst_tag(inputs[15:13]),
        .chk_active(inputs[19:16]),
        .chk_class(inputs[23:20]),
        .iss_valid(inputs[24]),
        .iss_warp(inputs[26:25]),
        .iss_src_valid(inputs[28:27]),
        .iss_src_tag(inputs[34:29]),
        .iss_dst_valid(inputs[35]),
        .iss_dst_tag(inputs[38:36]),
        .iss_active(inputs[42:39]),
        .iss_fixed(inputs[43]),
        .iss_store(inputs[44]),
        .iss_branch(inputs[45]),
        .wa_valid(inputs[46]),
        .wa_entry(inputs[47]),
        .wa_beat(inputs[48]),
        .wa_mask(inputs[50:49]),
        .wl_valid(inputs[51]),
        .wl_entry(inputs[52]),
        .wl_beat(inputs[53]),
        .wl_mask(inputs[55:54]),
        .av_valid(inputs[56]),
        .av_entry(inputs[57]),
        .dwb_mask(inputs[61:58]),
        .st_done_mask(inputs[65:62]),
        .br_res_valid(inputs[66]),
        .br_res_warp(inputs[68:67]),
        .br_res_mis(inputs[69]),
        .br_res_mask(inputs[73:70]),
        .flt_valid(inputs[74]),
        .flt_entry(inputs[75]),
        .sq_valid(inputs[76]),
        .sq_warp(inputs[78:77]),
        .cm_ready(inputs[79]),
        .ready(outputs[3:0]),
        .in_board(outputs[7:4]),
        .in_store(outputs[11:8]),
        .iss_entry_valid(outputs[12]),
        .iss_entry(outputs[13]),
        .iss_solo(outputs[14]),
        .src_hit(outputs[16:15]),
        .src_entry(outputs[18:17]),
        .src_lanes(outputs[26:19]),
        .cm_valid(outputs[27]),
        .cm_warp(outputs[29:28]),
        .cm_entry(outputs[30]),
        .cm_tag(outputs[33:31]),
        .cm_beat(outputs[34]),
        .cm_mask(outputs[36:35]),
        .trap_valid(outputs[37]),
        .trap_warp(outputs[39:38]),
        .kill_mask(outputs[41:40]),
        .free_count(outputs[43:42])
    );

    // One cycle: outputs that answer at once are looked at before the rising edge, registers
    // after it.
    task step(input [79:0] given, input [43:0] expected);
        begin
            clock = 1'b0;
            inputs = given;
            #5;
            early = outputs;
            clock = 1'b1;
            #5;
            got = (early & SAME_CYCLE) | (outputs & ~SAME_CYCLE);
            if (got !== expected) errors = errors + 1;
            if (got[3:0] !== expected[3:0])
                $display("cycle %0d: ready is %h, the model has %h", cycle,
                         got[3:0], expected[3:0]);
            if (got[7:4] !== expected[7:4])
                $display("cycle %0d: in_board is %h, the model has %h", cycle,
                         got[7:4], expected[7:4]);
            if (got[11:8] !== expected[11:8])
                $display("cycle %0d: in_store is %h, the model has %h", cycle,
                         got[11:8], expected[11:8]);
            if (got[12] !== expected[12])
                $display("cycle %0d: iss_entry_valid is %h, the model has %h", cycle,
                         got[12], expected[12]);
            if (got[13] !== expected[13])
                $display("cycle %0d: iss_entry is %h, the model has %h", cycle,
                         got[13], expected[13]);
            if (got[14] !== expected[14])
                $display("cycle %0d: iss_solo is %h, the model has %h", cycle,
                         got[14], expected[14]);
            if (got[16:15] !== expected[16:15])
                $display("cycle %0d: src_hit is %h, the model has %h", cycle,
                         got[16:15], expected[16:15]);
            if (got[18:17] !== expected[18:17])
                $display("cycle %0d: src_entry is %h, the model has %h", cycle,
                         got[18:17], expected[18:17]);
            if (got[26:19] !== expected[26:19])
                $display("cycle %0d: src_lanes is %h, the model has %h", cycle,
                         got[26:19], expected[26:19]);
            if (got[27] !== expected[27])
                $display("cycle %0d: cm_valid is %h, the model has %h", cycle,
                         got[27], expected[27]);
            if (got[29:28] !== expected[29:28])
                $display("cycle %0d: cm_warp is %h, the model has %h", cycle,
                         got[29:28], expected[29:28]);
            if (got[30] !== expected[30])
                $display("cycle %0d: cm_entry is %h, the model has %h", cycle,
                         got[30], expected[30]);
            if (got[33:31] !== expected[33:31])
                $display("cycle %0d: cm_tag is %h, the model has %h", cycle,
                         got[33:31], expected[33:31]);
            if (got[34] !== expected[34])
                $display("cycle %0d: cm_beat is %h, the model has %h", cycle,
                         got[34], expected[34]);
            if (got[36:35] !== expected[36:35])
                $display("cycle %0d: cm_mask is %h, the model has %h", cycle,
                         got[36:35], expected[36:35]);
            if (got[37] !== expected[37])
                $display("cycle %0d: trap_valid is %h, the model has %h", cycle,
                         got[37], expected[37]);
            if (got[39:38] !== expected[39:38])
                $display("cycle %0d: trap_warp is %h, the model has %h", cycle,
                         got[39:38], expected[39:38]);
            if (got[41:40] !== expected[41:40])
                $display("cycle %0d: kill_mask is %h, the model has %h", cycle,
                         got[41:40], expected[41:40]);
            if (got[43:42] !== expected[43:42])
                $display("cycle %0d: free_count is %h, the model has %h", cycle,
                         got[43:42], expected[43:42]);
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
        step(80'h800000000000000fbb3b, 44'h80000000000);
        step(80'h800000000000000f66b7, 44'h80000000004);
        step(80'h800000000fdd9d0f1073, 44'h40000001046);
        step(80'h8000000000000003cfaf, 44'h40000000043);
        step(80'h800001000f8839828b6b, 44'h0000000305b);
        step(80'h80000000000000872233, 44'h0000000005e);
        step(80'h800003064145b5000001, 44'h0000781005e);
        step(80'h80000007400000000001, 44'h0000000005b);
        step(80'h80000006c9e7d7000001, 44'h01aa800005b);
        step(80'h80000007c0000083cfaf, 44'h01ea8000053);
        step(80'h8000000021e7d7000001, 44'h4184800001b);
        step(80'h8000000000000003fddf, 44'h41c48000013);
        step(80'h8000000009feef0f996b, 44'h4000000108b);
        step(80'h805c00000000008dedbf, 44'h40000000087);
        step(80'h80000100239119000001, 44'h4000000008f);
        step(80'h80000000000000171273, 44'h4000000008e);
        step(80'h800000024fccb5000001, 44'h000000030cf);
        step(80'h810400000000000fb95b, 44'h00bb80000ca);
        step(80'h80000300020939000001, 44'h007b80040cb);
        step(80'h800000000000000b1033, 44'h4000000004a);
        step(80'h80000006cfb35b000001, 44'h4000000004e);
        step(80'h80000007c000000f54b7, 44'h4000000004c);
        step(80'h8000000006f6df000001, 44'h41a6800004e);
        step(80'h80000000000000000001, 44'h41e68000046);
        step(80'h8000000007dcad000001, 44'h40000001046);
        step(80'h800000480000000fb96b, 44'h40000000042);
        step(80'h800000e80faa5b000001, 44'h00000003066);
        step(80'h800000000000001756b7, 44'h00000000060);
        step(80'h800003880000001ffd8f, 44'h00000000060);
        step(80'h80000400000000000001, 44'h01aa8000068);
        step(80'h80000006cd8819000001, 44'h01ea8004069);
        step(80'h80000007c000001b1033, 44'h40000000028);
        step(80'h800000000fdcb5000001, 44'h0195800106c);
        step(80'h800000000000000f9b2b, 44'h01d58000068);
        step(80'h8000010007fec7000001, 44'h40000004048);
        step(80'h800000000000001fddbf, 44'h40000000046);
        step(80'h8000000643ab5b000001, 44'h00000003066);
        step(80'h800000074000000e44b7, 44'h00000000060);
        step(80'h800004d8000000000001, 44'h01aa8000060);
        step(80'h80000078000000000001, 44'h01ea8000061);
        step(80'h80000000058819000001, 44'h41958004023);
        step(80'h800000000000000b1233, 44'h40d58000026);
        step(80'h800020000fcd95000001, 44'h40000001046);
        step(80'h800000000000000fb97b, 44'h4000000004a);
        step(80'h800001000f225b000001, 44'h4000000004a);
        step(80'h800000000000000e54a7, 44'h4000000004c);
        step(80'h800000064fdcbd000001, 44'h0000781304e);
        step(80'h800000074000002cab3b, 44'h0000000004a);
        step(80'h80000300072a53000001, 44'h01a2800404a);
        step(80'h800000000000001f7497, 44'h01e28000048);
        step(80'h80000006c7eedf000001, 44'h40000004048);
        step(80'h80000007c000000fdfdf, 44'h40000000040);
        step(80'h80000400000000000001, 44'h41ae8000040);
        step(80'h80000000000000000001, 44'h41ee8000041);
        step(80'h800008000d8919000001, 44'h40000001011);
        step(80'h800000000000000b3033, 44'h40000000016);
        step(80'h8000210016559d000001, 44'h40000000416);
        step(80'h800000000000000f9b3b, 44'h4000000041b);
        step(80'h8000000647cd9d000001, 44'h0000000345f);
        step(80'h800000054000000f9b2b, 44'h0000000045a);
        step(80'h800000000fefef000001, 44'h0180800445a);
        step(80'h800000000000001edfbf, 44'h01408000452);
        step(80'h8000000007ba4b000001, 44'h40000004442);
        step(80'h800000d80000000f56e7, 44'h40000000445);
        step(80'h800000f80fcd95000001, 44'h00000001445);
        step(80'h800000000000000fa90b, 44'h00000000441);
        step(80'h80000100059819000001, 44'h00000004445);
        step(80'h800000000000008b2233, 44'h00000000444);
        step(80'h800000064fd485000001, 44'h00000000444);
        step(80'h800000074000001fbb7b, 44'h00000000440);
        step(80'h80002800000000000001, 44'h00000000440);
        step(80'h80000400000000000001, 44'h0000000044a);
        step(80'h80000000259119000001, 44'h0000000044b);
        step(80'h800000000000001b3063, 44'h0000000044a);
        step(80'h800000000fab73000001, 44'h0000000444a);
        step(80'h82c400000000000f76c7, 44'h00000000448);
        step(80'h80000000076fdf000001, 44'h00000004449);
        step(80'h8000080000000006fdef, 44'h00000000441);
        step(80'h800000000fbb63000001, 44'h00000004443);
        step(80'h800000000000000f7687, 44'h00000000441);
        step(80'h80000000059831000001, 44'h00000004441);
        step(80'h800000000000000b3023, 44'h00000000440);
        step(80'h80002000000000000001, 44'h00000000440);
        step(80'h80000800000000000001, 44'h00000000448);
        step(80'h800000000b7ef7000001, 44'h0000000444a);
        step(80'h8000000000000026cd9f, 44'h00000000442);
        step(80'h800000000fbb43000001, 44'h00000004442);
        step(80'h800008000000001d76b7, 44'h00000000440);
        step(80'h8000000006bb5b000001, 44'h00000004442);
        step(80'h800000000000000d56f7, 44'h00000000440);
        step(80'h80000000000000000001, 44'h00000000440);
        step(80'h80000000000000000001, 44'h00000000440);
        step(80'h80002c00000000000001, 44'h00000000440);
        step(80'h80000000000000000001, 44'h0000000044b);
        step(80'h800000001366cf000001, 44'h00000000c4b);
        step(80'h8000000000000006dfaf, 44'h00000000c43);
        step(80'h80000000036fd7000001, 44'h00000004c4b);
        step(80'h8000000000000006fdef, 44'h00000000c43);
        step(80'h8000000006ab7b000001, 44'h00000004c43);
        step(80'h800000000000000d54f7, 44'h00000000c41);
        restart;
        step(80'h800000000000000fb95b, 44'h80000000000);
        step(80'h800000000000002f4497, 44'h80000000004);
        step(80'h8000000017a24b8fefef, 44'h80000000206);
        step(80'h800000000000002f64a7, 44'h8000000020c);
        step(80'h800000000fdcad0f3073, 44'h4000000124c);
        step(80'h800000000000008f8b6b, 44'h40000000249);
        step(80'h8000010027f7f7000001, 44'h40000000249);
        step(80'h800000000000000ffddf, 44'h40000000245);
        step(80'h8000000667c5b5000001, 44'h4000781024d);
        step(80'h811c00074000001fbb7b, 44'h40000000241);
        step(80'h800000000f9839000001, 44'h01aa8003259);
        step(80'h821400000000008f2233, 44'h01ea8000258);
        step(80'h800003000a7eef000001, 44'h40000004218);
        step(80'h8000000000000004fdff, 44'h40000000215);
        step(80'h80002006c45dbd000001, 44'h00000001255);
        step(80'h80000007c0000088896b, 44'h00000000259);
        step(80'h800000a82444b5000001, 44'h018c800025d);
        step(80'h8000000000000018bb1b, 44'h01cc8000259);
        step(80'h80000000079119000001, 44'h402af850249);
        step(80'h82140000000000000001, 44'h416a8000248);
        step(80'h800000000a7eff000001, 44'h40000003288);
        step(80'h800000000000000fdfff, 44'h40000000284);
        step(80'h80000300045d8d000001, 44'h000000012c4);
        step(80'h8000000000000088892b, 44'h000000002c0);
        step(80'h800000a8c44495000001, 44'h000000002c4);
        step(80'h80000003c00000000001, 44'h002a80002c0);
        step(80'h80000000000000000001, 44'h016a80002c0);
        step(80'h800000000000000bab3b, 44'h403f8000280);
        step(80'h800000000dd59d000001, 44'h40ff800028c);
        step(80'h800000000000001b9b5b, 44'h80000000208);
        step(80'h800000000fefff0f1033, 44'h4000000128c);
        step(80'h800000000000001fddbf, 44'h40000000285);
        step(80'h800001000f8819000001, 44'h00000003295);
        step(80'h800000000000000f1273, 44'h00000000294);
        step(80'h8000030645cdad000001, 44'h00000004294);
        step(80'h800000074000000b9b3b, 44'h00000000290);
        step(80'h80000006c00000000001, 44'h01b38000290);
        step(80'h80000007c00000000001, 44'h01f38000290);
        step(80'h80001000000000000001, 44'h41848000210);
        step(80'h80000000000000000001, 44'h41c4800021d);
        step(80'h800000000dcd9d000001, 44'h4000000124d);
        step(80'h800000000000002b891b, 44'h40000000249);
        step(80'h8000010007eedf000001, 44'h000000032c9);
        step(80'h800000f80000000fdfcf, 44'h000000002c1);
        step(80'h800000064f8939000001, 44'h000000042c1);
        step(80'h800000054000000f1013, 44'h000000002c0);
        step(80'h80000000000000000001, 44'h01a280002c0);
        step(80'h800000d8000000000001, 44'h016280002c0);
        step(80'h80000000000000000001, 44'h41b78000280);
        step(80'h80000000000000000001, 44'h41f7800028c);
        step(80'h8000000015c48d000001, 44'h8000000060c);
        step(80'h800004000000001b9b2b, 44'h80000000608);
        step(80'h800000000f8809000001, 44'h40000001619);
        step(80'h800000000000000f1073, 44'h40000000618);
        step(80'h800001000fefe7000001, 44'h00000003698);
        step(80'h800080000000002fef9f, 44'h00000000490);
        step(80'h8000030657b253000001, 44'h00000000692);
        step(80'h800000074000002f44c7, 44'h00000000690);
        step(80'h80000006c00000000001, 44'h01808000690);
        step(80'h80000007c00000000001, 44'h01c08000690);
        step(80'h80000000000000000001, 44'h41b78000680);
        step(80'h80000000000000000001, 44'h41f78000681);
        step(80'h800000000f8839000001, 44'h40000001611);
        step(80'h800000000000000f1073, 44'h40000000618);
        step(80'h8000010017f7cf000001, 44'h40000000e18);
        step(80'h800000000000000fddef, 44'h40000000e11);
        step(80'h800000064feef7000001, 44'h00000003e99);
        step(80'h800000074000000bdfbf, 44'h00000000e90);
        step(80'h80000300000000000001, 44'h01808000e90);
        step(80'h80000000000000000001, 44'h01c08000e90);
        step(80'h80000006c00000000001, 44'h40000000e80);
        step(80'h80000007c00000000001, 44'h40000000e81);
        step(80'h800000000f8839000001, 44'h00000001e91);
        step(80'h800000000000000f3273, 44'h00000000e90);
        step(80'h80010100000000000001, 44'h00000000a90);
        step(80'h80000000000000000001, 44'h00000000a94);
        step(80'h8000000645cd95000001, 44'h00000004a94);
        step(80'h800000074000000fa97b, 44'h00000000a90);
        step(80'h80000000000000000001, 44'h01808000a90);
        step(80'h80000000000000000001, 44'h01c08000a90);
        step(80'h80000000000000000001, 44'h40000000a80);
        step(80'h80000000000000000001, 44'h40000000a81);
        step(80'h800090000f9939000001, 44'h00000001891);
        step(80'h800000000000001f3273, 44'h00000000896);
        step(80'h8000010017a263000001, 44'h00000000a96);
        step(80'h800000000000001f56a7, 44'h00000000a94);
        step(80'h800000064fd4bd000001, 44'h00000000a94);
        step(80'h800000074000001fbb7b, 44'h00000000a90);
        step(80'h8000000007ddbd000001, 44'h01888004a94);
        step(80'h800000000000001fbb3b, 44'h01c88000a90);
        step(80'h80001000000000000001, 44'h40000000a80);
        step(80'h80000000000000000001, 44'h40000000a85);
        step(80'h80000000079939000001, 44'h00000001a95);
        step(80'h800000e80000000f3273, 44'h00000000a94);
        step(80'h800000c807dd9d000001, 44'h00000004a94);
        step(80'h800000000000001cb96b, 44'h01888000a90);
        step(80'h80000000000000000001, 44'h01c88000a90);
        step(80'h80000000000000000001, 44'h40000000a80);
        step(80'h800010000f9939000001, 44'h00000001a91);
        step(80'h800000000000000f3273, 44'h00000000a94);
        if (errors != 0) $fatal(1, "ilp_scoreboard_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("ilp_scoreboard_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
