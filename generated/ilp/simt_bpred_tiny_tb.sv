// SPDX-License-Identifier: Apache-2.0
// simt_bpred_tiny_tb: runs simt_bpred_tiny for 200 cycles with random inputs and
// compares every output with what its reference model gave. Emitted by Warpsmith.
// The last line says how it ended; a difference is fatal.

`timescale 1ns / 1ps
`default_nettype none

module simt_bpred_tiny_tb;

    reg clock = 1'b0;
    reg reset = 1'b1;
    integer cycle = 0;
    integer errors = 0;

    reg  [83:0] inputs;
    wire [9:0] outputs;
    reg  [9:0] early;
    reg  [9:0] got;
    // Outputs that answer in the same cycle; the others are registers.
    localparam [9:0] SAME_CYCLE = 10'h3f0;

    simt_bpred_tiny dut (
        .clock(clock),
        .reset(reset),
        .mode(inputs[1:0]),
        .lk_valid(inputs[2]),
        .lk_pc(inputs[34:3]),
        .lk_target(inputs[66:35]),
        .lk_warp(inputs[68:67]),
        .lk_oracle(inputs[69]),
        .rs_valid(inputs[70]),
        .rs_warp(inputs[72:71]),
        .rs_active(inputs[76:73]),
        .rs_taken(inputs[80:77]),
        .rs_pred(inputs[81]),
        .rs_idx(inputs[83:82]),
        .pr_valid(outputs[0]),
        .pr_taken(outputs[1]),
        .pr_idx(outputs[3:2]),
        .rs_div(outputs[4]),
        .rs_mis(outputs[5]),
        .rs_follow(outputs[9:6])
    );

    // One cycle: outputs that answer at once are looked at before the rising edge, registers
    // after it.
    task step(input [83:0] given, input [9:0] expected);
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
                $display("cycle %0d: pr_valid is %h, the model has %h", cycle,
                         got[0], expected[0]);
            if (got[1] !== expected[1])
                $display("cycle %0d: pr_taken is %h, the model has %h", cycle,
                         got[1], expected[1]);
            if (got[3:2] !== expected[3:2])
                $display("cycle %0d: pr_idx is %h, the model has %h", cycle,
                         got[3:2], expected[3:2]);
            if (got[4] !== expected[4])
                $display("cycle %0d: rs_div is %h, the model has %h", cycle,
                         got[4], expected[4]);
            if (got[5] !== expected[5])
                $display("cycle %0d: rs_mis is %h, the model has %h", cycle,
                         got[5], expected[5]);
            if (got[9:6] !== expected[9:6])
                $display("cycle %0d: rs_follow is %h, the model has %h", cycle,
                         got[9:6], expected[9:6]);
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
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000300004038000040386, 10'h00b);
        step(84'h000200004007800040086, 10'h00b);
        step(84'hbeb400000000000000002, 10'h140);
        step(84'h000000000000000000002, 10'h000);
        step(84'hba6400000000000000002, 10'h050);
        step(84'h00030000403f800040406, 10'h00f);
        step(84'h000000000000000000002, 10'h000);
        step(84'hffb700004023000040246, 10'h34b);
        step(84'h000000000000000000002, 10'h000);
        step(84'hbf7400000000000000002, 10'h2c0);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000280004040000040406, 10'h00f);
        step(84'h000000000000000000002, 10'h000);
        step(84'hff6c00000000000000002, 10'h2c0);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000280004044800040446, 10'h00b);
        step(84'hbf6f00004044000040446, 10'h2cb);
        step(84'hbff60000403c0000403c6, 10'h3c3);
        step(84'h3fe400000000000000002, 10'h3c0);
        step(84'h000200004007800040086, 10'h007);
        step(84'h000280003fff000040006, 10'h00f);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h00028000404b8000404c6, 10'h003);
        step(84'h7fe680004021000040206, 10'h3cf);
        step(84'hfeee80004058800040586, 10'h1c7);
        step(84'h3fee80004045000040446, 10'h3cb);
        step(84'hfeac00000000000000002, 10'h140);
        step(84'h67ee0000405b0000405c6, 10'h0d3);
        step(84'hbcee80004004800040046, 10'h19b);
        step(84'h000000000000000000002, 10'h000);
        step(84'h3fe400000000000000002, 10'h3c0);
        step(84'hbfae0000401c0000401c6, 10'h343);
        step(84'h3fe680004034800040346, 10'h3cb);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000280004043000040446, 10'h00b);
        step(84'hbeac8000402b8000402c6, 10'h143);
        step(84'hbfec00000000000000002, 10'h3c0);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h3e0c0000400b0000400c6, 10'h003);
        step(84'h000300004044000040446, 10'h00b);
        step(84'h206680004004800040046, 10'h02b);
        step(84'h000000000000000000002, 10'h000);
        step(84'h00030000405b0000405c6, 10'h007);
        step(84'hbf3400000000000000002, 10'h240);
        step(84'hbfee00003fff000040006, 10'h3c7);
        step(84'h7ff400000000000000002, 10'h3c0);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h00028000402c0000402c6, 10'h003);
        step(84'h7ee70000400f000040106, 10'h1cf);
        step(84'h3fee8000402c0000402c6, 10'h3c3);
        step(84'hffb680004055000040546, 10'h34b);
        step(84'h000000000000000000002, 10'h000);
        step(84'h3fef80004055000040546, 10'h3cb);
        step(84'hacee00004057000040586, 10'h197);
        step(84'h000000000000000000002, 10'h000);
        step(84'hbfbc00000000000000002, 10'h340);
        step(84'h7fa600004018800040186, 10'h347);
        step(84'h7f670000405b8000405c6, 10'h2c3);
        step(84'h3f3400000000000000002, 10'h240);
        step(84'h000280004023800040246, 10'h00b);
        step(84'hbfee00004020000040206, 10'h3cf);
        step(84'h000380004017000040186, 10'h007);
        step(84'h000280004058000040586, 10'h007);
        step(84'h000000000000000000002, 10'h000);
        step(84'h00038000405b8000405c6, 10'h003);
        step(84'h000000000000000000002, 10'h000);
        step(84'hfee400000000000000002, 10'h1c0);
        step(84'h000000000000000000002, 10'h000);
        step(84'h00030000401f000040206, 10'h00f);
        step(84'h000000000000000000002, 10'h000);
        step(84'h7ffc00000000000000002, 10'h3c0);
        step(84'h7eac00000000000000002, 10'h140);
        step(84'h35fc00000000000000002, 10'h290);
        step(84'hffb780004003000040046, 10'h34b);
        step(84'h000000000000000000002, 10'h000);
        step(84'hbfff00004024000040246, 10'h3cb);
        step(84'h00020000405d0000405c6, 10'h003);
        step(84'hbff400000000000000002, 10'h3c0);
        step(84'h00030000404b8000404c6, 10'h003);
        step(84'h000300004004800040046, 10'h00b);
        step(84'h000200004011000040106, 10'h00f);
        step(84'h3fe400000000000000002, 10'h3c0);
        step(84'h000000000000000000002, 10'h000);
        step(84'h3ff70000403c8000403c6, 10'h3c3);
        step(84'h000000000000000000002, 10'h000);
        step(84'hbef78000402f800040306, 10'h1cf);
        step(84'h00030000405c0000405c6, 10'h003);
        step(84'hffa400000000000000002, 10'h340);
        step(84'h000200004031000040306, 10'h00f);
        step(84'h2ff400000000000000002, 10'h1d0);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000200004018800040186, 10'h007);
        restart;
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000380004033800040346, 10'h007);
        step(84'h00030000401d0000401c6, 10'h00f);
        step(84'h7efc00000000000000002, 10'h1c0);
        step(84'h000200004001000040006, 10'h007);
        step(84'hfef50000404f000040506, 10'h1c7);
        step(84'h7fe400000000000000002, 10'h3c0);
        step(84'h000000000000000000002, 10'h000);
        step(84'h00030000401b0000401c6, 10'h003);
        step(84'h000280004014000040146, 10'h00b);
        step(84'h000000000000000000002, 10'h000);
        step(84'h7e1780004057800040586, 10'h007);
        step(84'h3f7780004057800040586, 10'h2c7);
        step(84'h00038000404c0000404c6, 10'h003);
        step(84'hbeec00000000000000002, 10'h1c0);
        step(84'h7fbc00000000000000002, 10'h340);
        step(84'h7fbc00000000000000002, 10'h340);
        step(84'h000380004023800040246, 10'h00b);
        step(84'h000300004058800040586, 10'h007);
        step(84'h3f7e00004004800040046, 10'h2cb);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000100004028000040286, 10'h007);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'hbffc00000000000000002, 10'h3c0);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h7fb70000400b8000400c6, 10'h343);
        step(84'hbf2600004053000040546, 10'h24b);
        step(84'h00028000403c8000403c6, 10'h003);
        step(84'h000000000000000000002, 10'h000);
        step(84'h607400000000000000002, 10'h020);
        step(84'h000280004024000040246, 10'h00f);
        step(84'h3ff400000000000000002, 10'h3c0);
        step(84'hbee400000000000000002, 10'h1c0);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000380004055000040546, 10'h00b);
        step(84'h3f6f00004053000040546, 10'h2cb);
        step(84'hffef80004057800040586, 10'h3c7);
        step(84'hbfff0000401d0000401c6, 10'h3c3);
        step(84'hb7f68000402c8000402c6, 10'h2d3);
        step(84'h000300004005000040046, 10'h00b);
        step(84'h000000000000000000002, 10'h000);
        step(84'h7f7c00000000000000002, 10'h2c0);
        step(84'h3ff680004043800040446, 10'h3cb);
        step(84'h3eee00004027800040286, 10'h1c7);
        step(84'h000200004045000040446, 10'h00b);
        step(84'h000000000000000000002, 10'h000);
        step(84'hbff400000000000000002, 10'h3c0);
        step(84'hbfac00000000000000002, 10'h340);
        step(84'h73a68000400b8000400c6, 10'h253);
        step(84'hbf6680004023800040246, 10'h2cb);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h2aec00000000000000002, 10'h150);
        step(84'hbeec00000000000000002, 10'h1c0);
        step(84'h000300004037800040386, 10'h007);
        step(84'h000300004038800040386, 10'h007);
        step(84'h7f7700004050000040506, 10'h2cf);
        step(84'h7ff400000000000000002, 10'h3c0);
        step(84'h000200004014800040146, 10'h00b);
        step(84'h00030000405b0000405c6, 10'h003);
        step(84'h000300004047000040486, 10'h007);
        step(84'hff7400000000000000002, 10'h2c0);
        step(84'h000000000000000000002, 10'h000);
        step(84'h00030000403b8000403c6, 10'h003);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'hbf6400000000000000002, 10'h2c0);
        step(84'h3fb780004057000040586, 10'h347);
        step(84'h000080004031000040306, 10'h00f);
        step(84'h000000000000000000002, 10'h000);
        step(84'h7f7400000000000000002, 10'h2c0);
        step(84'h3ef700004050000040506, 10'h1cf);
        step(84'h000000000000000000002, 10'h000);
        step(84'h7fbf00004051000040506, 10'h34f);
        step(84'he0ec00000000000000002, 10'h020);
        step(84'hffb78000402f800040306, 10'h34b);
        step(84'h000200004049000040486, 10'h00f);
        step(84'hfef68000401f800040206, 10'h1c7);
        step(84'hbfbd0000403f800040406, 10'h34f);
        step(84'hfee400000000000000002, 10'h1c0);
        step(84'h00028000404f000040506, 10'h00f);
        step(84'h7f6c00000000000000002, 10'h2c0);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000380004033800040346, 10'h00b);
        step(84'he1f70000403f800040406, 10'h02f);
        step(84'h00030000400d0000400c6, 10'h007);
        step(84'hff6c00000000000000002, 10'h2c0);
        step(84'haf7e00004039000040386, 10'h0df);
        step(84'hfff68000402f000040306, 10'h3cf);
        step(84'h000300004010800040106, 10'h00f);
        step(84'h7f7400000000000000002, 10'h2c0);
        step(84'h00028000404c0000404c6, 10'h003);
        step(84'hfee400000000000000002, 10'h1c0);
        step(84'hffee00004040800040406, 10'h3cf);
        if (errors != 0) $fatal(1, "simt_bpred_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("simt_bpred_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
