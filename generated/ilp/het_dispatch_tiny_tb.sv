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
        step(54'h0400020005003a, 9'h001);
        step(54'h0400020005143e, 9'h003);
        step(54'h040001fffd040e, 9'h004);
        step(54'h0c0001fffd009a, 9'h01c);
        step(54'h0400020005105a, 9'h024);
        step(54'h0400020004f606, 9'h044);
        step(54'h040001fffcf81a, 9'h000);
        step(54'h040001fffcf01a, 9'h000);
        step(54'h040001fffd141a, 9'h000);
        step(54'h0c0001fffd119a, 9'h000);
        step(54'h0c0001fffcf41a, 9'h080);
        step(54'h3c00020005107a, 9'h181);
        step(54'h040001fffcf01a, 9'h001);
        step(54'h0400020000f062, 9'h001);
        step(54'h040001fffd0112, 9'h001);
        step(54'h0400020004f49a, 9'h001);
        step(54'h040001fffd0022, 9'h001);
        step(54'h0400020001001e, 9'h003);
        step(54'h0400020000f02a, 9'h00f);
        step(54'h1c000200010c9a, 9'h02f);
        step(54'h0400020005003a, 9'h04f);
        step(54'h0400020005109a, 9'h003);
        step(54'h1c000200011462, 9'h003);
        step(54'h0400020004f03a, 9'h003);
        step(54'h1c0002000104a6, 9'h080);
        step(54'h0400020000f02a, 9'h181);
        step(54'h040001fffcf4e2, 9'h001);
        step(54'h0400020005100e, 9'h003);
        step(54'h040002000108da, 9'h007);
        step(54'h0c0001fffcf492, 9'h083);
        step(54'h0400020001002e, 9'h001);
        step(54'h0400020000f01a, 9'h01d);
        step(54'h0400020005191a, 9'h001);
        step(54'h3c00020005001a, 9'h181);
        step(54'h0400020000f09a, 9'h001);
        step(54'h040001fffd140e, 9'h003);
        step(54'h040001fffd0442, 9'h00f);
        step(54'h0400020001101a, 9'h003);
        step(54'h0400020001140a, 9'h003);
        step(54'h04000200011496, 9'h000);
        step(54'h0400020000f19e, 9'h01c);
        step(54'h0400020000f0b6, 9'h000);
        step(54'h1c0001fffcf4ba, 9'h080);
        step(54'h3c0001fffd149e, 9'h03d);
        step(54'h3c0001fffd051e, 9'h180);
        step(54'h0400020000f112, 9'h00f);
        step(54'h04000200011092, 9'h003);
        step(54'h1c00020001119e, 9'h000);
        step(54'h0400020004f41a, 9'h01c);
        step(54'h3c00020001103a, 9'h000);
        step(54'h040001fffd101a, 9'h02c);
        step(54'h0400020004f06e, 9'h000);
        step(54'h040002000510b6, 9'h000);
        step(54'h040001fffd143a, 9'h000);
        step(54'h1c00020005101a, 9'h000);
        step(54'h0400020005103a, 9'h03c);
        step(54'h040001fffd101a, 9'h000);
        step(54'h3c0001fffcf40e, 9'h000);
        step(54'h0400020004f086, 9'h04c);
        step(54'h0400020000f416, 9'h000);
        step(54'h040001fffd0092, 9'h000);
        step(54'h1c0001fffd001a, 9'h080);
        step(54'h0400020001103a, 9'h05d);
        step(54'h3c00020005001e, 9'h180);
        step(54'h0400020005049e, 9'h007);
        step(54'h04000200051412, 9'h027);
        step(54'h0c0001fffd001a, 9'h003);
        step(54'h040001fffd051a, 9'h047);
        step(54'h0c0001fffcfc1e, 9'h000);
        step(54'h040001fffcf58e, 9'h01c);
        step(54'h0c00020005003e, 9'h080);
        step(54'h040001fffd001a, 9'h001);
        step(54'h040001fffd009a, 9'h001);
        step(54'h3c0002000510ba, 9'h001);
        step(54'h040001fffcf062, 9'h03d);
        step(54'h3c00020005141a, 9'h001);
        step(54'h04000200050402, 9'h05d);
        step(54'h0400020005001a, 9'h001);
        step(54'h0400020004f5f2, 9'h001);
        step(54'h0400020005101e, 9'h000);
        step(54'h3c0002000510ba, 9'h184);
        step(54'h0400020005081a, 9'h027);
        step(54'h0c000200051402, 9'h003);
        step(54'h040001fffd00be, 9'h044);
        step(54'h0400020001014a, 9'h01c);
        step(54'h3c0001fffd146a, 9'h03c);
        step(54'h0c0001fffd00ba, 9'h05c);
        step(54'h3c00020000f00e, 9'h000);
        step(54'h040001fffcf01a, 9'h000);
        step(54'h3c000200051002, 9'h180);
        step(54'h0c0001fffcf15a, 9'h083);
        step(54'h040001fffcf40a, 9'h001);
        step(54'h0400020005141a, 9'h001);
        step(54'h040001fffd103a, 9'h001);
        step(54'h0400020005002a, 9'h001);
        step(54'h040001fffd001e, 9'h003);
        step(54'h0400020001008a, 9'h00f);
        step(54'h0400020005003e, 9'h02c);
        step(54'h1c00020005109a, 9'h014);
        restart;
        step(54'h04000200010512, 9'h001);
        step(54'h0400020001041a, 9'h001);
        step(54'h040001fffd1406, 9'h083);
        step(54'h040001fffd003e, 9'h001);
        step(54'h0400020005011a, 9'h01d);
        step(54'h3c0001fffcf49e, 9'h03c);
        step(54'h0400020000f032, 9'h00c);
        step(54'h0400020001117a, 9'h000);
        step(54'h3c00020001001a, 9'h000);
        step(54'h1c000200051c8a, 9'h05c);
        step(54'h3c00020004fc16, 9'h1ac);
        step(54'h04000200011532, 9'h04f);
        step(54'h040001fffcf812, 9'h003);
        step(54'h1c00020001103e, 9'h000);
        step(54'h040001fffd103a, 9'h01c);
        step(54'h040001fffcf84a, 9'h000);
        step(54'h3c0001fffd101a, 9'h000);
        step(54'h1c00020004f43e, 9'h0bc);
        step(54'h3c0002000510ea, 9'h05d);
        step(54'h3c0001fffd001a, 9'h181);
        step(54'h0400020005101a, 9'h001);
        step(54'h040001fffd009a, 9'h001);
        step(54'h0400020000f83e, 9'h003);
        step(54'h040001fffd119a, 9'h00f);
        step(54'h1c00020000f19a, 9'h003);
        step(54'h0400020001105a, 9'h02f);
        step(54'h0400020005040a, 9'h003);
        step(54'h1c00020004f49a, 9'h003);
        step(54'h0400020001101a, 9'h04f);
        step(54'h0400020005045e, 9'h000);
        step(54'h1c00020005183a, 9'h094);
        step(54'h0400020005181a, 9'h001);
        step(54'h040001fffcf41a, 9'h001);
        step(54'h0400020005048a, 9'h001);
        step(54'h04000200051002, 9'h001);
        step(54'h2c00020004f09e, 9'h000);
        step(54'h040001fffd0c7a, 9'h00c);
        step(54'h0400020004f41a, 9'h034);
        step(54'h0400020005119e, 9'h02c);
        step(54'h040001fffcfc3a, 9'h000);
        step(54'h1c000200051422, 9'h000);
        step(54'h0400020001113a, 9'h04c);
        step(54'h1c000200010d3e, 9'h000);
        step(54'h0400020000f01e, 9'h000);
        step(54'h0400020001007a, 9'h000);
        step(54'h0400020005108a, 9'h000);
        step(54'h040001fffd019e, 9'h000);
        step(54'h2c000200050c9a, 9'h000);
        step(54'h040001fffcfc4a, 9'h054);
        step(54'h1c0001fffd1406, 9'h080);
        step(54'h040001fffcf41a, 9'h001);
        step(54'h04000200010266, 9'h080);
        step(54'h040002000500ae, 9'h001);
        step(54'h0400020005003a, 9'h001);
        step(54'h2c00020001011a, 9'h181);
        step(54'h0400020004fc1a, 9'h001);
        step(54'h0400020004f00a, 9'h001);
        step(54'h0400020001005a, 9'h001);
        step(54'h0400020004f0a2, 9'h001);
        step(54'h040001fffd043a, 9'h001);
        step(54'h040002000118ba, 9'h001);
        step(54'h0400020000f07a, 9'h001);
        step(54'h040001fffcf01a, 9'h001);
        step(54'h040001fffd153a, 9'h001);
        step(54'h0400020005041e, 9'h003);
        step(54'h0400020005007a, 9'h007);
        step(54'h0c00020000f01e, 9'h024);
        step(54'h0c00020001103a, 9'h01c);
        step(54'h3c0001fffd1516, 9'h044);
        step(54'h0400020005001a, 9'h03c);
        step(54'h040001fffd007e, 9'h05c);
        step(54'h0c0001fffd109a, 9'h080);
        step(54'h3c0001fffd0802, 9'h001);
        step(54'h3c00020000f09e, 9'h180);
        step(54'h0400020001101a, 9'h00f);
        step(54'h04000200011192, 9'h02f);
        step(54'h0400020001141a, 9'h003);
        step(54'h0400020004fcda, 9'h003);
        step(54'h0400020005101a, 9'h003);
        step(54'h040001fffd041a, 9'h003);
        step(54'h1c00020000f412, 9'h003);
        step(54'h1c0001fffd053a, 9'h04f);
        step(54'h1c0002000109aa, 9'h083);
        step(54'h0400020000f47a, 9'h001);
        step(54'h040001fffd053a, 9'h001);
        step(54'h040002000500ba, 9'h001);
        step(54'h04000200051022, 9'h001);
        step(54'h04000200010002, 9'h001);
        step(54'h0400020000fc06, 9'h083);
        step(54'h040001fffcf0ba, 9'h001);
        step(54'h04000200011442, 9'h001);
        step(54'h0400020005101e, 9'h003);
        step(54'h040001fffcf086, 9'h184);
        step(54'h0400020005001a, 9'h027);
        step(54'h0c00020004f51a, 9'h003);
        step(54'h040001fffd081e, 9'h044);
        step(54'h0400020001141a, 9'h01c);
        step(54'h0400020004f01a, 9'h000);
        step(54'h0c0001fffcf0ba, 9'h000);
        step(54'h0c00020001005a, 9'h080);
        if (errors != 0) $fatal(1, "het_dispatch_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("het_dispatch_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
