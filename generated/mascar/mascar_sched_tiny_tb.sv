// SPDX-License-Identifier: Apache-2.0
// mascar_sched_tiny_tb: runs mascar_sched_tiny for 200 cycles with random inputs and
// compares every output with what its reference model gave. Emitted by Warpsmith.
// The last line says how it ended; a difference is fatal.

`timescale 1ns / 1ps
`default_nettype none

module mascar_sched_tiny_tb;

    reg clock = 1'b0;
    reg reset = 1'b1;
    integer cycle = 0;
    integer errors = 0;

    reg  [55:0] inputs;
    wire [18:0] outputs;
    reg  [18:0] early;
    reg  [18:0] got;
    // Outputs that answer in the same cycle; the others are registers.
    localparam [18:0] SAME_CYCLE = 19'h7f8ff;

    mascar_sched_tiny dut (
        .clock(clock),
        .reset(reset),
        .mp(inputs[0]),
        .slot_live(inputs[4:1]),
        .ib_valid(inputs[8:5]),
        .head_is_mem(inputs[12:9]),
        .ops_ready(inputs[16:13]),
        .dep_ll(inputs[20:17]),
        .at_barrier(inputs[24:21]),
        .at_fence(inputs[28:25]),
        .exited(inputs[32:29]),
        .age_rank(inputs[40:33]),
        .comp_free(inputs[42:41]),
        .lsu_free(inputs[43]),
        .lsu_has(inputs[47:44]),
        .rexq_has(inputs[51:48]),
        .rexq_head_v(inputs[52]),
        .rexq_head_warp(inputs[54:53]),
        .rexq_head_leaves(inputs[55]),
        .grant_v(outputs[1:0]),
        .grant_warp(outputs[5:2]),
        .grant_mem(outputs[7:6]),
        .owner_v(outputs[8]),
        .owner(outputs[10:9]),
        .wst_mem(outputs[14:11]),
        .wst_stall(outputs[18:15])
    );

    // One cycle: outputs that answer at once are looked at before the rising edge, registers
    // after it.
    task step(input [55:0] given, input [18:0] expected);
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
                $display("cycle %0d: grant_v is %h, the model has %h", cycle,
                         got[1:0], expected[1:0]);
            if (got[5:2] !== expected[5:2])
                $display("cycle %0d: grant_warp is %h, the model has %h", cycle,
                         got[5:2], expected[5:2]);
            if (got[7:6] !== expected[7:6])
                $display("cycle %0d: grant_mem is %h, the model has %h", cycle,
                         got[7:6], expected[7:6]);
            if (got[8] !== expected[8])
                $display("cycle %0d: owner_v is %h, the model has %h", cycle,
                         got[8], expected[8]);
            if (got[10:9] !== expected[10:9])
                $display("cycle %0d: owner is %h, the model has %h", cycle,
                         got[10:9], expected[10:9]);
            if (got[14:11] !== expected[14:11])
                $display("cycle %0d: wst_mem is %h, the model has %h", cycle,
                         got[14:11], expected[14:11]);
            if (got[18:15] !== expected[18:15])
                $display("cycle %0d: wst_stall is %h, the model has %h", cycle,
                         got[18:15], expected[18:15]);
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
        step(56'hdffe3600019fde, 19'h7f000);
        step(56'hfffe360000bffe, 19'h7f800);
        step(56'h9ffe3600015ffe, 19'h7f800);
        step(56'h9ffe3600019fde, 19'h7f000);
        step(56'h0ffe3600007efe, 19'h7b800);
        step(56'h9ffe3600019f7e, 19'h5d800);
        step(56'h0ffe3600007e7e, 19'h79800);
        step(56'h9ffe360000fffe, 19'h7f800);
        step(56'hdffe3600009ffe, 19'h7f800);
        step(56'h9ffe3600015efe, 19'h3b800);
        step(56'hfffe3600019ffe, 19'h7f800);
        step(56'h0ffe360000bffe, 19'h7f800);
        step(56'h9ffe3600019ffe, 19'h7f800);
        step(56'hbffe360000dffe, 19'h7f800);
        step(56'hbffe360001fffe, 19'h7f800);
        step(56'hdffe3600013fbe, 19'h7e800);
        step(56'h3ff89c0001c2fe, 19'h08800);
        step(56'h5ff09c0001e00e, 19'h00000);
        step(56'hfff49c0015e0be, 19'h00000);
        step(56'h5ff89c0001f01e, 19'h00000);
        step(56'h5ff69c0801e8fe, 19'h22013);
        step(56'h3ff49c0000e09e, 19'h40000);
        step(56'h1ff89c0011f81e, 19'h00000);
        step(56'h7ffc9c0002e0b6, 19'h40000);
        step(56'hdff89c0005e39e, 19'h00000);
        step(56'h7ff09c0001c07e, 19'h08000);
        step(56'h0ff49c0004a0fe, 19'h50000);
        step(56'h0ffa9c000161be, 19'h20001);
        step(56'h1ff29c0000f0fe, 19'h40001);
        step(56'h0ff29c0001e05e, 19'h00000);
        step(56'h3ff09c000de11e, 19'h00000);
        step(56'h9ff09c0001f3de, 19'h44000);
        step(56'hbfdb920c0081ff, 19'h58009);
        step(56'hf8cf92001003fe, 19'h78800);
        step(56'h0b5592001225ff, 19'h71000);
        step(56'hf8dd92000201fe, 19'h78000);
        step(56'hd68992000201ff, 19'h78000);
        step(56'h910f93800401f4, 19'h78000);
        step(56'hf90f92400219ff, 19'h7e000);
        step(56'h952d92000081ee, 19'h58000);
        step(56'h93c392000199ff, 19'h1e000);
        step(56'h07ff9200005dfe, 19'h7f000);
        step(56'h0ccf92001001ff, 19'h78000);
        step(56'h3a2d92000001fe, 19'h78000);
        step(56'h93e592000081ff, 19'h58000);
        step(56'h11df92001051fe, 19'h6c012);
        step(56'h00cd92000101ff, 19'h38032);
        step(56'hfcbf92000001fe, 19'h78000);
        step(56'hdffe96000d101f, 19'h38000);
        step(56'hdffe960011001e, 19'h38000);
        step(56'h0ffe960000011f, 19'h78000);
        step(56'h9ffe960018001e, 19'h78000);
        step(56'hfffe960000223f, 19'h78800);
        step(56'h9ffe960000001e, 19'h78000);
        step(56'hdffe9600000cdf, 19'h7b000);
        step(56'hbffe960010801e, 19'h58000);
        step(56'hfffe960000001f, 19'h78000);
        step(56'h0ffe960010001e, 19'h78000);
        step(56'hdffe960004201f, 19'h70000);
        step(56'h0ffe960010001e, 19'h78000);
        step(56'h9ffe960000047f, 19'h79000);
        step(56'h0ffe9600042e1e, 19'h70000);
        step(56'hfffe96000c403f, 19'h68000);
        step(56'hdffe960004001e, 19'h78000);
        step(56'hbffe960001407f, 19'h28012);
        step(56'hbffe960002021e, 19'h78000);
        step(56'h0ffe960000021f, 19'h78000);
        step(56'hfffe960002043e, 19'h78000);
        step(56'hfffe960000001f, 19'h78000);
        step(56'h9ffe960000121e, 19'h78000);
        step(56'hdffe960000001f, 19'h78000);
        step(56'h0ffe960008001e, 19'h78000);
        step(56'hdffe960000091f, 19'h78000);
        step(56'h0ffe960010849e, 19'h58009);
        step(56'hdffe9600080e1f, 19'h78000);
        step(56'h9ffe960004041e, 19'h78000);
        step(56'hbffe960000001f, 19'h78000);
        step(56'hfffe960000089e, 19'h7a000);
        step(56'h9ffe960010631f, 19'h60000);
        step(56'hdffe960005221e, 19'h30000);
        step(56'h9ffe960000021f, 19'h78000);
        step(56'hbffe96000e055e, 19'h79000);
        step(56'hbffe960010001f, 19'h78000);
        step(56'hbffe960000001e, 19'h78000);
        step(56'hfffe960010501f, 19'h68000);
        step(56'hdffe960002809e, 19'h58009);
        step(56'hfffe960000001f, 19'h78000);
        step(56'hfffe9600002e1e, 19'h70000);
        step(56'h0ffe960008001f, 19'h78000);
        step(56'h9ffe960000011e, 19'h78000);
        step(56'hfffe960004001f, 19'h78000);
        step(56'hbffe960000085e, 19'h78000);
        step(56'h0ffe960000103f, 19'h78000);
        step(56'hfffe960000503e, 19'h68000);
        step(56'h0ffe960002201f, 19'h70000);
        step(56'hfffe960009001e, 19'h38000);
        step(56'hdffe960000825f, 19'h58000);
        step(56'hdffe960005001e, 19'h38000);
        step(56'h9ffe960004001f, 19'h78000);
        step(56'hdffe960000001e, 19'h78000);
        restart;
        step(56'h000ee40001edbe, 19'h0207b);
        step(56'h000ee40001fdff, 19'h07393);
        step(56'h910ee40001f7ff, 19'h0db9b);
        step(56'h008ee40001fffe, 19'h07849);
        step(56'h912ee40001fb9e, 19'h060b2);
        step(56'h000ee40001fffe, 19'h07849);
        step(56'h002ee40001fffe, 19'h078b2);
        step(56'h000ee40001e7fe, 19'h01873);
        step(56'h004ee40001f57e, 19'h050b3);
        step(56'h00aee40001effe, 19'h03892);
        step(56'h040ee40001fffe, 19'h27841);
        step(56'h004ee40001ffde, 19'h07092);
        step(56'h000ee40001ebde, 19'h0205b);
        step(56'hf80ee40001edfe, 19'h0307b);
        step(56'h000ee40001fffe, 19'h078b2);
        step(56'hd40ee40001fdfe, 19'h270b3);
        step(56'h000ee40001301e, 19'h30000);
        step(56'h000ee40001981f, 19'h18000);
        step(56'h000ee40001a05e, 19'h10000);
        step(56'h000ee40001a09e, 19'h10009);
        step(56'h000ee40001481f, 19'h28000);
        step(56'h000ee40001291e, 19'h30032);
        step(56'h000ee40000a01e, 19'h50000);
        step(56'h000ee40000601e, 19'h60000);
        step(56'hf82e6c00015e5e, 19'h29092);
        step(56'h000e6c00007e1e, 19'h60000);
        step(56'h000e6c0001be1e, 19'h10000);
        step(56'hd41e6c0000be9e, 19'h72000);
        step(56'h000e6c08005e1e, 19'h68000);
        step(56'h000e6c0000be5e, 19'h51000);
        step(56'h000e6c00003e90, 19'h70000);
        step(56'h000e6c00005e1e, 19'h68000);
        step(56'h04ae6c10007e1f, 19'h60000);
        step(56'h000e6c01415e1f, 19'h28000);
        step(56'h009e6c0200df3f, 19'h4c800);
        step(56'h000e6c18013e07, 19'h30000);
        step(56'hdc0e6c00009e1f, 19'h58000);
        step(56'hf80e6c0001be1f, 19'h10000);
        step(56'h000e6c0000fe1d, 19'h40000);
        step(56'h002e6c00011e1f, 19'h38000);
        step(56'hb21e6c0001be16, 19'h10000);
        step(56'h002e6c00001e5e, 19'h79000);
        step(56'h004e6c00007e1e, 19'h60000);
        step(56'h000e6c0000ff9e, 19'h46049);
        step(56'h000e6c40017e3e, 19'h20841);
        step(56'hf80e6c00019e5e, 19'h19000);
        step(56'h004e6c0001de1e, 19'h08000);
        step(56'hf80e6c00013ebe, 19'h32841);
        step(56'h000e6c00009e9e, 19'h5a049);
        step(56'h000e6c00019e5e, 19'h19000);
        step(56'h000e6c0000be1f, 19'h50000);
        step(56'h000e6c00019e1f, 19'h18000);
        step(56'h028e6c00011f1f, 19'h3c7b2);
        step(56'h000e6c0000debf, 19'h6af00);
        step(56'hb60e6c0000df1f, 19'h4c700);
        step(56'h001e6c8001ff1f, 19'h047b2);
        step(56'h010e6c0001fe1f, 19'h00700);
        step(56'hd40e6c00007e1f, 19'h60700);
        step(56'h002e6c00815e1f, 19'h28700);
        step(56'h000e6c00005f5f, 19'h7d700);
        step(56'h005e6c00015e1f, 19'h28700);
        step(56'h003e6c00019e1f, 19'h18700);
        step(56'h004e6c0000fe1f, 19'h40700);
        step(56'h006e6c00001e1f, 19'h78700);
        step(56'h001e6c0001df9f, 19'h2e7b2);
        step(56'h004e6c00015e1f, 19'h28700);
        step(56'hb22e6c00009f09, 19'h58000);
        step(56'h002e6c0000df1f, 19'h4c000);
        step(56'h043e6c00017e1f, 19'h20000);
        step(56'hd44e6c0001de5f, 19'h09392);
        step(56'h008e6c00011f1f, 19'h7c300);
        step(56'h000e6c8001de1f, 19'h08300);
        step(56'h000e6c00005e1f, 19'h68300);
        step(56'h004e6c01209e1f, 19'h58300);
        step(56'h910e6c00005e5f, 19'h69392);
        step(56'h000e6c0001fe1e, 19'h00000);
        step(56'hf80e6c00001e1e, 19'h78000);
        step(56'h000e6c00013e1e, 19'h30000);
        step(56'h000e6c08009e1e, 19'h58000);
        step(56'h010e6c0001de1b, 19'h08000);
        step(56'h910e6c00015e3f, 19'h28800);
        step(56'h002e6c00003e1f, 19'h70000);
        step(56'h010e6c00001e9f, 19'h7a000);
        step(56'h000e6c0001bf5f, 19'h157b2);
        step(56'h020e6c00a09e1f, 19'h58700);
        step(56'h000e6c0000be1f, 19'h50700);
        step(56'h082e6c0001bf3f, 19'h5cf00);
        step(56'h010e6c0001fe1f, 19'h00700);
        step(56'h910e6c0000de9f, 19'h6a700);
        step(56'hf82e6c00009e9f, 19'h7a700);
        step(56'h002e6c00017e1f, 19'h20700);
        step(56'h004e6c00005e1f, 19'h68700);
        step(56'h000e6c00017e3e, 19'h20841);
        step(56'h912e6c0801de1e, 19'h08000);
        step(56'h000e6c00003e1e, 19'h70000);
        step(56'hd42e6c0000fe1e, 19'h40000);
        step(56'h002e6c06005e1e, 19'h68000);
        step(56'h000e6c0081de3e, 19'h08800);
        step(56'h000e6c00007f1f, 19'h64000);
        step(56'hba8e6c80007e5f, 19'h71000);
        if (errors != 0) $fatal(1, "mascar_sched_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("mascar_sched_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
