// SPDX-License-Identifier: Apache-2.0
// mask_monitor_tiny_tb: runs mask_monitor_tiny for 200 cycles with random inputs and
// compares every output with what its reference model gave. Emitted by Warpsmith.
// The last line says how it ended; a difference is fatal.

`timescale 1ns / 1ps
`default_nettype none

module mask_monitor_tiny_tb;

    reg clock = 1'b0;
    reg reset = 1'b1;
    integer cycle = 0;
    integer errors = 0;

    reg  [14:0] inputs;
    wire [13:0] outputs;
    reg  [13:0] early;
    reg  [13:0] got;
    // Outputs that answer in the same cycle; the others are registers.
    localparam [13:0] SAME_CYCLE = 14'h0000;

    mask_monitor_tiny dut (
        .clock(clock),
        .reset(reset),
        .issue_valid(inputs[1:0]),
        .issue_warp(inputs[7:2]),
        .stalled(inputs[13:8]),
        .tick(inputs[14]),
        .uniq(outputs[7:0]),
        .warps_peak(outputs[13:8])
    );

    // One cycle: outputs that answer at once are looked at before the rising edge, registers
    // after it.
    task step(input [14:0] given, input [13:0] expected);
        begin
            clock = 1'b0;
            inputs = given;
            #5;
            early = outputs;
            clock = 1'b1;
            #5;
            got = (early & SAME_CYCLE) | (outputs & ~SAME_CYCLE);
            if (got !== expected) errors = errors + 1;
            if (got[7:0] !== expected[7:0])
                $display("cycle %0d: uniq is %h, the model has %h", cycle,
                         got[7:0], expected[7:0]);
            if (got[13:8] !== expected[13:8])
                $display("cycle %0d: warps_peak is %h, the model has %h", cycle,
                         got[13:8], expected[13:8]);
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
        step(15'h00f3, 14'h0000);
        step(15'h009b, 14'h0000);
        step(15'h006f, 14'h0000);
        step(15'h00c7, 14'h0000);
        step(15'h0360, 14'h0000);
        step(15'h0013, 14'h0000);
        step(15'h0073, 14'h0000);
        step(15'h00d3, 14'h0000);
        step(15'h00b6, 14'h0000);
        step(15'h08ea, 14'h0000);
        step(15'h0069, 14'h0000);
        step(15'h30e7, 14'h0000);
        step(15'h2451, 14'h0000);
        step(15'h00c2, 14'h0000);
        step(15'h0093, 14'h0000);
        step(15'h0023, 14'h0000);
        step(15'h2fd5, 14'h0000);
        step(15'h001b, 14'h0000);
        step(15'h2fc1, 14'h0000);
        step(15'h0073, 14'h0000);
        step(15'h00d6, 14'h0000);
        step(15'h3f85, 14'h0000);
        step(15'h008f, 14'h0000);
        step(15'h193d, 14'h0000);
        step(15'h0027, 14'h0000);
        step(15'h0503, 14'h0000);
        step(15'h00af, 14'h0000);
        step(15'h00de, 14'h0000);
        step(15'h0088, 14'h0000);
        step(15'h3be7, 14'h0000);
        step(15'h16a2, 14'h0000);
        step(15'h0079, 14'h0000);
        step(15'h07ee, 14'h0000);
        step(15'h00cb, 14'h0000);
        step(15'h00a3, 14'h0000);
        step(15'h001f, 14'h0000);
        step(15'h133b, 14'h0000);
        step(15'h002b, 14'h0000);
        step(15'h0976, 14'h0000);
        step(15'h2fae, 14'h0000);
        step(15'h00dc, 14'h0000);
        step(15'h008a, 14'h0000);
        step(15'h0063, 14'h0000);
        step(15'h1fb4, 14'h0000);
        step(15'h3a67, 14'h0000);
        step(15'h007d, 14'h0000);
        step(15'h003b, 14'h0000);
        step(15'h00c5, 14'h0000);
        step(15'h1bc3, 14'h0000);
        step(15'h1011, 14'h0000);
        step(15'h3137, 14'h0000);
        step(15'h00ab, 14'h0000);
        step(15'h008d, 14'h0000);
        step(15'h04cd, 14'h0000);
        step(15'h008b, 14'h0000);
        step(15'h007f, 14'h0000);
        step(15'h00cf, 14'h0000);
        step(15'h00aa, 14'h0000);
        step(15'h00be, 14'h0000);
        step(15'h1a39, 14'h0000);
        step(15'h00db, 14'h0000);
        step(15'h00c7, 14'h0000);
        step(15'h0061, 14'h0000);
        step(15'h049d, 14'h0000);
        step(15'h0023, 14'h0000);
        step(15'h0017, 14'h0000);
        step(15'h00eb, 14'h0000);
        step(15'h326f, 14'h0000);
        step(15'h00ef, 14'h0000);
        step(15'h141a, 14'h0000);
        step(15'h007b, 14'h0000);
        step(15'h0077, 14'h0000);
        step(15'h0e6f, 14'h0000);
        step(15'h0016, 14'h0000);
        step(15'h003f, 14'h0000);
        step(15'h00ca, 14'h0000);
        step(15'h00cf, 14'h0000);
        step(15'h0058, 14'h0000);
        step(15'h0002, 14'h0000);
        step(15'h003c, 14'h0000);
        step(15'h0d55, 14'h0000);
        step(15'h00cf, 14'h0000);
        step(15'h000b, 14'h0000);
        step(15'h0fb9, 14'h0000);
        step(15'h002f, 14'h0000);
        step(15'h0012, 14'h0000);
        step(15'h31e7, 14'h0000);
        step(15'h004c, 14'h0000);
        step(15'h3fbb, 14'h0000);
        step(15'h1e09, 14'h0000);
        step(15'h0021, 14'h0000);
        step(15'h002b, 14'h0000);
        step(15'h00a7, 14'h0000);
        step(15'h00b7, 14'h0000);
        step(15'h00eb, 14'h0000);
        step(15'h0070, 14'h0000);
        step(15'h326e, 14'h0000);
        step(15'h005f, 14'h0000);
        step(15'h0007, 14'h0000);
        step(15'h243b, 14'h0000);
        restart;
        step(15'h1693, 14'h0000);
        step(15'h0057, 14'h0000);
        step(15'h0c4f, 14'h0000);
        step(15'h0029, 14'h0000);
        step(15'h00ef, 14'h0000);
        step(15'h0052, 14'h0000);
        step(15'h00eb, 14'h0000);
        step(15'h2bdc, 14'h0000);
        step(15'h23fb, 14'h0000);
        step(15'h004f, 14'h0000);
        step(15'h3947, 14'h0000);
        step(15'h0049, 14'h0000);
        step(15'h0792, 14'h0000);
        step(15'h00b1, 14'h0000);
        step(15'h00cf, 14'h0000);
        step(15'h0046, 14'h0000);
        step(15'h00ff, 14'h0000);
        step(15'h006e, 14'h0000);
        step(15'h009e, 14'h0000);
        step(15'h004b, 14'h0000);
        step(15'h18de, 14'h0000);
        step(15'h3ffb, 14'h0000);
        step(15'h000b, 14'h0000);
        step(15'h005f, 14'h0000);
        step(15'h004f, 14'h0000);
        step(15'h000a, 14'h0000);
        step(15'h00db, 14'h0000);
        step(15'h2d55, 14'h0000);
        step(15'h2e36, 14'h0000);
        step(15'h38e6, 14'h0000);
        step(15'h11c9, 14'h0000);
        step(15'h00af, 14'h0000);
        step(15'h00d3, 14'h0000);
        step(15'h08f3, 14'h0000);
        step(15'h00e5, 14'h0000);
        step(15'h0034, 14'h0000);
        step(15'h00c6, 14'h0000);
        step(15'h2a3e, 14'h0000);
        step(15'h00a5, 14'h0000);
        step(15'h00b3, 14'h0000);
        step(15'h0056, 14'h0000);
        step(15'h00af, 14'h0000);
        step(15'h376f, 14'h0000);
        step(15'h0083, 14'h0000);
        step(15'h304a, 14'h0000);
        step(15'h11df, 14'h0000);
        step(15'h00eb, 14'h0000);
        step(15'h00e1, 14'h0000);
        step(15'h2863, 14'h0000);
        step(15'h35af, 14'h0000);
        step(15'h006f, 14'h0000);
        step(15'h3eea, 14'h0000);
        step(15'h0076, 14'h0000);
        step(15'h008f, 14'h0000);
        step(15'h124d, 14'h0000);
        step(15'h08e6, 14'h0000);
        step(15'h00a3, 14'h0000);
        step(15'h008c, 14'h0000);
        step(15'h00c7, 14'h0000);
        step(15'h0029, 14'h0000);
        step(15'h006b, 14'h0000);
        step(15'h1363, 14'h0000);
        step(15'h008f, 14'h0000);
        step(15'h0037, 14'h0000);
        step(15'h00c5, 14'h0000);
        step(15'h000b, 14'h0000);
        step(15'h111b, 14'h0000);
        step(15'h2d2b, 14'h0000);
        step(15'h00f3, 14'h0000);
        step(15'h0007, 14'h0000);
        step(15'h0097, 14'h0000);
        step(15'h02aa, 14'h0000);
        step(15'h26db, 14'h0000);
        step(15'h0907, 14'h0000);
        step(15'h008f, 14'h0000);
        step(15'h0057, 14'h0000);
        step(15'h00e3, 14'h0000);
        step(15'h000f, 14'h0000);
        step(15'h00c3, 14'h0000);
        step(15'h00b4, 14'h0000);
        step(15'h0067, 14'h0000);
        step(15'h00a7, 14'h0000);
        step(15'h2dbe, 14'h0000);
        step(15'h00fb, 14'h0000);
        step(15'h0037, 14'h0000);
        step(15'h00ef, 14'h0000);
        step(15'h00ab, 14'h0000);
        step(15'h005f, 14'h0000);
        step(15'h2af5, 14'h0000);
        step(15'h00a7, 14'h0000);
        step(15'h003f, 14'h0000);
        step(15'h0067, 14'h0000);
        step(15'h002e, 14'h0000);
        step(15'h23cd, 14'h0000);
        step(15'h00ef, 14'h0000);
        step(15'h3893, 14'h0000);
        step(15'h0cb0, 14'h0000);
        step(15'h0053, 14'h0000);
        step(15'h1f90, 14'h0000);
        step(15'h0067, 14'h0000);
        if (errors != 0) $fatal(1, "mask_monitor_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("mask_monitor_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
