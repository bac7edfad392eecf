// SPDX-License-Identifier: Apache-2.0
// mask_l2bypass_tiny_tb: runs mask_l2bypass_tiny for 200 cycles with random inputs and
// compares every output with what its reference model gave. Emitted by Warpsmith.
// The last line says how it ended; a difference is fatal.

`timescale 1ns / 1ps
`default_nettype none

module mask_l2bypass_tiny_tb;

    reg clock = 1'b0;
    reg reset = 1'b1;
    integer cycle = 0;
    integer errors = 0;

    reg  [21:0] inputs;
    wire [0:0] outputs;
    reg  [0:0] early;
    reg  [0:0] got;
    // Outputs that answer in the same cycle; the others are registers.
    localparam [0:0] SAME_CYCLE = 1'h1;

    mask_l2bypass_tiny dut (
        .clock(clock),
        .reset(reset),
        .wm_addr(inputs[15:0]),
        .wm_depth(inputs[18:16]),
        .bypass_bits(inputs[20:19]),
        .en_l2bypass(inputs[21]),
        .wm_bypass(outputs[0])
    );

    // One cycle: outputs that answer at once are looked at before the rising edge, registers
    // after it.
    task step(input [21:0] given, input [0:0] expected);
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
                $display("cycle %0d: wm_bypass is %h, the model has %h", cycle,
                         got[0], expected[0]);
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
        step(22'h23015e, 1'h0);
        step(22'h260175, 1'h0);
        step(22'h235dc0, 1'h0);
        step(22'h27aaf1, 1'h0);
        step(22'h2201cd, 1'h0);
        step(22'h2701ab, 1'h0);
        step(22'h22006d, 1'h0);
        step(22'h2553c1, 1'h0);
        step(22'h268163, 1'h0);
        step(22'h279f96, 1'h0);
        step(22'h23e8f8, 1'h0);
        step(22'h2794cc, 1'h0);
        step(22'h25ffbc, 1'h0);
        step(22'h2100a9, 1'h0);
        step(22'h23cf73, 1'h0);
        step(22'h250155, 1'h0);
        step(22'h2783f2, 1'h0);
        step(22'h26315c, 1'h0);
        step(22'h20294b, 1'h0);
        step(22'h2500f2, 1'h0);
        step(22'h270192, 1'h0);
        step(22'h39017b, 1'h1);
        step(22'h3f0117, 1'h0);
        step(22'h3d5dbb, 1'h0);
        step(22'h380170, 1'h0);
        step(22'h3c01f8, 1'h0);
        step(22'h3d0095, 1'h0);
        step(22'h3db5f2, 1'h0);
        step(22'h3e008d, 1'h0);
        step(22'h3c0196, 1'h0);
        step(22'h3f0168, 1'h0);
        step(22'h390024, 1'h0);
        step(22'h3e015a, 1'h0);
        step(22'h3b01b5, 1'h0);
        step(22'h3800e6, 1'h0);
        step(22'h3b00fc, 1'h0);
        step(22'h3e0185, 1'h0);
        step(22'h3d0040, 1'h0);
        step(22'h386738, 1'h0);
        step(22'h3b005d, 1'h0);
        step(22'h3f00f3, 1'h0);
        step(22'h3d00d9, 1'h0);
        step(22'h38b36d, 1'h0);
        step(22'h380011, 1'h0);
        step(22'h3b016b, 1'h0);
        step(22'h385551, 1'h0);
        step(22'h3901c0, 1'h1);
        step(22'h3f00de, 1'h0);
        step(22'h3c00c3, 1'h0);
        step(22'h3f0bac, 1'h0);
        step(22'h3a01f6, 1'h1);
        step(22'h39e970, 1'h1);
        step(22'h380067, 1'h0);
        step(22'h390045, 1'h0);
        step(22'h3e0109, 1'h0);
        step(22'h3a01d7, 1'h1);
        step(22'h3b017e, 1'h0);
        step(22'h3a01cc, 1'h1);
        step(22'h3f00d9, 1'h0);
        step(22'h3b82a9, 1'h0);
        step(22'h3a5091, 1'h1);
        step(22'h3f4efa, 1'h0);
        step(22'h3e00f0, 1'h0);
        step(22'h3b010d, 1'h0);
        step(22'h3fe714, 1'h0);
        step(22'h3b2e40, 1'h0);
        step(22'h3e0086, 1'h0);
        step(22'h390182, 1'h1);
        step(22'h3c00e1, 1'h0);
        step(22'h3f01c6, 1'h0);
        step(22'h3dc2e1, 1'h0);
        step(22'h3c0066, 1'h0);
        step(22'h3f011c, 1'h0);
        step(22'h380035, 1'h0);
        step(22'h3d29a6, 1'h0);
        step(22'h3f1d8e, 1'h0);
        step(22'h3a009a, 1'h1);
        step(22'h3d01e7, 1'h0);
        step(22'h3f55d6, 1'h0);
        step(22'h3a14c7, 1'h1);
        step(22'h3b8c38, 1'h0);
        step(22'h3e6521, 1'h0);
        step(22'h3800b4, 1'h0);
        step(22'h298c1e, 1'h1);
        step(22'h2e925c, 1'h0);
        step(22'h2b019d, 1'h0);
        step(22'h2a0bb3, 1'h0);
        step(22'h2e004b, 1'h0);
        step(22'h290008, 1'h0);
        step(22'h2b2969, 1'h0);
        step(22'h2d0115, 1'h0);
        step(22'h287a68, 1'h0);
        step(22'h290196, 1'h1);
        step(22'h2d7cd6, 1'h0);
        step(22'h28c66c, 1'h0);
        step(22'h290046, 1'h0);
        step(22'h290170, 1'h1);
        step(22'h2d702b, 1'h0);
        step(22'h2d00da, 1'h0);
        step(22'h2ff693, 1'h0);
        restart;
        step(22'h22532f, 1'h0);
        step(22'h250183, 1'h0);
        step(22'h270161, 1'h0);
        step(22'h2101d4, 1'h0);
        step(22'h2700b1, 1'h0);
        step(22'h220120, 1'h0);
        step(22'h27010f, 1'h0);
        step(22'h21f7d1, 1'h0);
        step(22'h261887, 1'h0);
        step(22'h2401a0, 1'h0);
        step(22'h24dcc7, 1'h0);
        step(22'h21002b, 1'h0);
        step(22'h200084, 1'h0);
        step(22'h26bec5, 1'h0);
        step(22'h25a0c3, 1'h0);
        step(22'h26ce56, 1'h0);
        step(22'h2200f4, 1'h0);
        step(22'h279573, 1'h0);
        step(22'h2301d8, 1'h0);
        step(22'h240196, 1'h0);
        step(22'h221a41, 1'h0);
        step(22'h260121, 1'h0);
        step(22'h24c607, 1'h0);
        step(22'h22c3d0, 1'h0);
        step(22'h27d7c1, 1'h0);
        step(22'h230163, 1'h0);
        step(22'h22a61a, 1'h0);
        step(22'h264d2c, 1'h0);
        step(22'h258c61, 1'h0);
        step(22'h250091, 1'h0);
        step(22'h2055bb, 1'h0);
        step(22'h26ddb4, 1'h0);
        step(22'h26d260, 1'h0);
        step(22'h230004, 1'h0);
        step(22'h230d10, 1'h0);
        step(22'h2267d4, 1'h0);
        step(22'h21012f, 1'h0);
        step(22'h250059, 1'h0);
        step(22'h21b666, 1'h0);
        step(22'h27dba5, 1'h0);
        step(22'h250028, 1'h0);
        step(22'h25003b, 1'h0);
        step(22'h2400ce, 1'h0);
        step(22'h2b90d5, 1'h0);
        step(22'h2b9f8f, 1'h0);
        step(22'h2e00c0, 1'h0);
        step(22'h2c0151, 1'h0);
        step(22'h2a9362, 1'h0);
        step(22'h2d2b3b, 1'h0);
        step(22'h2f0007, 1'h0);
        step(22'h2f0034, 1'h0);
        step(22'h2b00c3, 1'h0);
        step(22'h2c01a5, 1'h0);
        step(22'h2b46b8, 1'h0);
        step(22'h2ac1ec, 1'h0);
        step(22'h2f007b, 1'h0);
        step(22'h2ed5cd, 1'h0);
        step(22'h2d276e, 1'h0);
        step(22'h28010f, 1'h0);
        step(22'h2b89ae, 1'h0);
        step(22'h2d9d55, 1'h0);
        step(22'h2c0104, 1'h0);
        step(22'h2e015b, 1'h0);
        step(22'h29001a, 1'h0);
        step(22'h2ba680, 1'h0);
        step(22'h2b007d, 1'h0);
        step(22'h2ccfc6, 1'h0);
        step(22'h29bc2b, 1'h1);
        step(22'h2e8647, 1'h0);
        step(22'h28008d, 1'h0);
        step(22'h2f5ba8, 1'h0);
        step(22'h2a005d, 1'h0);
        step(22'h2d0017, 1'h0);
        step(22'h2b01e4, 1'h0);
        step(22'h2e247f, 1'h0);
        step(22'h2f00bb, 1'h0);
        step(22'h300153, 1'h0);
        step(22'h323555, 1'h1);
        step(22'h37015d, 1'h0);
        step(22'h34389c, 1'h0);
        step(22'h3201f5, 1'h1);
        step(22'h378294, 1'h0);
        step(22'h303e53, 1'h0);
        step(22'h36015b, 1'h0);
        step(22'h3500ef, 1'h0);
        step(22'h3389b0, 1'h0);
        step(22'h35adb5, 1'h0);
        step(22'h350193, 1'h0);
        step(22'h329e8e, 1'h1);
        step(22'h36236c, 1'h0);
        step(22'h36012d, 1'h0);
        step(22'h36013e, 1'h0);
        step(22'h35949c, 1'h0);
        step(22'h35e364, 1'h0);
        step(22'h31e4f1, 1'h0);
        step(22'h37c233, 1'h0);
        step(22'h31004e, 1'h0);
        step(22'h330074, 1'h0);
        step(22'h335cd5, 1'h0);
        step(22'h340196, 1'h0);
        if (errors != 0) $fatal(1, "mask_l2bypass_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("mask_l2bypass_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
