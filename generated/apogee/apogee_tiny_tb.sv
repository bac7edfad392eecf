// SPDX-License-Identifier: Apache-2.0
// apogee_tiny_tb: runs apogee_tiny for 200 cycles with random inputs and
// compares every output with what its reference model gave. Emitted by Warpsmith.
// The last line says how it ended; a difference is fatal.

`timescale 1ns / 1ps
`default_nettype none

module apogee_tiny_tb;

    reg clock = 1'b0;
    reg reset = 1'b1;
    integer cycle = 0;
    integer errors = 0;

    reg  [49:0] inputs;
    wire [24:0] outputs;
    reg  [24:0] early;
    reg  [24:0] got;
    // Outputs that answer in the same cycle; the others are registers.
    localparam [24:0] SAME_CYCLE = 25'h0000000;

    apogee_tiny dut (
        .clock(clock),
        .reset(reset),
        .flush(inputs[0]),
        .iter_threads(inputs[4:1]),
        .live_warps(inputs[6:5]),
        .ld_v(inputs[7]),
        .ld_first(inputs[8]),
        .ld_last(inputs[9]),
        .ld_pc(inputs[11:10]),
        .ld_warp(inputs[12]),
        .ld_mask(inputs[14:13]),
        .ld_addr(inputs[30:15]),
        .res_v(inputs[31]),
        .res_miss(inputs[32]),
        .res_merged(inputs[33]),
        .res_entry(inputs[35:34]),
        .res_line(inputs[43:36]),
        .pf_rdy(inputs[44]),
        .pf_sent(inputs[45]),
        .fill_v(inputs[46]),
        .fill_entry(inputs[48:47]),
        .fill_warp(inputs[49]),
        .ld_rdy(outputs[0]),
        .pf_v(outputs[1]),
        .pf_line(outputs[9:2]),
        .pf_entry(outputs[11:10]),
        .pf_warp(outputs[12]),
        .pf_track(outputs[13]),
        .pf_trig(outputs[14]),
        .stat_trained(outputs[15]),
        .stat_trusted(outputs[16]),
        .stat_mismatch(outputs[17]),
        .stat_alloc(outputs[18]),
        .stat_evict(outputs[19]),
        .stat_dist_inc(outputs[20]),
        .stat_dist_dec(outputs[21]),
        .stat_trig_fire(outputs[22]),
        .stat_trig_move(outputs[23]),
        .stat_drop(outputs[24])
    );

    // One cycle: outputs that answer at once are looked at before the rising edge, registers
    // after it.
    task step(input [49:0] given, input [24:0] expected);
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
                $display("cycle %0d: ld_rdy is %h, the model has %h", cycle,
                         got[0], expected[0]);
            if (got[1] !== expected[1])
                $display("cycle %0d: pf_v is %h, the model has %h", cycle,
                         got[1], expected[1]);
            if (got[9:2] !== expected[9:2])
                $display("cycle %0d: pf_line is %h, the model has %h", cycle,
                         got[9:2], expected[9:2]);
            if (got[11:10] !== expected[11:10])
                $display("cycle %0d: pf_entry is %h, the model has %h", cycle,
                         got[11:10], expected[11:10]);
            if (got[12] !== expected[12])
                $display("cycle %0d: pf_warp is %h, the model has %h", cycle,
                         got[12], expected[12]);
            if (got[13] !== expected[13])
                $display("cycle %0d: pf_track is %h, the model has %h", cycle,
                         got[13], expected[13]);
            if (got[14] !== expected[14])
                $display("cycle %0d: pf_trig is %h, the model has %h", cycle,
                         got[14], expected[14]);
            if (got[15] !== expected[15])
                $display("cycle %0d: stat_trained is %h, the model has %h", cycle,
                         got[15], expected[15]);
            if (got[16] !== expected[16])
                $display("cycle %0d: stat_trusted is %h, the model has %h", cycle,
                         got[16], expected[16]);
            if (got[17] !== expected[17])
                $display("cycle %0d: stat_mismatch is %h, the model has %h", cycle,
                         got[17], expected[17]);
            if (got[18] !== expected[18])
                $display("cycle %0d: stat_alloc is %h, the model has %h", cycle,
                         got[18], expected[18]);
            if (got[19] !== expected[19])
                $display("cycle %0d: stat_evict is %h, the model has %h", cycle,
                         got[19], expected[19]);
            if (got[20] !== expected[20])
                $display("cycle %0d: stat_dist_inc is %h, the model has %h", cycle,
                         got[20], expected[20]);
            if (got[21] !== expected[21])
                $display("cycle %0d: stat_dist_dec is %h, the model has %h", cycle,
                         got[21], expected[21]);
            if (got[22] !== expected[22])
                $display("cycle %0d: stat_trig_fire is %h, the model has %h", cycle,
                         got[22], expected[22]);
            if (got[23] !== expected[23])
                $display("cycle %0d: stat_trig_move is %h, the model has %h", cycle,
                         got[23], expected[23]);
            if (got[24] !== expected[24])
                $display("cycle %0d: stat_drop is %h, the model has %h", cycle,
                         got[24], expected[24]);
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
        step(50'h030004f4d71d0, 25'h0000001);
        step(50'h03000535172d0, 25'h0000000);
        step(50'h0100000000050, 25'h0000000);
        step(50'h0300000000050, 25'h0000001);
        step(50'h03000474561d0, 25'h0000001);
        step(50'h000004b4962d0, 25'h0000000);
        step(50'h0200000000050, 25'h0000000);
        step(50'h0199980000050, 25'h0058001);
        step(50'h02000232361d0, 25'h0000001);
        step(50'h01000232362d0, 25'h00032e2);
        step(50'h0200000000050, 25'h00032e2);
        step(50'h0300000000050, 25'h00012f2);
        step(50'h2700000000050, 25'h0001302);
        step(50'h0300000000050, 25'h0001312);
        step(50'h0300000000050, 25'h0000000);
        step(50'h0100000000050, 25'h0000000);
        step(50'h0200000000050, 25'h0000000);
        step(50'h0000000000050, 25'h0000000);
        step(50'h0100000000050, 25'h0000000);
        step(50'h0289580000050, 25'h0018001);
        step(50'h0000055d5c5d0, 25'h0000001);
        step(50'h0100055d5a6d0, 25'h00022a2);
        step(50'h0300000000050, 25'h00002b2);
        step(50'h0200000000050, 25'h00002b2);
        step(50'h0400000000050, 25'h00002b2);
        step(50'h0000000000050, 25'h00002b2);
        step(50'h03000232371d0, 25'h00002c2);
        step(50'h0300000000050, 25'h00002d2);
        step(50'h0300000000050, 25'h0000000);
        step(50'h0000000000050, 25'h0000000);
        step(50'h0045580000050, 25'h0020001);
        step(50'h020000f8b81d0, 25'h0000001);
        step(50'h020001793c2d0, 25'h0000000);
        step(50'h0300000000050, 25'h0000000);
        step(50'h0200000000050, 25'h0000000);
        step(50'h0000000000050, 25'h0000000);
        step(50'h0300000000050, 25'h0000000);
        step(50'h0000000000050, 25'h0000000);
        step(50'h0200000000050, 25'h0000000);
        step(50'h0300000000050, 25'h0000000);
        step(50'h0100000000050, 25'h0000000);
        step(50'h01aa180000050, 25'h0060001);
        step(50'h0100055d5f5d0, 25'h0000001);
        step(50'h012e9d5d596d0, 25'h0000000);
        step(50'h0300000000050, 25'h0000000);
        step(50'h0000000000050, 25'h0000000);
        step(50'h0200033b1edd0, 25'h0000000);
        step(50'h0100000000050, 25'h0000001);
        step(50'h000003a3a09d0, 25'h0000001);
        step(50'h010003a3a4ad0, 25'h0000000);
        step(50'h0100000000050, 25'h0000000);
        step(50'h0000000000050, 25'h0000000);
        step(50'h0100000000050, 25'h0000000);
        step(50'h02aa180000050, 25'h0020001);
        step(50'h01000575561d0, 25'h0000001);
        step(50'h00755db5962d0, 25'h0000000);
        step(50'h0100000000050, 25'h0000000);
        step(50'h0100000000050, 25'h0000000);
        step(50'h0100000000050, 25'h0000000);
        step(50'h0000000000050, 25'h0040001);
        step(50'h010001f9bf1d0, 25'h0000001);
        step(50'h0200027a392d0, 25'h0000000);
        step(50'h0000000000050, 25'h0000000);
        step(50'h0000000000050, 25'h0000000);
        step(50'h00ab580000050, 25'h0000000);
        step(50'h0100000000050, 25'h0018001);
        step(50'h030003bb9bdd0, 25'h0000001);
        step(50'h03379bfbdfed0, 25'h0002322);
        step(50'h0371180000050, 25'h0000332);
        step(50'h0400000000050, 25'h0000332);
        step(50'h0300000000050, 25'h0000342);
        step(50'h0300000000050, 25'h0020353);
        step(50'h02000232361d0, 25'h0000353);
        step(50'h02000232362d0, 25'h0000352);
        step(50'h0245980000050, 25'h0000352);
        step(50'h0300000000050, 25'h0000000);
        step(50'h0100000000050, 25'h0000000);
        step(50'h0000000000050, 25'h0058001);
        step(50'h020003a3a19d0, 25'h0000001);
        step(50'h000003a3a3ad0, 25'h0003e42);
        step(50'h0200000000050, 25'h0003e42);
        step(50'h0300000000050, 25'h0001e52);
        step(50'h0200000000050, 25'h0001e52);
        step(50'h3c00000000050, 25'h0019e53);
        step(50'h0200055d5a5d0, 25'h0001e53);
        step(50'h0300055d5a6d0, 25'h0001e62);
        step(50'h0276980000050, 25'h0001e62);
        step(50'h0300000000050, 25'h0001e72);
        step(50'h0000000000050, 25'h0001e72);
        step(50'h0300000000050, 25'h0000001);
        step(50'h020002fab81d0, 25'h0000001);
        step(50'h0000037b3c2d0, 25'h0000000);
        step(50'h0300000000050, 25'h0000000);
        step(50'h02a9180000050, 25'h0000000);
        step(50'h036f580000050, 25'h0000000);
        step(50'h0200000000050, 25'h0020001);
        step(50'h0100043c1add0, 25'h0000001);
        step(50'h0300047c5ced0, 25'h0000000);
        step(50'h0200000000050, 25'h0000000);
        step(50'h0300000000050, 25'h0000000);
        restart;
        step(50'h0000000000050, 25'h0000001);
        step(50'h0300000000050, 25'h0000001);
        step(50'h0300000000050, 25'h0000001);
        step(50'h0100000000050, 25'h0000001);
        step(50'h0300000000050, 25'h0000001);
        step(50'h0200000000050, 25'h0000001);
        step(50'h0200000000050, 25'h0000001);
        step(50'h0100000000050, 25'h0000001);
        step(50'h0100000000050, 25'h0000001);
        step(50'h0300000000050, 25'h0000001);
        step(50'h0300000000050, 25'h0000001);
        step(50'h0200000000050, 25'h0000001);
        step(50'h0000000000050, 25'h0000001);
        step(50'h0200000000050, 25'h0000001);
        step(50'h0000000000050, 25'h0000001);
        step(50'h0200000000050, 25'h0000001);
        step(50'h0000000000050, 25'h0000001);
        step(50'h0300000000050, 25'h0000001);
        step(50'h0300000000050, 25'h0000001);
        step(50'h0300000000050, 25'h0000001);
        step(50'h0000000000050, 25'h0000001);
        step(50'h0100000000050, 25'h0000001);
        step(50'h020004acd75d0, 25'h0000001);
        step(50'h0100045c876d0, 25'h0000000);
        step(50'h0300000000050, 25'h0000000);
        step(50'h0300000000050, 25'h0000001);
        step(50'h0000000000050, 25'h0000001);
        step(50'h009bd80000050, 25'h0058001);
        step(50'h0100000000050, 25'h0000001);
        step(50'h0300000000050, 25'h00031c3);
        step(50'h0300000000050, 25'h00011b3);
        step(50'h0200000000050, 25'h00011b3);
        step(50'h0000000000050, 25'h00011b3);
        step(50'h0300054d765d0, 25'h00011a3);
        step(50'h030004fd266d0, 25'h0001182);
        step(50'h0300000000050, 25'h0000000);
        step(50'h0300000000050, 25'h0000001);
        step(50'h0000000000050, 25'h0000001);
        step(50'h0100000000050, 25'h0000001);
        step(50'h010001896f5d0, 25'h0000001);
        step(50'h000001c9af6d0, 25'h0000000);
        step(50'h0000000000050, 25'h0000000);
        step(50'h01af580000050, 25'h0018001);
        step(50'h0200000000050, 25'h0000001);
        step(50'h0100000000050, 25'h0002213);
        step(50'h002c980000050, 25'h0002213);
        step(50'h0300000000050, 25'h0000203);
        step(50'h0000000000050, 25'h0000203);
        step(50'h0000000000050, 25'h0020203);
        step(50'h0200000000050, 25'h0000203);
        step(50'h0000000000050, 25'h0000203);
        step(50'h0300000000050, 25'h00001f3);
        step(50'h0200000000050, 25'h00001f3);
        step(50'h0000000000050, 25'h00001f3);
        step(50'h0300000000050, 25'h00001d3);
        step(50'h03000128ee5d0, 25'h0000001);
        step(50'h020001a96e6d0, 25'h0000000);
        step(50'h0200000000050, 25'h0000000);
        step(50'h0200000000050, 25'h0000001);
        step(50'h2400000000050, 25'h0000001);
        step(50'h0300000000050, 25'h0000001);
        step(50'h0100000000050, 25'h0000001);
        step(50'h0300000000050, 25'h0000001);
        step(50'h0100000000050, 25'h0000001);
        step(50'h010001696f1d0, 25'h0000001);
        step(50'h011d99696f2d0, 25'h0020000);
        step(50'h0100000000050, 25'h0000000);
        step(50'h0100000000050, 25'h0000001);
        step(50'h0300036b975d0, 25'h0000001);
        step(50'h0100031b476d0, 25'h0000000);
        step(50'h0100000000050, 25'h0000000);
        step(50'h0300000000050, 25'h0000000);
        step(50'h0100000000050, 25'h0000000);
        step(50'h0100000000050, 25'h0000000);
        step(50'h0352c80000050, 25'h0058001);
        step(50'h0500000000050, 25'h0000001);
        step(50'h0100000000050, 25'h0000001);
        step(50'h0100028a6f5d0, 25'h0000001);
        step(50'h030002caaf6d0, 25'h0000000);
        step(50'h0100000000050, 25'h0000000);
        step(50'h0300000000050, 25'h0000000);
        step(50'h0300000000050, 25'h0000000);
        step(50'h0300000000050, 25'h0000000);
        step(50'h0300000000050, 25'h0000000);
        step(50'h0100000000050, 25'h0000000);
        step(50'h0300000000050, 25'h0000000);
        step(50'h0300000000050, 25'h0000000);
        step(50'h0171180000050, 25'h0018001);
        step(50'h010001696f1d0, 25'h0000001);
        step(50'h010001696f2d0, 25'h0003122);
        step(50'h0300000000050, 25'h0001112);
        step(50'h0300000000050, 25'h0001102);
        step(50'h274f580000050, 25'h00010e2);
        step(50'h0100000000050, 25'h0020001);
        step(50'h030001696e1d0, 25'h0000001);
        step(50'h030001696e2d0, 25'h0000000);
        step(50'h0300000000050, 25'h0000000);
        step(50'h0100000000050, 25'h0000000);
        step(50'h0300000000050, 25'h0000000);
        step(50'h0300000000050, 25'h0000000);
        if (errors != 0) $fatal(1, "apogee_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("apogee_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
