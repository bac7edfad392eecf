// SPDX-License-Identifier: Apache-2.0
// mosaic_frames_tiny_tb: runs mosaic_frames_tiny for 200 cycles with random inputs and
// compares every output with what its reference model gave. Emitted by Warpsmith.
// The last line says how it ended; a difference is fatal.

`timescale 1ns / 1ps
`default_nettype none

module mosaic_frames_tiny_tb;

    reg clock = 1'b0;
    reg reset = 1'b1;
    integer cycle = 0;
    integer errors = 0;

    reg  [17:0] inputs;
    wire [38:0] outputs;
    reg  [38:0] early;
    reg  [38:0] got;
    // Outputs that answer in the same cycle; the others are registers.
    localparam [38:0] SAME_CYCLE = 39'h0000000000;

    mosaic_frames_tiny dut (
        .clock(clock),
        .reset(reset),
        .cmd_valid(inputs[0]),
        .cmd_op(inputs[3:1]),
        .cmd_app(inputs[4]),
        .cmd_lvpn(inputs[6:5]),
        .cmd_frame(inputs[8:7]),
        .cmd_first(inputs[10:9]),
        .cmd_len(inputs[13:11]),
        .cmd_any(inputs[14]),
        .cmd_phase(inputs[15]),
        .cmd_at(inputs[16]),
        .cmd_foreign(inputs[17]),
        .cmd_ready(outputs[0]),
        .rsp_valid(outputs[1]),
        .rsp_ok(outputs[2]),
        .rsp_frame(outputs[4:3]),
        .rsp_slot(outputs[6:5]),
        .rsp_action(outputs[9:7]),
        .rsp_owner(outputs[10]),
        .rsp_lvpn(outputs[12:11]),
        .rsp_count(outputs[15:13]),
        .rsp_bitmap(outputs[19:16]),
        .rsp_more(outputs[20]),
        .rsp_next(outputs[22:21]),
        .free_frames(outputs[25:23]),
        .emergency(outputs[28:26]),
        .free_slots(outputs[38:29])
    );

    // One cycle: outputs that answer at once are looked at before the rising edge, registers
    // after it.
    task step(input [17:0] given, input [38:0] expected);
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
                $display("cycle %0d: cmd_ready is %h, the model has %h", cycle,
                         got[0], expected[0]);
            if (got[1] !== expected[1])
                $display("cycle %0d: rsp_valid is %h, the model has %h", cycle,
                         got[1], expected[1]);
            if (got[2] !== expected[2])
                $display("cycle %0d: rsp_ok is %h, the model has %h", cycle,
                         got[2], expected[2]);
            if (got[4:3] !== expected[4:3])
                $display("cycle %0d: rsp_frame is %h, the model has %h", cycle,
                         got[4:3], expected[4:3]);
            if (got[6:5] !== expected[6:5])
                $display("cycle %0d: rsp_slot is %h, the model has %h", cycle,
                         got[6:5], expected[6:5]);
            if (got[9:7] !== expected[9:7])
                $display("cycle %0d: rsp_action is %h, the model has %h", cycle,
                         got[9:7], expected[9:7]);
            if (got[10] !== expected[10])
                $display("cycle %0d: rsp_owner is %h, the model has %h", cycle,
                         got[10], expected[10]);
            if (got[12:11] !== expected[12:11])
                $display("cycle %0d: rsp_lvpn is %h, the model has %h", cycle,
                         got[12:11], expected[12:11]);
            if (got[15:13] !== expected[15:13])
                $display("cycle %0d: rsp_count is %h, the model has %h", cycle,
                         got[15:13], expected[15:13]);
            if (got[19:16] !== expected[19:16])
                $display("cycle %0d: rsp_bitmap is %h, the model has %h", cycle,
                         got[19:16], expected[19:16]);
            if (got[20] !== expected[20])
                $display("cycle %0d: rsp_more is %h, the model has %h", cycle,
                         got[20], expected[20]);
            if (got[22:21] !== expected[22:21])
                $display("cycle %0d: rsp_next is %h, the model has %h", cycle,
                         got[22:21], expected[22:21]);
            if (got[25:23] !== expected[25:23])
                $display("cycle %0d: free_frames is %h, the model has %h", cycle,
                         got[25:23], expected[25:23]);
            if (got[28:26] !== expected[28:26])
                $display("cycle %0d: emergency is %h, the model has %h", cycle,
                         got[28:26], expected[28:26]);
            if (got[38:29] !== expected[38:29])
                $display("cycle %0d: free_slots is %h, the model has %h", cycle,
                         got[38:29], expected[38:29]);
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
        step(18'h0efa9, 39'h0002000000);
        step(18'h024e4, 39'h0002000000);
        step(18'h04570, 39'h0002000000);
        step(18'h0d1d8, 39'h0002000000);
        step(18'h05a8c, 39'h0002000000);
        step(18'h189d0, 39'h000200001b);
        step(18'h18f7f, 39'h0002000000);
        step(18'h171d6, 39'h0002000000);
        step(18'h0f1d0, 39'h0002000000);
        step(18'h1f074, 39'h0002000000);
        step(18'h11ed4, 39'h0002000000);
        step(18'h19013, 39'h0002000013);
        step(18'h0c935, 39'h0002000000);
        step(18'h173c2, 39'h0002000000);
        step(18'h150f2, 39'h0002000000);
        step(18'h01240, 39'h0002000000);
        step(18'h186cc, 39'h0002000000);
        step(18'h15864, 39'h0002000013);
        step(18'h28927, 39'h0002000000);
        step(18'h1f1a4, 39'h0002000000);
        step(18'h0b883, 39'h0002000000);
        step(18'h06952, 39'h0002000000);
        step(18'h34803, 39'h0002000000);
        step(18'h06123, 39'h0002000013);
        step(18'h07087, 39'h0002000000);
        step(18'h0c8e1, 39'h0002000000);
        step(18'h0db34, 39'h0002000000);
        step(18'h01087, 39'h0002000000);
        step(18'h01dc6, 39'h0002000000);
        step(18'h1911e, 39'h000200000b);
        step(18'h0db87, 39'h0002000000);
        step(18'h05102, 39'h0002000000);
        step(18'h0cd41, 39'h0002000000);
        step(18'h018e4, 39'h0002000000);
        step(18'h14195, 39'h0002000000);
        step(18'h11eca, 39'h000200001b);
        step(18'h090f0, 39'h0002000001);
        step(18'h04661, 39'h0002000000);
        step(18'h02194, 39'h0002000000);
        step(18'h09122, 39'h0002000000);
        step(18'h040a9, 39'h0002000000);
        step(18'h050bf, 39'h0002000000);
        step(18'h0eec5, 39'h0001809807);
        step(18'h07c67, 39'h0001800000);
        step(18'h0f6b2, 39'h0001800000);
        step(18'h0b030, 39'h0001800000);
        step(18'h07007, 39'h0001800000);
        step(18'h01221, 39'h0001800000);
        step(18'h05054, 39'h0001809807);
        step(18'h1403f, 39'h0001800000);
        step(18'h0aa06, 39'h0001800000);
        step(18'h0281c, 39'h0001800000);
        step(18'h0784e, 39'h0001800000);
        step(18'h0c462, 39'h0001800000);
        step(18'h07c12, 39'h00018f9807);
        step(18'h0f470, 39'h0001800001);
        step(18'h0e851, 39'h0001800000);
        step(18'h0502c, 39'h0001800000);
        step(18'h0d01d, 39'h0001800000);
        step(18'h05e60, 39'h0001800000);
        step(18'h05020, 39'h0001800000);
        step(18'h00030, 39'h000100940f);
        step(18'h1f8a7, 39'h0001000000);
        step(18'h05856, 39'h0001000000);
        step(18'h178ec, 39'h0001000000);
        step(18'h05e63, 39'h0001000000);
        step(18'h1eaad, 39'h0001000000);
        step(18'h03028, 39'h0001008c0f);
        step(18'h0922d, 39'h0001000000);
        step(18'h06e73, 39'h0001000000);
        step(18'h0c6e4, 39'h0001000000);
        step(18'h26625, 39'h0001000000);
        step(18'h350b5, 39'h0001000000);
        step(18'h0d8c0, 39'h0001000003);
        step(18'h0c088, 39'h0001000001);
        step(18'h00073, 39'h0001000000);
        step(18'h26a84, 39'h0001000000);
        step(18'h058e4, 39'h0001000000);
        step(18'h0e842, 39'h0001000000);
        step(18'h070d5, 39'h0001000000);
        step(18'h0f0ec, 39'h0001000003);
        step(18'h06ebc, 39'h0001000001);
        step(18'h0e6d5, 39'h0001000000);
        step(18'h1e0c0, 39'h0001000000);
        step(18'h04e34, 39'h0001000000);
        step(18'h0fad0, 39'h0001000000);
        step(18'h0f817, 39'h0001000000);
        step(18'h0d0da, 39'h0005006e0f);
        step(18'h240e7, 39'h0005000000);
        step(18'h05810, 39'h0005000000);
        step(18'h06022, 39'h0005000000);
        step(18'h05027, 39'h0005000000);
        step(18'h04864, 39'h0005000000);
        step(18'h0988c, 39'h000500000b);
        step(18'h02ec5, 39'h0005000000);
        step(18'h06050, 39'h0005000000);
        step(18'h0e85c, 39'h0005000000);
        step(18'h0e046, 39'h0005000000);
        step(18'h04c70, 39'h0005000000);
        step(18'h0cc51, 39'h0005006e0f);
        restart;
        step(18'h06939, 39'h0002000000);
        step(18'h170b4, 39'h0002000000);
        step(18'h0e1d2, 39'h0002000000);
        step(18'h000e2, 39'h0002000000);
        step(18'h0f1ee, 39'h0002000000);
        step(18'h068e2, 39'h0002000013);
        step(18'h027a5, 39'h0002000000);
        step(18'h0d88a, 39'h0002000000);
        step(18'h0788a, 39'h0002000000);
        step(18'h1c7e2, 39'h0002000000);
        step(18'h00b94, 39'h0002000000);
        step(18'h0e0a2, 39'h000200001b);
        step(18'h35dc4, 39'h0002000001);
        step(18'h02867, 39'h0002000000);
        step(18'h0509d, 39'h0002000000);
        step(18'h0fd06, 39'h0002000000);
        step(18'h128b3, 39'h0002000000);
        step(18'h07983, 39'h0002000000);
        step(18'h1e474, 39'h0002000003);
        step(18'h0d0d5, 39'h0002000000);
        step(18'h0403d, 39'h0002000000);
        step(18'h059b8, 39'h0002000000);
        step(18'h1d0d0, 39'h0002000000);
        step(18'h05b14, 39'h0002000000);
        step(18'h0f8cf, 39'h000200000b);
        step(18'h10107, 39'h0002000000);
        step(18'h14c24, 39'h0002000000);
        step(18'h15405, 39'h0002000000);
        step(18'h170c4, 39'h0002000000);
        step(18'h1ff46, 39'h0002000000);
        step(18'h01102, 39'h0002000013);
        step(18'h088c2, 39'h0002000001);
        step(18'h0f0c5, 39'h0002000000);
        step(18'h048ec, 39'h0002000000);
        step(18'h0f004, 39'h0002000000);
        step(18'h0f086, 39'h0002000000);
        step(18'h0d9e0, 39'h0002000000);
        step(18'h07142, 39'h000200000b);
        step(18'h069cf, 39'h0002000000);
        step(18'h07be8, 39'h0002000000);
        step(18'h0caa6, 39'h0002000000);
        step(18'h1f721, 39'h0002000000);
        step(18'h00982, 39'h0002000000);
        step(18'h0ebc4, 39'h000200001b);
        step(18'h11905, 39'h0002000000);
        step(18'h009b2, 39'h0002000000);
        step(18'h010a4, 39'h0002000000);
        step(18'h2571c, 39'h0002000000);
        step(18'h051c0, 39'h0002000000);
        step(18'h26d90, 39'h0002000013);
        step(18'h07f99, 39'h0002000000);
        step(18'h09ff0, 39'h0002000000);
        step(18'h090b4, 39'h0002000000);
        step(18'h05944, 39'h0002000000);
        step(18'h0b544, 39'h0002000000);
        step(18'h241ca, 39'h000200001b);
        step(18'h05195, 39'h0002000000);
        step(18'h0f9f2, 39'h0002000000);
        step(18'h24482, 39'h0002000000);
        step(18'h0d092, 39'h0002000000);
        step(18'h04db8, 39'h0002000000);
        step(18'h0de9d, 39'h000200001b);
        step(18'h01355, 39'h0002000000);
        step(18'h04166, 39'h0002000000);
        step(18'h1d070, 39'h0002000000);
        step(18'h0c06e, 39'h0002000000);
        step(18'h048d2, 39'h0002000000);
        step(18'h0484c, 39'h0002000013);
        step(18'h0ed23, 39'h0002000000);
        step(18'h07f1c, 39'h0002000000);
        step(18'h041d6, 39'h0002000000);
        step(18'h0e124, 39'h0002000000);
        step(18'h030b2, 39'h0002000000);
        step(18'h13a84, 39'h0061802007);
        step(18'h04035, 39'h0061800000);
        step(18'h0d014, 39'h0061800000);
        step(18'h04249, 39'h0061800000);
        step(18'h0586c, 39'h0061800000);
        step(18'h0703c, 39'h0061800000);
        step(18'h0e841, 39'h0002000087);
        step(18'h04841, 39'h0002000000);
        step(18'h0f090, 39'h0002000000);
        step(18'h04f03, 39'h0002000000);
        step(18'h1d104, 39'h0002000000);
        step(18'h27822, 39'h0002000000);
        step(18'h05173, 39'h0001809007);
        step(18'h0c807, 39'h0001800000);
        step(18'h07852, 39'h0001800000);
        step(18'h0c87e, 39'h0001800000);
        step(18'h0e432, 39'h0001800000);
        step(18'h0d010, 39'h0001800000);
        step(18'h08044, 39'h0001808007);
        step(18'h03822, 39'h0001800001);
        step(18'h13061, 39'h0001800000);
        step(18'h0e050, 39'h0001800000);
        step(18'h1ce64, 39'h0001800000);
        step(18'h07823, 39'h0001800000);
        step(18'h0c854, 39'h0001800000);
        step(18'h0c222, 39'h000100980f);
        step(18'h174a7, 39'h0001000000);
        if (errors != 0) $fatal(1, "mosaic_frames_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("mosaic_frames_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
