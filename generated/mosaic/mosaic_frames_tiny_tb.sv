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
        step(18'h0d7a9, 39'h0002000000);
        step(18'h024e4, 39'h0002000000);
        step(18'h05570, 39'h0002000000);
        step(18'h0d9d8, 39'h0002000000);
        step(18'h0428c, 39'h0002000000);
        step(18'h181d0, 39'h000200001b);
        step(18'h1a77f, 39'h0002000000);
        step(18'h159d6, 39'h0002000000);
        step(18'h0d9d0, 39'h0002000000);
        step(18'h1c074, 39'h0002000000);
        step(18'h116d4, 39'h0002000000);
        step(18'h19013, 39'h0002000013);
        step(18'h0e135, 39'h0002000000);
        step(18'h143c2, 39'h0002000000);
        step(18'h140f2, 39'h0002000000);
        step(18'h01240, 39'h0002000000);
        step(18'h196cc, 39'h0002000000);
        step(18'h15064, 39'h0002000013);
        step(18'h2a127, 39'h0002000000);
        step(18'h1c9a4, 39'h0002000000);
        step(18'h09083, 39'h0002000000);
        step(18'h06152, 39'h0002000000);
        step(18'h35003, 39'h0002000000);
        step(18'h04923, 39'h0002000013);
        step(18'h04887, 39'h0002000000);
        step(18'h0d0e1, 39'h0002000000);
        step(18'h0c334, 39'h0002000000);
        step(18'h00087, 39'h0002000000);
        step(18'h015c6, 39'h0002000000);
        step(18'h1811e, 39'h000200000b);
        step(18'h0d387, 39'h0002000000);
        step(18'h05102, 39'h0002000000);
        step(18'h0d541, 39'h0002000000);
        step(18'h018e4, 39'h0002000000);
        step(18'h15195, 39'h0002000000);
        step(18'h126ca, 39'h000200001b);
        step(18'h088f0, 39'h0002000001);
        step(18'h06661, 39'h0002000000);
        step(18'h00994, 39'h0002000000);
        step(18'h09922, 39'h0002000000);
        step(18'h050a9, 39'h0002000000);
        step(18'h040bf, 39'h0002000000);
        step(18'h0c6c5, 39'h0001809807);
        step(18'h04c67, 39'h0001800000);
        step(18'h0deb2, 39'h0001800000);
        step(18'h08830, 39'h0001800000);
        step(18'h05807, 39'h0001800000);
        step(18'h01a21, 39'h0001800000);
        step(18'h04054, 39'h0001809807);
        step(18'h1483f, 39'h0001800000);
        step(18'h08206, 39'h0001800000);
        step(18'h0001c, 39'h0001800000);
        step(18'h0504e, 39'h0001800000);
        step(18'h0d462, 39'h0001800000);
        step(18'h04c12, 39'h00018f9807);
        step(18'h0c470, 39'h0001800001);
        step(18'h0d851, 39'h0001800000);
        step(18'h0482c, 39'h0001800000);
        step(18'h0c81d, 39'h0001800000);
        step(18'h06660, 39'h0001800000);
        step(18'h04820, 39'h0001800000);
        step(18'h02030, 39'h000100940f);
        step(18'h1c8a7, 39'h0001000000);
        step(18'h05856, 39'h0001000000);
        step(18'h158ec, 39'h0001000000);
        step(18'h04663, 39'h0001000000);
        step(18'h1daad, 39'h0001000000);
        step(18'h00828, 39'h0001008c0f);
        step(18'h0922d, 39'h0001000000);
        step(18'h05673, 39'h0001000000);
        step(18'h0cee4, 39'h0001000000);
        step(18'h24625, 39'h0001000000);
        step(18'h348b5, 39'h0001000000);
        step(18'h0d0c0, 39'h0001000003);
        step(18'h0c088, 39'h0001000001);
        step(18'h00873, 39'h0001000000);
        step(18'h26284, 39'h0001000000);
        step(18'h048e4, 39'h0001000000);
        step(18'h0d842, 39'h0001000000);
        step(18'h040d5, 39'h0001000000);
        step(18'h0c8ec, 39'h0001000003);
        step(18'h046bc, 39'h0001000001);
        step(18'h0ced5, 39'h0001000000);
        step(18'h1c8c0, 39'h0001000000);
        step(18'h05e34, 39'h0001000000);
        step(18'h0cad0, 39'h0001000000);
        step(18'h0c017, 39'h0001000000);
        step(18'h0e0da, 39'h0005006e0f);
        step(18'h250e7, 39'h0005000000);
        step(18'h06010, 39'h0005000000);
        step(18'h04022, 39'h0005000000);
        step(18'h05827, 39'h0005000000);
        step(18'h05064, 39'h0005000000);
        step(18'h0888c, 39'h000500000b);
        step(18'h01ec5, 39'h0005000000);
        step(18'h04050, 39'h0005000000);
        step(18'h0d05c, 39'h0005000000);
        step(18'h0d846, 39'h0005000000);
        step(18'h05c70, 39'h0005000000);
        step(18'h0c451, 39'h0005006e0f);
        restart;
        step(18'h05939, 39'h0002000000);
        step(18'h148b4, 39'h0002000000);
        step(18'h0c9d2, 39'h0002000000);
        step(18'h018e2, 39'h0002000000);
        step(18'h0d9ee, 39'h0002000000);
        step(18'h060e2, 39'h0002000013);
        step(18'h01fa5, 39'h0002000000);
        step(18'h0d08a, 39'h0002000000);
        step(18'h0508a, 39'h0002000000);
        step(18'h1c7e2, 39'h0002000000);
        step(18'h01b94, 39'h0002000000);
        step(18'h0c8a2, 39'h000200001b);
        step(18'h35dc4, 39'h0002000001);
        step(18'h01867, 39'h0002000000);
        step(18'h0409d, 39'h0002000000);
        step(18'h0d506, 39'h0002000000);
        step(18'h118b3, 39'h0002000000);
        step(18'h04183, 39'h0002000000);
        step(18'h1cc74, 39'h0002000003);
        step(18'h0d8d5, 39'h0002000000);
        step(18'h0503d, 39'h0002000000);
        step(18'h049b8, 39'h0002000000);
        step(18'h1c8d0, 39'h0002000000);
        step(18'h04b14, 39'h0002000000);
        step(18'h0c8cf, 39'h000200000b);
        step(18'h10107, 39'h0002000000);
        step(18'h16424, 39'h0002000000);
        step(18'h14c05, 39'h0002000000);
        step(18'h148c4, 39'h0002000000);
        step(18'h1c746, 39'h0002000000);
        step(18'h02102, 39'h0002000013);
        step(18'h098c2, 39'h0002000001);
        step(18'h0d8c5, 39'h0002000000);
        step(18'h040ec, 39'h0002000000);
        step(18'h0c004, 39'h0002000000);
        step(18'h0d086, 39'h0002000000);
        step(18'h0e1e0, 39'h0002000000);
        step(18'h06142, 39'h000200000b);
        step(18'h059cf, 39'h0002000000);
        step(18'h05be8, 39'h0002000000);
        step(18'h0daa6, 39'h0002000000);
        step(18'h1e721, 39'h0002000000);
        step(18'h01182, 39'h0002000000);
        step(18'h0dbc4, 39'h000200001b);
        step(18'h11905, 39'h0002000000);
        step(18'h019b2, 39'h0002000000);
        step(18'h020a4, 39'h0002000000);
        step(18'h2471c, 39'h0002000000);
        step(18'h049c0, 39'h0002000000);
        step(18'h24d90, 39'h0002000013);
        step(18'h05799, 39'h0002000000);
        step(18'h087f0, 39'h0002000000);
        step(18'h090b4, 39'h0002000000);
        step(18'h04144, 39'h0002000000);
        step(18'h08544, 39'h0002000000);
        step(18'h251ca, 39'h000200001b);
        step(18'h04995, 39'h0002000000);
        step(18'h0d9f2, 39'h0002000000);
        step(18'h26482, 39'h0002000000);
        step(18'h0e092, 39'h0002000000);
        step(18'h065b8, 39'h0002000000);
        step(18'h0c69d, 39'h000200001b);
        step(18'h01b55, 39'h0002000000);
        step(18'h04166, 39'h0002000000);
        step(18'h1d870, 39'h0002000000);
        step(18'h0d86e, 39'h0002000000);
        step(18'h060d2, 39'h0002000000);
        step(18'h0584c, 39'h0002000013);
        step(18'h0c523, 39'h0002000000);
        step(18'h04f1c, 39'h0002000000);
        step(18'h041d6, 39'h0002000000);
        step(18'h0e124, 39'h0002000000);
        step(18'h020b2, 39'h0002000000);
        step(18'h12284, 39'h0061802007);
        step(18'h04835, 39'h0061800000);
        step(18'h0e014, 39'h0061800000);
        step(18'h05249, 39'h0061800000);
        step(18'h0506c, 39'h0061800000);
        step(18'h0503c, 39'h0061800000);
        step(18'h0d041, 39'h0002000087);
        step(18'h04041, 39'h0002000000);
        step(18'h0d090, 39'h0002000000);
        step(18'h04703, 39'h0002000000);
        step(18'h1c904, 39'h0002000000);
        step(18'h24822, 39'h0002000000);
        step(18'h05173, 39'h0001809007);
        step(18'h0c007, 39'h0001800000);
        step(18'h05852, 39'h0001800000);
        step(18'h0e07e, 39'h0001800000);
        step(18'h0c432, 39'h0001800000);
        step(18'h0d010, 39'h0001800000);
        step(18'h0a044, 39'h0001808007);
        step(18'h02022, 39'h0001800001);
        step(18'h10861, 39'h0001800000);
        step(18'h0d050, 39'h0001800000);
        step(18'h1d664, 39'h0001800000);
        step(18'h05823, 39'h0001800000);
        step(18'h0e054, 39'h0001800000);
        step(18'h0e222, 39'h000100980f);
        step(18'h164a7, 39'h0001000000);
        if (errors != 0) $fatal(1, "mosaic_frames_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("mosaic_frames_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
