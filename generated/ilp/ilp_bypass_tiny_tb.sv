// SPDX-License-Identifier: Apache-2.0
// ilp_bypass_tiny_tb: runs ilp_bypass_tiny for 200 cycles with random inputs and
// compares every output with what its reference model gave. Emitted by Warpsmith.
// The last line says how it ended; a difference is fatal.

`timescale 1ns / 1ps
`default_nettype none

module ilp_bypass_tiny_tb;

    reg clock = 1'b0;
    reg reset = 1'b1;
    integer cycle = 0;
    integer errors = 0;

    reg  [24:0] inputs;
    wire [6:0] outputs;
    reg  [6:0] early;
    reg  [6:0] got;
    // Outputs that answer in the same cycle; the others are registers.
    localparam [6:0] SAME_CYCLE = 7'h7c;

    ilp_bypass_tiny dut (
        .clock(clock),
        .reset(reset),
        .bypass_en(inputs[0]),
        .iss_valid(inputs[1]),
        .iss_warp(inputs[3:2]),
        .iss_src_valid(inputs[5:4]),
        .iss_src_tag(inputs[11:6]),
        .iss_dst_valid(inputs[12]),
        .iss_dst_tag(inputs[15:13]),
        .iss_fixed(inputs[16]),
        .iss_spec(inputs[17]),
        .iss_entry_valid(inputs[18]),
        .iss_entry(inputs[19]),
        .iss_solo(inputs[20]),
        .kill_valid(inputs[21]),
        .kill_warp(inputs[23:22]),
        .kill_all(inputs[24]),
        .byp_sel(outputs[1:0]),
        .av_valid(outputs[2]),
        .av_entry(outputs[3]),
        .dwb_valid(outputs[4]),
        .dwb_warp(outputs[6:5])
    );

    // One cycle: outputs that answer at once are looked at before the rising edge, registers
    // after it.
    task step(input [24:0] given, input [6:0] expected);
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
                $display("cycle %0d: byp_sel is %h, the model has %h", cycle,
                         got[1:0], expected[1:0]);
            if (got[2] !== expected[2])
                $display("cycle %0d: av_valid is %h, the model has %h", cycle,
                         got[2], expected[2]);
            if (got[3] !== expected[3])
                $display("cycle %0d: av_entry is %h, the model has %h", cycle,
                         got[3], expected[3]);
            if (got[4] !== expected[4])
                $display("cycle %0d: dwb_valid is %h, the model has %h", cycle,
                         got[4], expected[4]);
            if (got[6:5] !== expected[6:5])
                $display("cycle %0d: dwb_warp is %h, the model has %h", cycle,
                         got[6:5], expected[6:5]);
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
        step(25'h00ddef7, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h00041eb, 7'h0c);
        step(25'h0000001, 7'h00);
        step(25'h005d8f7, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h007f5d3, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h00df013, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0043af3, 7'h0c);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h011787f, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h70);
        step(25'h005b6eb, 7'h02);
        step(25'h0000001, 7'h02);
        step(25'h0000001, 7'h04);
        step(25'h00c1b03, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h01352ab, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0a00001, 7'h50);
        step(25'h01314bf, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h013d6e7, 7'h70);
        step(25'h0000001, 7'h00);
        step(25'h00535e3, 7'h30);
        step(25'h0000001, 7'h00);
        step(25'h010fa57, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0600001, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h005323b, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h004f713, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h002087b, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0117abf, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0055463, 7'h70);
        step(25'h0000001, 7'h00);
        step(25'h011d4df, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h005f26b, 7'h70);
        step(25'h0000001, 7'h00);
        step(25'h01390b3, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h00d9ddb, 7'h10);
        step(25'h0000001, 7'h00);
        step(25'h01156bb, 7'h0c);
        step(25'h0000001, 7'h00);
        step(25'h005f77f, 7'h50);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h04);
        step(25'h0047feb, 7'h02);
        step(25'h0000001, 7'h02);
        step(25'h0000001, 7'h00);
        step(25'h00261f7, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h00e1a73, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h012b63b, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0053127, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h04);
        step(25'h01290fb, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h1600001, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h00dbb7f, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0036ae3, 7'h0c);
        step(25'h0000001, 7'h00);
        step(25'h007d07b, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h004d2c3, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0061777, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0113daf, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h00d3a7f, 7'h70);
        step(25'h0000001, 7'h00);
        step(25'h011322b, 7'h0c);
        step(25'h0000001, 7'h00);
        step(25'h0113f2b, 7'h50);
        step(25'h0000001, 7'h00);
        restart;
        step(25'h005babf, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h005f867, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h04);
        step(25'h00edfff, 7'h03);
        step(25'h0000001, 7'h03);
        step(25'h00534fb, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h00c3333, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h00d739f, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h005be97, 7'h0c);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h00f5d1f, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h0c);
        step(25'h0051ab7, 7'h01);
        step(25'h0000001, 7'h01);
        step(25'h01030af, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h006147f, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h00e113f, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0032db3, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h005b137, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h011503b, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h00d5bdf, 7'h50);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h0c);
        step(25'h0000001, 7'h00);
        step(25'h005f63f, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h00515f3, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h0043157, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h00c93bf, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h004b9b3, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h00fbabb, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h00711a3, 7'h0c);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h005d6c7, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0119c6b, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h50);
        step(25'h00fbb37, 7'h01);
        step(25'h0000001, 7'h01);
        step(25'h0000001, 7'h0c);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0073adf, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h04);
        step(25'h00ddbc7, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0055efb, 7'h0c);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h04);
        step(25'h00db5eb, 7'h02);
        step(25'h0000001, 7'h02);
        step(25'h0043df3, 7'h0c);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h007f93b, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0103997, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h00c7d03, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h00717d3, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h003ad2b, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h03159bf, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0036a2f, 7'h70);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h00);
        if (errors != 0) $fatal(1, "ilp_bypass_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("ilp_bypass_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
