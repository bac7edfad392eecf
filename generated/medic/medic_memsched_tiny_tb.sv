// SPDX-License-Identifier: Apache-2.0
// medic_memsched_tiny_tb: runs medic_memsched_tiny for 200 cycles with random inputs and
// compares every output with what its reference model gave. Emitted by Warpsmith.
// The last line says how it ended; a difference is fatal.

`timescale 1ns / 1ps
`default_nettype none

module medic_memsched_tiny_tb;

    reg clock = 1'b0;
    reg reset = 1'b1;
    integer cycle = 0;
    integer errors = 0;

    reg  [9:0] inputs;
    wire [11:0] outputs;
    reg  [11:0] early;
    reg  [11:0] got;
    // Outputs that answer in the same cycle; the others are registers.
    localparam [11:0] SAME_CYCLE = 12'h000;

    medic_memsched_tiny dut (
        .clock(clock),
        .reset(reset),
        .enq_valid(inputs[0]),
        .enq_hi(inputs[1]),
        .enq_id(inputs[4:2]),
        .enq_wr(inputs[5]),
        .enq_bank(inputs[7:6]),
        .enq_row(inputs[8]),
        .enq_col(inputs[9]),
        .rdy_hi(outputs[0]),
        .rdy_lo(outputs[1]),
        .cmd_valid(outputs[2]),
        .cmd(outputs[4:3]),
        .cmd_bank(outputs[6:5]),
        .cmd_row(outputs[7]),
        .cmd_col(outputs[8]),
        .cmd_id(outputs[11:9])
    );

    // One cycle: outputs that answer at once are looked at before the rising edge, registers
    // after it.
    task step(input [9:0] given, input [11:0] expected);
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
                $display("cycle %0d: rdy_hi is %h, the model has %h", cycle,
                         got[0], expected[0]);
            if (got[1] !== expected[1])
                $display("cycle %0d: rdy_lo is %h, the model has %h", cycle,
                         got[1], expected[1]);
            if (got[2] !== expected[2])
                $display("cycle %0d: cmd_valid is %h, the model has %h", cycle,
                         got[2], expected[2]);
            if (got[4:3] !== expected[4:3])
                $display("cycle %0d: cmd is %h, the model has %h", cycle,
                         got[4:3], expected[4:3]);
            if (got[6:5] !== expected[6:5])
                $display("cycle %0d: cmd_bank is %h, the model has %h", cycle,
                         got[6:5], expected[6:5]);
            if (got[7] !== expected[7])
                $display("cycle %0d: cmd_row is %h, the model has %h", cycle,
                         got[7], expected[7]);
            if (got[8] !== expected[8])
                $display("cycle %0d: cmd_col is %h, the model has %h", cycle,
                         got[8], expected[8]);
            if (got[11:9] !== expected[11:9])
                $display("cycle %0d: cmd_id is %h, the model has %h", cycle,
                         got[11:9], expected[11:9]);
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
        step(10'h34f, 12'h7af);
        step(10'h151, 12'h003);
        step(10'h017, 12'h7b6);
        step(10'h31d, 12'ha0d);
        step(10'h38b, 12'h8b4);
        step(10'h000, 12'h5ce);
        step(10'h251, 12'ha14);
        step(10'h000, 12'h925);
        step(10'h283, 12'h5d4);
        step(10'h000, 12'hf85);
        step(10'h007, 12'h144);
        step(10'h000, 12'h20c);
        step(10'h000, 12'h000);
        step(10'h000, 12'h214);
        step(10'h000, 12'h14d);
        step(10'h34b, 12'hf84);
        step(10'h000, 12'h154);
        step(10'h000, 12'h5ad);
        step(10'h283, 12'h154);
        step(10'h000, 12'hf8d);
        step(10'h14f, 12'h5b4);
        step(10'h000, 12'h001);
        step(10'h003, 12'h6b4);
        step(10'h000, 12'h005);
        step(10'h02b, 12'h924);
        step(10'h000, 12'h000);
        step(10'h000, 12'h00c);
        step(10'h000, 12'h000);
        step(10'h000, 12'h014);
        step(10'h000, 12'h92d);
        step(10'h19b, 12'hcc4);
        step(10'h000, 12'h934);
        step(10'h000, 12'hcce);
        step(10'h011, 12'h000);
        step(10'h000, 12'hcd4);
        step(10'h000, 12'h001);
        step(10'h0c7, 12'h26c);
        step(10'h000, 12'h000);
        step(10'h000, 12'h274);
        step(10'h000, 12'h001);
        step(10'h063, 12'h000);
        step(10'h000, 12'h000);
        step(10'h000, 12'h000);
        step(10'h000, 12'h41c);
        step(10'h000, 12'h001);
        step(10'h00b, 12'h03c);
        step(10'h000, 12'h001);
        step(10'h0ef, 12'h67c);
        step(10'h000, 12'h001);
        step(10'h32f, 12'h000);
        step(10'h1a3, 12'h414);
        step(10'h000, 12'h001);
        step(10'h007, 12'h214);
        step(10'h000, 12'h001);
        step(10'h2a7, 12'h784);
        step(10'h000, 12'h344);
        step(10'h000, 12'h78c);
        step(10'h000, 12'h000);
        step(10'h000, 12'h79c);
        step(10'h000, 12'h34d);
        step(10'h00b, 12'h000);
        step(10'h000, 12'h35c);
        step(10'h000, 12'h405);
        step(10'h35b, 12'hda4);
        step(10'h000, 12'h40c);
        step(10'h000, 12'h000);
        step(10'h000, 12'h414);
        step(10'h000, 12'hdad);
        step(10'h017, 12'ha14);
        step(10'h000, 12'h001);
        step(10'h347, 12'hdb4);
        step(10'h000, 12'h001);
        step(10'h1cf, 12'h3b4);
        step(10'h000, 12'h6e5);
        step(10'h20b, 12'h514);
        step(10'h000, 12'h6ed);
        step(10'h1db, 12'h814);
        step(10'h000, 12'h002);
        step(10'h0a1, 12'h6f4);
        step(10'h000, 12'hf85);
        step(10'h2cb, 12'hcf4);
        step(10'h000, 12'hf8d);
        step(10'h053, 12'h564);
        step(10'h000, 12'h824);
        step(10'h000, 12'h56c);
        step(10'h000, 12'hf94);
        step(10'h000, 12'h82e);
        step(10'h1d5, 12'h574);
        step(10'h000, 12'h001);
        step(10'h25f, 12'h834);
        step(10'h000, 12'hae5);
        step(10'h1db, 12'hf34);
        step(10'h000, 12'hced);
        step(10'h2cb, 12'h000);
        step(10'h000, 12'hcf4);
        step(10'h000, 12'h001);
        step(10'h207, 12'h564);
        step(10'h000, 12'h304);
        step(10'h000, 12'h000);
        step(10'h000, 12'h56c);
        restart;
        step(10'h25b, 12'hd2f);
        step(10'h08d, 12'h003);
        step(10'h105, 12'hd35);
        step(10'h21f, 12'hf0d);
        step(10'h057, 12'ha34);
        step(10'h000, 12'h64d);
        step(10'h3eb, 12'hf14);
        step(10'h000, 12'h5ed);
        step(10'h09b, 12'hc54);
        step(10'h000, 12'h285);
        step(10'h293, 12'h954);
        step(10'h000, 12'h28d);
        step(10'h25f, 12'hf34);
        step(10'h000, 12'h001);
        step(10'h3d7, 12'hbf4);
        step(10'h000, 12'h001);
        step(10'h3b3, 12'h9c4);
        step(10'h000, 12'h294);
        step(10'h000, 12'h9ce);
        step(10'h105, 12'h294);
        step(10'h000, 12'h002);
        step(10'h0c1, 12'h000);
        step(10'h000, 12'h000);
        step(10'h000, 12'h000);
        step(10'h000, 12'h5fc);
        step(10'h000, 12'h001);
        step(10'h27b, 12'h9dc);
        step(10'h000, 12'h001);
        step(10'h18b, 12'hd3c);
        step(10'h000, 12'h065);
        step(10'h13b, 12'hc9c);
        step(10'h000, 12'h06d);
        step(10'h0fb, 12'h000);
        step(10'h000, 12'h4d4);
        step(10'h000, 12'h001);
        step(10'h1cb, 12'h644);
        step(10'h000, 12'h000);
        step(10'h000, 12'h64c);
        step(10'h000, 12'hc7c);
        step(10'h000, 12'h001);
        step(10'h137, 12'ha9c);
        step(10'h000, 12'h001);
        step(10'h047, 12'h4e4);
        step(10'h000, 12'h234);
        step(10'h000, 12'h4ed);
        step(10'h1bb, 12'hcc4);
        step(10'h000, 12'h4f4);
        step(10'h000, 12'hccd);
        step(10'h087, 12'h064);
        step(10'h000, 12'h000);
        step(10'h000, 12'h000);
        step(10'h000, 12'hcdc);
        step(10'h000, 12'h06d);
        step(10'h3d3, 12'h000);
        step(10'h000, 12'h000);
        step(10'h000, 12'h244);
        step(10'h000, 12'h9e4);
        step(10'h000, 12'h24c);
        step(10'h000, 12'h000);
        step(10'h000, 12'h254);
        step(10'h000, 12'h9ed);
        step(10'h35b, 12'hda4);
        step(10'h000, 12'h9f4);
        step(10'h000, 12'hdad);
        step(10'h10b, 12'h494);
        step(10'h000, 12'h065);
        step(10'h247, 12'hdb4);
        step(10'h000, 12'h06d);
        step(10'h277, 12'h324);
        step(10'h000, 12'h654);
        step(10'h000, 12'h32e);
        step(10'h049, 12'h074);
        step(10'h000, 12'h002);
        step(10'h06d, 12'h334);
        step(10'h000, 12'h001);
        step(10'h003, 12'h004);
        step(10'h000, 12'h000);
        step(10'h000, 12'h00c);
        step(10'h000, 12'hb3c);
        step(10'h000, 12'h001);
        step(10'h117, 12'h63c);
        step(10'h000, 12'h002);
        step(10'h111, 12'h000);
        step(10'h000, 12'h014);
        step(10'h000, 12'h001);
        step(10'h39b, 12'ha84);
        step(10'h000, 12'hdc4);
        step(10'h000, 12'ha8c);
        step(10'h000, 12'h434);
        step(10'h000, 12'hdce);
        step(10'h249, 12'ha94);
        step(10'h000, 12'h001);
        step(10'h167, 12'hdd4);
        step(10'h000, 12'h2a5);
        step(10'h39b, 12'hdd4);
        step(10'h000, 12'h2ad);
        step(10'h1df, 12'hee4);
        step(10'h000, 12'h894);
        step(10'h000, 12'heee);
        step(10'h3ed, 12'h000);
        if (errors != 0) $fatal(1, "medic_memsched_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("medic_memsched_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
