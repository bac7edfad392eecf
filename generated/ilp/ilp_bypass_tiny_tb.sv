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
        step(25'h0055cff, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0026f9b, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h005d8f7, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0115e77, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h0065d2f, 7'h30);
        step(25'h0000001, 7'h00);
        step(25'h00f193b, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h003ec73, 7'h0c);
        step(25'h0000001, 7'h00);
        step(25'h0e1cefb, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h011b7f3, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h00068a3, 7'h10);
        step(25'h0000001, 7'h00);
        step(25'h0139f1b, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0041493, 7'h50);
        step(25'h0000001, 7'h00);
        step(25'h00e5617, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h00e54f3, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h00f7693, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0071173, 7'h0c);
        step(25'h0200001, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h00c7b4f, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h01138eb, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0137c37, 7'h50);
        step(25'h0000001, 7'h00);
        step(25'h00d54eb, 7'h30);
        step(25'h0000001, 7'h00);
        step(25'h00e36b3, 7'h0c);
        step(25'h0000001, 7'h00);
        step(25'h005daff, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h012b63f, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h007b37f, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h000c30b, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0077ff7, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h00551af, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h006b6f7, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h00738ef, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h00e158f, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h0002d33, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h007f767, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h00cb2db, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h007b8a3, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h01396c3, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h00dbb7f, 7'h10);
        step(25'h0000001, 7'h00);
        step(25'h00d103b, 7'h0c);
        step(25'h0000001, 7'h00);
        step(25'h011b74b, 7'h0c);
        step(25'h0000001, 7'h00);
        step(25'h00c1bab, 7'h50);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h00f387f, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h00df02b, 7'h0c);
        step(25'h0000001, 7'h00);
        step(25'h001ca6b, 7'h0c);
        step(25'h0000001, 7'h00);
        step(25'h01152ab, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h007b463, 7'h50);
        step(25'h0000001, 7'h00);
        step(25'h00ff67b, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h00db9fb, 7'h0c);
        step(25'h0000001, 7'h00);
        restart;
        step(25'h00d55bb, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h00d7293, 7'h0c);
        step(25'h0000001, 7'h00);
        step(25'h0a0e4b7, 7'h0c);
        step(25'h0600001, 7'h00);
        step(25'h0049d33, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h01398af, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h00658f3, 7'h70);
        step(25'h0000001, 7'h00);
        step(25'h011569f, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h01117b7, 7'h70);
        step(25'h0000001, 7'h00);
        step(25'h0051faf, 7'h30);
        step(25'h0000001, 7'h00);
        step(25'h00c3ef7, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h003a55b, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0115c13, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h005db77, 7'h10);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h0131a5f, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h011360f, 7'h70);
        step(25'h0000001, 7'h00);
        step(25'h00d9a9b, 7'h70);
        step(25'h0000001, 7'h00);
        step(25'h003e0fb, 7'h0c);
        step(25'h0000001, 7'h00);
        step(25'h006bebf, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h00140b3, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0057dfb, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h00d776f, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h0127213, 7'h0c);
        step(25'h0000001, 7'h00);
        step(25'h00d38cf, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h004b9b3, 7'h0c);
        step(25'h0000001, 7'h00);
        step(25'h011393b, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h01110bb, 7'h50);
        step(25'h0000001, 7'h00);
        step(25'h0059887, 7'h50);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h003af3b, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h002e2bb, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h00d157b, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h0c);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0053b4f, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h00d13f7, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h00df87f, 7'h0c);
        step(25'h0000001, 7'h00);
        step(25'h013bb7f, 7'h0c);
        step(25'h0000001, 7'h00);
        step(25'h007ffbb, 7'h70);
        step(25'h0000001, 7'h00);
        step(25'h006dc73, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h007f93b, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0069cbf, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h0036277, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h01071bf, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h00490b7, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h00df03b, 7'h00);
        step(25'h0000001, 7'h00);
        step(25'h0111337, 7'h0c);
        step(25'h0000001, 7'h00);
        step(25'h00774f3, 7'h30);
        step(25'h0000001, 7'h00);
        step(25'h00f729b, 7'h04);
        step(25'h0000001, 7'h00);
        step(25'h005716b, 7'h0c);
        step(25'h0000001, 7'h00);
        if (errors != 0) $fatal(1, "ilp_bypass_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("ilp_bypass_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
