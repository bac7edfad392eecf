// SPDX-License-Identifier: Apache-2.0
// het_dispatch_tiny_tb: runs het_dispatch_tiny for 200 cycles with random inputs and
// compares every output with what its reference model gave. Emitted by Warpsmith.
// The last line says how it ended; a difference is fatal.

`timescale 1ns / 1ps
`default_nettype none

module het_dispatch_tiny_tb;

    reg clock = 1'b0;
    reg reset = 1'b1;
    integer cycle = 0;
    integer errors = 0;

    reg  [53:0] inputs;
    wire [8:0] outputs;
    reg  [8:0] early;
    reg  [8:0] got;
    // Outputs that answer in the same cycle; the others are registers.
    localparam [8:0] SAME_CYCLE = 9'h07c;

    het_dispatch_tiny dut (
        .clock(clock),
        .reset(reset),
        .pool(inputs[1:0]),
        .k_valid(inputs[2]),
        .k_tbs(inputs[4:3]),
        .k_threads(inputs[6:5]),
        .k_regs(inputs[9:7]),
        .k_smem(inputs[11:10]),
        .k_conc_warps(inputs[17:12]),
        .k_total_threads(inputs[49:18]),
        .l_ready(inputs[50]),
        .d_valid(inputs[51]),
        .d_sm(inputs[52]),
        .d_kid(inputs[53]),
        .k_ready(outputs[0]),
        .k_kid(outputs[1]),
        .l_valid(outputs[2]),
        .l_sm(outputs[3]),
        .l_kid(outputs[4]),
        .l_tb(outputs[6:5]),
        .kdone_valid(outputs[7]),
        .kdone_kid(outputs[8])
    );

    // One cycle: outputs that answer at once are looked at before the rising edge, registers
    // after it.
    task step(input [53:0] given, input [8:0] expected);
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
                $display("cycle %0d: k_ready is %h, the model has %h", cycle,
                         got[0], expected[0]);
            if (got[1] !== expected[1])
                $display("cycle %0d: k_kid is %h, the model has %h", cycle,
                         got[1], expected[1]);
            if (got[2] !== expected[2])
                $display("cycle %0d: l_valid is %h, the model has %h", cycle,
                         got[2], expected[2]);
            if (got[3] !== expected[3])
                $display("cycle %0d: l_sm is %h, the model has %h", cycle,
                         got[3], expected[3]);
            if (got[4] !== expected[4])
                $display("cycle %0d: l_kid is %h, the model has %h", cycle,
                         got[4], expected[4]);
            if (got[6:5] !== expected[6:5])
                $display("cycle %0d: l_tb is %h, the model has %h", cycle,
                         got[6:5], expected[6:5]);
            if (got[7] !== expected[7])
                $display("cycle %0d: kdone_valid is %h, the model has %h", cycle,
                         got[7], expected[7]);
            if (got[8] !== expected[8])
                $display("cycle %0d: kdone_kid is %h, the model has %h", cycle,
                         got[8], expected[8]);
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
        step(54'h040002000101ba, 9'h001);
        step(54'h040001fffd101e, 9'h003);
        step(54'h0400020000fcaa, 9'h00f);
        step(54'h0400020004f01a, 9'h02f);
        step(54'h04000200011416, 9'h000);
        step(54'h1c0002000511b2, 9'h000);
        step(54'h040001fffd0082, 9'h01c);
        step(54'h1c000201011502, 9'h000);
        step(54'h0400020005001e, 9'h04c);
        step(54'h3c80020001101a, 9'h000);
        step(54'h0400021000f01a, 9'h03c);
        step(54'h3c00020005107a, 9'h180);
        step(54'h0401020000fc06, 9'h003);
        step(54'h1c00020000f51e, 9'h080);
        step(54'h04000200011002, 9'h01d);
        step(54'h0400020000f1ae, 9'h000);
        step(54'h0400020004f00e, 9'h000);
        step(54'h3c0001fffcf40a, 9'h000);
        step(54'h040001fffd01ba, 9'h00c);
        step(54'h0400020005003a, 9'h000);
        step(54'h1c00020001103a, 9'h080);
        step(54'h0400020005099e, 9'h03d);
        step(54'h3c000a0001119a, 9'h001);
        step(54'h040002020100ba, 9'h05d);
        step(54'h3c0001fffd10da, 9'h181);
        step(54'h04000202011012, 9'h001);
        step(54'h040001fffd001e, 9'h003);
        step(54'h0400020001001e, 9'h00c);
        step(54'h040001fffd0586, 9'h01c);
        step(54'h1c001200010202, 9'h000);
        step(54'h040001fffd08de, 9'h02c);
        step(54'h1c00020005141a, 9'h000);
        step(54'h3c00820001109a, 9'h03c);
        step(54'h3c00020000f01e, 9'h04c);
        step(54'h040001fffd003e, 9'h05c);
        step(54'h04000200051092, 9'h000);
        step(54'h0400020004f402, 9'h000);
        step(54'h3c00020000f19e, 9'h180);
        step(54'h1c0001fffd101a, 9'h083);
        step(54'h040001fffcf01a, 9'h001);
        step(54'h040001fffd001a, 9'h001);
        step(54'h040001fffcf0ba, 9'h001);
        step(54'h04000200050042, 9'h001);
        step(54'h040001fffd0c0a, 9'h001);
        step(54'h0400020000fc1e, 9'h003);
        step(54'h0400020001188a, 9'h00f);
        step(54'h1c00020005080e, 9'h000);
        step(54'h040001fffd001a, 9'h014);
        step(54'h0400020201181e, 9'h02c);
        step(54'h2c00020000fd1a, 9'h180);
        step(54'h1c00020000f19a, 9'h003);
        step(54'h0400020000f46a, 9'h04f);
        step(54'h040001fffcf03e, 9'h000);
        step(54'h040001fffd1032, 9'h01c);
        step(54'h1c000200051002, 9'h080);
        step(54'h040001fffd103a, 9'h03d);
        step(54'h3c0001fffd0092, 9'h001);
        step(54'h3c0001fffd001a, 9'h05d);
        step(54'h3c2002000101b6, 9'h180);
        step(54'h0400020001041e, 9'h007);
        step(54'h040001fffcfc9a, 9'h003);
        step(54'h0c00020200fcba, 9'h003);
        step(54'h040001fffd0c3a, 9'h027);
        step(54'h040001fffd109a, 9'h003);
        step(54'h0400020001001a, 9'h003);
        step(54'h0c00021000f182, 9'h083);
        step(54'h0400020004f18a, 9'h001);
        step(54'h0400020004f096, 9'h003);
        step(54'h04000200010436, 9'h00c);
        step(54'h1c0001fffd00aa, 9'h01c);
        step(54'h3c00021001141a, 9'h02c);
        step(54'h0400020005003a, 9'h03c);
        step(54'h3c0002000118ba, 9'h180);
        step(54'h1c000200050c1a, 9'h083);
        step(54'h0400020001059e, 9'h001);
        step(54'h0440020001003a, 9'h01d);
        step(54'h3c0001fffcfc9a, 9'h001);
        step(54'h04000200010022, 9'h03d);
        step(54'h040001fffd1002, 9'h001);
        step(54'h040003000110fe, 9'h000);
        step(54'h04000a000118a2, 9'h004);
        step(54'h0c0001fffcf01e, 9'h000);
        step(54'h0400020401017a, 9'h024);
        step(54'h04000201011002, 9'h000);
        step(54'h0c00020000f242, 9'h000);
        step(54'h040001fffd0022, 9'h044);
        step(54'h04000200011912, 9'h000);
        step(54'h3c00020004f152, 9'h000);
        step(54'h0c0001fffcf51e, 9'h0dc);
        step(54'h3c00020001103a, 9'h181);
        step(54'h04000200051c1a, 9'h001);
        step(54'h040001fffd1c2a, 9'h001);
        step(54'h0480020001110a, 9'h001);
        step(54'h0400020011081a, 9'h001);
        step(54'h0420020001047a, 9'h001);
        step(54'h0400021000f02e, 9'h003);
        step(54'h0400020000f406, 9'h18c);
        step(54'h0400020004f006, 9'h003);
        step(54'h1c000200050512, 9'h083);
        step(54'h0400020004f11a, 9'h001);
        restart;
        step(54'h04000200010512, 9'h001);
        step(54'h040001fffd0486, 9'h083);
        step(54'h0400020004f03a, 9'h001);
        step(54'h0440020001013a, 9'h001);
        step(54'h0400028001103a, 9'h001);
        step(54'h040001fffd101a, 9'h001);
        step(54'h0400020000f05a, 9'h001);
        step(54'h0400028000f1a2, 9'h001);
        step(54'h040001fffcf49a, 9'h001);
        step(54'h0440020001101a, 9'h001);
        step(54'h040001fffcfc3e, 9'h003);
        step(54'h0400020200f53a, 9'h00f);
        step(54'h1c00020005001a, 9'h003);
        step(54'h0400020401083a, 9'h02f);
        step(54'h040001fffd141a, 9'h003);
        step(54'h1c0001fffcfc6a, 9'h003);
        step(54'h0400020001009a, 9'h04f);
        step(54'h040001fffd001a, 9'h003);
        step(54'h1c0001fffcf81e, 9'h080);
        step(54'h0400030000f0ea, 9'h01d);
        step(54'h3c0001fffd141a, 9'h001);
        step(54'h0400020000f83e, 9'h03c);
        step(54'h3c0001fffcf076, 9'h000);
        step(54'h0400020005101a, 9'h00c);
        step(54'h1c0001fffd008a, 9'h000);
        step(54'h04000a000114c6, 9'h05c);
        step(54'h3c02020001149a, 9'h180);
        step(54'h0401020001059e, 9'h02f);
        step(54'h1c00020001115a, 9'h003);
        step(54'h0402020000fcba, 9'h04f);
        step(54'h0400020101019a, 9'h003);
        step(54'h0400020005048a, 9'h003);
        step(54'h1c00220001101e, 9'h080);
        step(54'h040001fffd0002, 9'h015);
        step(54'h2c00024000f03a, 9'h035);
        step(54'h2c0001fffd091a, 9'h055);
        step(54'h2c00020004f81a, 9'h181);
        step(54'h040001fffd049a, 9'h001);
        step(54'h0400020004f09a, 9'h001);
        step(54'h040001fffd1c1a, 9'h001);
        step(54'h040001fffcf022, 9'h001);
        step(54'h040001fffd049a, 9'h001);
        step(54'h0400020001011e, 9'h003);
        step(54'h0400020001143a, 9'h00f);
        step(54'h1c000200051cc2, 9'h003);
        step(54'h0500020001109a, 9'h02f);
        step(54'h040001fffd0802, 9'h003);
        step(54'h1c00020001181a, 9'h003);
        step(54'h040001fffcfc3a, 9'h04f);
        step(54'h0400020004f41a, 9'h003);
        step(54'h0400020001109a, 9'h003);
        step(54'h1c40020001011a, 9'h083);
        step(54'h0400020001107a, 9'h001);
        step(54'h0410020001001a, 9'h001);
        step(54'h040001fffd100a, 9'h001);
        step(54'h04000000010c2a, 9'h001);
        step(54'h04000200050c9a, 9'h001);
        step(54'h0400020200f49a, 9'h001);
        step(54'h0400021001003a, 9'h001);
        step(54'h04000202010896, 9'h003);
        step(54'h040001fffd109a, 9'h007);
        step(54'h0c00020000f006, 9'h180);
        step(54'h0400020000f09e, 9'h027);
        step(54'h0c10020000f01a, 9'h083);
        step(54'h0400020001119a, 9'h001);
        step(54'h040001fffd111a, 9'h001);
        step(54'h0400020000f49a, 9'h001);
        step(54'h0400020000f01a, 9'h001);
        step(54'h0400020000f012, 9'h001);
        step(54'h0400020000f00e, 9'h003);
        step(54'h0401020001101a, 9'h00f);
        step(54'h04000200011c4e, 9'h000);
        step(54'h040001fffcf51a, 9'h01c);
        step(54'h0400020000fc7a, 9'h000);
        step(54'h1c000240011c42, 9'h080);
        step(54'h0400020005003a, 9'h001);
        step(54'h04000200050422, 9'h001);
        step(54'h04000200011c2a, 9'h001);
        step(54'h048002000101ba, 9'h001);
        step(54'h3c0001fffd04ba, 9'h181);
        step(54'h0400120001183a, 9'h001);
        step(54'h0400020000f09a, 9'h001);
        step(54'h0400020021101e, 9'h003);
        step(54'h0400020005003a, 9'h007);
        step(54'h040001fffd141e, 9'h024);
        step(54'h04000200411106, 9'h01c);
        step(54'h04000204010032, 9'h03c);
        step(54'h0c000200051412, 9'h000);
        step(54'h3c80020000f41a, 9'h044);
        step(54'h0c00020000f08e, 9'h05c);
        step(54'h3c0002001114da, 9'h000);
        step(54'h3c00020000f49e, 9'h180);
        step(54'h040001fffd0c06, 9'h003);
        step(54'h0c00020005110a, 9'h083);
        step(54'h040001fffcf402, 9'h001);
        step(54'h040001fffd142e, 9'h003);
        step(54'h0400020020f41a, 9'h00f);
        step(54'h0410020000f132, 9'h003);
        step(54'h040003000108ea, 9'h003);
        step(54'h0400020001108a, 9'h003);
        if (errors != 0) $fatal(1, "het_dispatch_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("het_dispatch_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
