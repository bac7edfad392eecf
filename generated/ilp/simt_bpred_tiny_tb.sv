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
        step(84'h000280004038000040386, 10'h00b);
        step(84'h00018000c007800040086, 10'h00b);
        step(84'hbeac00000000000000002, 10'h140);
        step(84'h00038000403f800040406, 10'h007);
        step(84'h000200004023000040246, 10'h003);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000380004007000040086, 10'h00f);
        step(84'h000000000000000000002, 10'h000);
        step(84'ha1fc00000000000000002, 10'h020);
        step(84'h000000000000000000002, 10'h000);
        step(84'h7fbc00000000000000002, 10'h340);
        step(84'h3f6400000000000000002, 10'h2c0);
        step(84'h0003a0004047800040486, 10'h007);
        step(84'hff7f8000403b0000403c6, 10'h2c3);
        step(84'h7f3f80004034800040346, 10'h24b);
        step(84'h000200004037000040386, 10'h007);
        step(84'h3e7f80004015000040146, 10'h0cb);
        step(84'hbefe8000401c8000400c6, 10'h1c3);
        step(84'h7fa400000000000000002, 10'h340);
        step(84'hbf7e80004021000040206, 10'h2cf);
        step(84'h000200004045000040446, 10'h00b);
        step(84'h3fee00004004000040046, 10'h3cb);
        step(84'h000200004004800040046, 10'h00b);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'hf7ac00000000000000002, 10'h250);
        step(84'h00020000401c0000441c6, 10'h003);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'hbce400000000000000002, 10'h190);
        step(84'h00038000402c0000442c6, 10'h003);
        step(84'hbfe400000000000000002, 10'h3c0);
        step(84'h00028000402b8000402c6, 10'h003);
        step(84'hbba400000000000000002, 10'h340);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h3fe48000400c0000408c6, 10'h3c3);
        step(84'h000000000000000000002, 10'h000);
        step(84'h00038000401f000040206, 10'h00f);
        step(84'h000000000000000000002, 10'h000);
        step(84'h3ffc00000000000000002, 10'h3c0);
        step(84'h3fec00000000000000002, 10'h3c0);
        step(84'h206f8000405c8000405c6, 10'h023);
        step(84'h000000000000000000002, 10'h000);
        step(84'hffbc00000000000000002, 10'h340);
        step(84'h000300004003800040006, 10'h007);
        step(84'h000000000000000000002, 10'h000);
        step(84'h3f7f0000402c0000402c6, 10'h2cb);
        step(84'h7ef400000000000000002, 10'h1c0);
        step(84'hbff70000400b8000400c6, 10'h3c3);
        step(84'h3fb600004020000040206, 10'h34f);
        step(84'hfe6400000000000000002, 10'h0c0);
        step(84'h000280004017000040186, 10'h007);
        step(84'h7e6c00000000000000002, 10'h0c0);
        step(84'h000200004088800040086, 10'h007);
        step(84'h000380004014000040146, 10'h00b);
        step(84'h7aa400000000000000002, 10'h140);
        step(84'hbffc00000000000000002, 10'h3c0);
        step(84'h000000004028000140286, 10'h007);
        step(84'h000200004023800040246, 10'h00b);
        step(84'h61e400000000000000002, 10'h020);
        step(84'h000000000000000000002, 10'h000);
        step(84'hbfe68000400f800040006, 10'h3cb);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000380004058000040586, 10'h00f);
        step(84'hbfac00000000000000002, 10'h340);
        step(84'hfebc00000000000000002, 10'h140);
        step(84'h000280004049000040486, 10'h007);
        step(84'h000000000000000000002, 10'h000);
        step(84'h00030000401f000040206, 10'h00f);
        step(84'h7eee00004043000040446, 10'h1cb);
        step(84'h000280004010000040106, 10'h00f);
        step(84'hffb400000000000000002, 10'h340);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000200004051000040506, 10'h00f);
        step(84'hbe6400000000000000002, 10'h0c0);
        step(84'hfeef0000404b8000404c6, 10'h1c3);
        step(84'hffe68000402f800040386, 10'h3c7);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000200004054000040546, 10'h00b);
        step(84'h3ff68000405b8000405c6, 10'h3c3);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h64ec00000000000000002, 10'h090);
        step(84'hbf6400000000000000002, 10'h2c0);
        step(84'h3eef0000405c0000405c6, 10'h1c3);
        step(84'h3ef700004030804040306, 10'h1cf);
        step(84'h000000000000000000002, 10'h000);
        step(84'hfff400000000000000002, 10'h3c0);
        step(84'h00028000400c800040046, 10'h00b);
        step(84'h000300004033800040346, 10'h00b);
        step(84'h000000000000000000002, 10'h000);
        step(84'hbf6d8000404f800040506, 10'h2cf);
        step(84'h000200004824800040246, 10'h00b);
        step(84'hbff400000000000000002, 10'h3c0);
        step(84'he1fc00000000000000002, 10'h020);
        step(84'hbf6500004044800040446, 10'h2cf);
        restart;
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000200004033800040346, 10'h007);
        step(84'h7ee700004054800040546, 10'h1c7);
        step(84'h000300003fff810040006, 10'h007);
        step(84'h000200004038000440386, 10'h00f);
        step(84'h7ef60000c04c8000404c6, 10'h1cb);
        step(84'h00038000402d0000402c6, 10'h003);
        step(84'h7ff400000000000000002, 10'h3c0);
        step(84'hffe400000000000000002, 10'h3c0);
        step(84'hbe2680004057800040586, 10'h047);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000280004047000040486, 10'h007);
        step(84'h000380004028000040286, 10'h007);
        step(84'h3ffc00000000000000002, 10'h3c0);
        step(84'h7fae8000403c8000403c6, 10'h343);
        step(84'h7eef8000400f000040106, 10'h1cf);
        step(84'h7ffc00000000000000002, 10'h3c0);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000380004034000040346, 10'h00b);
        step(84'h3fec00000000000000002, 10'h3c0);
        step(84'hff7c00000000000000002, 10'h2c0);
        step(84'hbfbf80004003808040046, 10'h34b);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000300004008800040086, 10'h007);
        step(84'hbfff00004048800040486, 10'h3c7);
        step(84'h7ff400000000000000002, 10'h3c0);
        step(84'h7ff400000000000000002, 10'h3c0);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000380004053800040546, 10'h00b);
        step(84'h000000000000000000002, 10'h000);
        step(84'hbebc00000000000000002, 10'h140);
        step(84'h000000004053000040546, 10'h00b);
        step(84'ha16680004057800040586, 10'h027);
        step(84'h7f6e8000485c8000405c6, 10'h2c7);
        step(84'h000000000000000000002, 10'h000);
        step(84'h7fec00000000000000002, 10'h3c0);
        step(84'h000000000000000000002, 10'h000);
        step(84'h0003a0004004800040046, 10'h00b);
        step(84'hbffe8000405c8000405c6, 10'h3c3);
        step(84'h3fef00004028800041286, 10'h3c7);
        step(84'h000000000000000000002, 10'h000);
        step(84'h73b400000000000000002, 10'h250);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000380004013000040146, 10'h00b);
        step(84'h000300004004800040046, 10'h00b);
        step(84'hadff80004034800040346, 10'h19b);
        step(84'hbfb600004037800040386, 10'h347);
        step(84'h000280004034800040346, 10'h00b);
        step(84'hbffc00000000000000002, 10'h3c0);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000200004025000040246, 10'h00b);
        step(84'h000380004044800040446, 10'h00b);
        step(84'h7f6400000000000000002, 10'h2c0);
        step(84'h000000000000000000002, 10'h000);
        step(84'hbfef00004047000040486, 10'h3c7);
        step(84'h000000000000000000002, 10'h000);
        step(84'h00038000403b8000403c6, 10'h003);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'hbfa400000000000000002, 10'h340);
        step(84'hbf7e80004057000040586, 10'h2c7);
        step(84'h7f7400000000000000002, 10'h2c0);
        step(84'h3efc00000000000000002, 10'h1c0);
        step(84'h00028000400b0000400c6, 10'h003);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h7fac00000000000000002, 10'h340);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000200004051000040506, 10'h00f);
        step(84'h3fae80004010040040106, 10'h34f);
        step(84'hfee600004018808040186, 10'h1c7);
        step(84'hff2f0000403f000040406, 10'h24f);
        step(84'h63a400000000000000002, 10'h050);
        step(84'hecf400000000000000002, 10'h190);
        step(84'h00030000404f000040506, 10'h00f);
        step(84'hff7400000000000000002, 10'h2c0);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000300004033800040346, 10'h00b);
        step(84'haf760000403f800040406, 10'h0df);
        step(84'hffe400000000000000002, 10'h3c0);
        step(84'h000000000000000000002, 10'h000);
        step(84'h00030000400f000040106, 10'h00f);
        step(84'hff360000401f000040206, 10'h24f);
        step(84'h00028000404f000040506, 10'h00f);
        step(84'h000000000000000000002, 10'h000);
        step(84'h00030000401b8000401c6, 10'h003);
        step(84'hff2400000000000000002, 10'h240);
        step(84'h000300004005000040046, 10'h00b);
        step(84'h00028000404d0000404c6, 10'h003);
        step(84'hffac00000000000000002, 10'h340);
        step(84'h3ff400000000000000002, 10'h3c0);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        if (errors != 0) $fatal(1, "simt_bpred_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("simt_bpred_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
