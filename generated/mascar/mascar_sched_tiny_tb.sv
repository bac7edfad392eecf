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

    reg  [54:0] inputs;
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
    task step(input [54:0] given, input [18:0] expected);
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
        step(55'h5ffe3600019fde, 19'h7f000);
        step(55'h7ffe360000bffe, 19'h7f800);
        step(55'h1ffe3600015ffe, 19'h7f800);
        step(55'h1ffe3600019fde, 19'h7f000);
        step(55'h0ffe3600007efe, 19'h7b800);
        step(55'h1ffe3600019f7e, 19'h5d800);
        step(55'h0ffe3600007e7e, 19'h79800);
        step(55'h1ffe360000fffe, 19'h7f800);
        step(55'h5ffe3600009ffe, 19'h7f800);
        step(55'h1ffe3600015efe, 19'h3b800);
        step(55'h7ffe3600019ffe, 19'h7f800);
        step(55'h0ffe360000bffe, 19'h7f800);
        step(55'h1ffe3600019ffe, 19'h7f800);
        step(55'h3ffe360000dffe, 19'h7f800);
        step(55'h3ffe360001fffe, 19'h7f800);
        step(55'h5ffe3600013fbe, 19'h7e800);
        step(55'h3ff89c0001c2fe, 19'h08800);
        step(55'h5ff09c0001e35e, 19'h00000);
        step(55'h0ff09c0001e19e, 19'h00000);
        step(55'h7ff09c0000c3fe, 19'h48800);
        step(55'h0ff49c0001e132, 19'h00032);
        step(55'h0ff09c0003e19e, 19'h00000);
        step(55'h0ff09c0001b17f, 19'h54000);
        step(55'h5ff09c0040f37f, 19'h4cd00);
        step(55'h1ff89c0003687f, 19'h20500);
        step(55'h17709d0003e0df, 19'h00500);
        step(55'h0ff09c0001649f, 19'h20500);
        step(55'h1ff09c0005e03f, 19'h00500);
        step(55'h1ffa9c0001609f, 19'h20500);
        step(55'h5ff09c0001e0fe, 19'h00000);
        step(55'h1ff09c0001e15e, 19'h00000);
        step(55'h3ff09c0008e1fe, 19'h40000);
        step(55'h794e9c00016fde, 19'h23092);
        step(55'h000e9c0001fffe, 19'h07849);
        step(55'h008e9c0001fdfe, 19'h07093);
        step(55'h000e9c000178fe, 19'h22013);
        step(55'h000e9c0001bdfe, 19'h17049);
        step(55'h320e9c0001fffe, 19'h178b2);
        step(55'h000e9c0001bb7e, 19'h14841);
        step(55'h000e9c0001fbfe, 19'h068b2);
        step(55'h000e9c0001fbfe, 19'h06853);
        step(55'h002e9c0001fade, 19'h0205b);
        step(55'h008e9c0001f5fe, 19'h0509b);
        step(55'h00ce9c0001efde, 19'h03092);
        step(55'h780e9c0001ecbe, 19'h02049);
        step(55'h000e9c0001ec7e, 19'h01093);
        step(55'h32ce9c00017bbe, 19'h26841);
        step(55'h000e9c0001efbe, 19'h02873);
        step(55'h320e9c0001edde, 19'h1307b);
        step(55'h110e9c0001f3fe, 19'h0c8bb);
        step(55'h7c0e9c00015dfe, 19'h6f092);
        step(55'h000e9c0000f7de, 19'h4509b);
        step(55'h000e9c0001fdfe, 19'h07093);
        step(55'h000e9c0001fa3e, 19'h00841);
        step(55'h320e9c0001f7fe, 19'h15841);
        step(55'h000e9c0001fdde, 19'h07092);
        step(55'h780e9c0001f3fe, 19'h44853);
        step(55'h780e9c0001fffe, 19'h47841);
        step(55'h008e9c0001fffe, 19'h07892);
        step(55'h000e9c000177fe, 19'h25841);
        step(55'h010e9c0001f9fe, 19'h060b3);
        step(55'h004e9c0001fdbe, 19'h06049);
        step(55'h000e9c0001e7fe, 19'h0189b);
        step(55'h546e9c0001f5de, 19'h0509b);
        step(55'h560e9c0001ffbe, 19'h26841);
        step(55'h000e9c0001f7be, 19'h048bb);
        step(55'h002e9c0001fdde, 19'h07049);
        step(55'h008e9c0000ff5e, 19'h45092);
        step(55'h320e9c0001fd7e, 19'h150b3);
        step(55'h780e9c00017ffe, 19'h67892);
        step(55'h001e9c0001f7fe, 19'h05841);
        step(55'h786e9c0001fffe, 19'h47892);
        step(55'h000e9c0001ef7e, 19'h01873);
        step(55'h031e9c0001bffe, 19'h1f8b2);
        step(55'h080e9c0001e37e, 19'h00873);
        step(55'h000e9c0001a9de, 19'h1207b);
        step(55'h000e9c0001f3fe, 19'h04853);
        step(55'h788e9c0001befe, 19'h13841);
        step(55'h000e9c0001fffe, 19'h07892);
        step(55'h000e9c0001caff, 19'h0ad5b);
        step(55'h000e9c0001ffff, 19'h5fd49);
        step(55'h028e9c0001ffff, 19'h5fd49);
        step(55'h004e9c0001ff7f, 19'h5dd00);
        step(55'h000e9c00017f7f, 19'h7dd00);
        step(55'h000e9c0000ffdf, 19'h57549);
        step(55'h048e9c0001efff, 19'h3bd32);
        step(55'h01be9c0001fdff, 19'h57501);
        step(55'h199e9c0001ffff, 19'h5fd49);
        step(55'h002e9c0001f77f, 19'h5dd00);
        step(55'h540e9c0001d9ff, 19'h6e512);
        step(55'h780e9c0001fdbf, 19'h46501);
        step(55'h008e9c0001ffff, 19'h5fd49);
        step(55'h000e9c0000eafe, 19'h4285b);
        step(55'h000e9c0001a3de, 19'h1003b);
        step(55'h002e9c0001dffe, 19'h0f849);
        step(55'h000e9c0001edfe, 19'h03093);
        step(55'h000e9600001e5e, 19'h79000);
        step(55'h000e9600001e1e, 19'h78000);
        step(55'h000e9600001c9e, 19'h7a000);
        step(55'h000e9600001a1e, 19'h78000);
        restart;
        step(55'h000ee40001edbe, 19'h0207b);
        step(55'h000ee40001fdff, 19'h07393);
        step(55'h110ee40001f7ff, 19'h0db9b);
        step(55'h008ee40001fffe, 19'h07849);
        step(55'h112ee40001fb9e, 19'h060b2);
        step(55'h000ee40001fffe, 19'h07849);
        step(55'h002ee40001fffe, 19'h078b2);
        step(55'h000ee40001e7fe, 19'h01873);
        step(55'h004ee40001f57e, 19'h050b3);
        step(55'h00aee40001effe, 19'h03892);
        step(55'h040ee40001fffe, 19'h27841);
        step(55'h004ee40001ffde, 19'h07092);
        step(55'h000ee40001ebde, 19'h0205b);
        step(55'h780ee40001edfe, 19'h0307b);
        step(55'h000ee40001fffe, 19'h078b2);
        step(55'h540ee40001fdfe, 19'h270b3);
        step(55'h000ee40001301e, 19'h30000);
        step(55'h000ee40001981f, 19'h18000);
        step(55'h000ee40001a05e, 19'h10000);
        step(55'h000ee40001a09e, 19'h10009);
        step(55'h000ee40001481f, 19'h28000);
        step(55'h000ee40001291e, 19'h30032);
        step(55'h000ee40000a01e, 19'h50000);
        step(55'h000ee40000601e, 19'h60000);
        step(55'h782e6c00015e5e, 19'h29092);
        step(55'h000e6c00007e1e, 19'h60000);
        step(55'h000e6c0001be1e, 19'h10000);
        step(55'h541e6c0000be9e, 19'h72000);
        step(55'h000e6c08005e1e, 19'h68000);
        step(55'h000e6c0000be5e, 19'h51000);
        step(55'h000e6c00003e90, 19'h70000);
        step(55'h000e6c00005e1e, 19'h68000);
        step(55'h04ae6c10007e1f, 19'h60000);
        step(55'h000e6c01415e1f, 19'h28000);
        step(55'h009e6c0200df3f, 19'h4c800);
        step(55'h000e6c18013e07, 19'h30000);
        step(55'h5c0e6c00009e1f, 19'h58500);
        step(55'h780e6c0001be1f, 19'h10500);
        step(55'h000e6c0000fe1d, 19'h40500);
        step(55'h002e6c00011e1f, 19'h38500);
        step(55'h321e6c0001be16, 19'h10000);
        step(55'h002e6c00001e5e, 19'h79000);
        step(55'h004e6c00007e1e, 19'h60000);
        step(55'h000e6c0000ff9e, 19'h46049);
        step(55'h000e6c40017e3e, 19'h20841);
        step(55'h780e6c00019e5e, 19'h19000);
        step(55'h004e6c0001de1e, 19'h08000);
        step(55'h780e6c00013ebe, 19'h32841);
        step(55'h000e6c00009e9e, 19'h5a049);
        step(55'h000e6c00019e5e, 19'h19000);
        step(55'h000e6c0000be1f, 19'h50000);
        step(55'h000e6c00019e1f, 19'h18000);
        step(55'h028e6c00011f1f, 19'h3c7b2);
        step(55'h000e6c0000debf, 19'h6af00);
        step(55'h360e6c0000df1f, 19'h4c700);
        step(55'h001e6c8001ff1f, 19'h047b2);
        step(55'h010e6c0001fe1f, 19'h00700);
        step(55'h540e6c00007e1f, 19'h60700);
        step(55'h002e6c00815e1f, 19'h28700);
        step(55'h000e6c00005f5f, 19'h7d700);
        step(55'h005e6c00015e1f, 19'h28700);
        step(55'h003e6c00019e1f, 19'h18700);
        step(55'h004e6c0000fe1f, 19'h40700);
        step(55'h006e6c00001e1f, 19'h78700);
        step(55'h001e6c0001df9f, 19'h2e7b2);
        step(55'h004e6c00015e1f, 19'h28700);
        step(55'h322e6c00009f09, 19'h58000);
        step(55'h002e6c0000df1f, 19'h4c000);
        step(55'h043e6c00017e1f, 19'h20000);
        step(55'h544e6c0001de5f, 19'h09392);
        step(55'h008e6c00011f1f, 19'h7c300);
        step(55'h000e6c8001de1f, 19'h08300);
        step(55'h000e6c00005e1f, 19'h68300);
        step(55'h004e6c01209e1f, 19'h58300);
        step(55'h110e6c00005e5f, 19'h69392);
        step(55'h000e6c0001fe1e, 19'h00000);
        step(55'h780e6c00001e1e, 19'h78000);
        step(55'h000e6c00013e1e, 19'h30000);
        step(55'h000e6c08009e1e, 19'h58000);
        step(55'h010e6c0001de1b, 19'h08000);
        step(55'h110e6c00015e3f, 19'h28900);
        step(55'h002e6c00003e1f, 19'h70100);
        step(55'h010e6c00001e9f, 19'h7a100);
        step(55'h000e6c0001bf5f, 19'h55100);
        step(55'h020e6c00a09e1f, 19'h58000);
        step(55'h000e6c0000be1f, 19'h50000);
        step(55'h082e6c0001bf3f, 19'h54941);
        step(55'h010e6c0001fe1f, 19'h00100);
        step(55'h110e6c0000de9f, 19'h6a100);
        step(55'h782e6c00009e9f, 19'h7a100);
        step(55'h002e6c00017e1f, 19'h20100);
        step(55'h004e6c00005e1f, 19'h68100);
        step(55'h000e6c00017e3e, 19'h20841);
        step(55'h112e6c0801de1e, 19'h08000);
        step(55'h000e6c00003e1e, 19'h70000);
        step(55'h542e6c0000fe1e, 19'h40000);
        step(55'h002e6c06005e1e, 19'h68000);
        step(55'h000e6c0081de3e, 19'h08800);
        step(55'h000e6c00007f1f, 19'h64000);
        step(55'h3a8e6c80007e5f, 19'h71300);
        if (errors != 0) $fatal(1, "mascar_sched_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("mascar_sched_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
