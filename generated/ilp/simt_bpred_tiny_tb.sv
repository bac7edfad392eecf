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
        step(84'h00000000c008000040086, 10'h00b);
        step(84'h000000000000000000002, 10'h000);
        step(84'hbeaf80084050000040506, 10'h143);
        step(84'ha1e720004008000040086, 10'h02f);
        step(84'h000000000000000000002, 10'h000);
        step(84'h3ffc00000000000000002, 10'h3c0);
        step(84'h000380004034000040346, 10'h003);
        step(84'hfff78000400b0000400c6, 10'h3cb);
        step(84'h3f7e80004044000040446, 10'h2cb);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000080004009000040086, 10'h007);
        step(84'h000000000000000000002, 10'h000);
        step(84'hbefc00000000000000002, 10'h1c0);
        step(84'h000200004037000040386, 10'h007);
        step(84'hbfef80004015000040146, 10'h3cb);
        step(84'h616f8000401c0000400c6, 10'h023);
        step(84'h7fa78000421c0000401c6, 10'h345);
        step(84'hbf7f80004003800040046, 10'h2c3);
        step(84'h3ffe00000028000040286, 10'h3c7);
        step(84'h000200004004800040046, 10'h00b);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h5efc00000000000000002, 10'h020);
        step(84'h3eff0000401c0000441c6, 10'h1c3);
        step(84'h000000000000000000002, 10'h000);
        step(84'h7ea400000000000000002, 10'h140);
        step(84'h00028000402c0000442c6, 10'h003);
        step(84'hbba400000000000000002, 10'h340);
        step(84'h00028000402b8000402c6, 10'h003);
        step(84'h000280004003800040046, 10'h00b);
        step(84'h3ff400000000000000002, 10'h3c0);
        step(84'h3fef00004053800040546, 10'h3cb);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000280004004800040046, 10'h00b);
        step(84'h000000000000000000002, 10'h000);
        step(84'h3fec00000000000000002, 10'h3c0);
        step(84'hbfaf0000400c8000400c6, 10'h343);
        step(84'h000200004004000040006, 10'h00f);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'hbfb400000000000000002, 10'h340);
        step(84'h000000000000000000002, 10'h000);
        step(84'hbfee80004033800040346, 10'h3cb);
        step(84'h3ff400000000000000002, 10'h3c0);
        step(84'h000000000000000000002, 10'h000);
        step(84'hfee78000402d0000402c6, 10'h1c3);
        step(84'hbfaf80006040000040406, 10'h34f);
        step(84'h000180004028000040286, 10'h007);
        step(84'h3ffc00000000000000002, 10'h3c0);
        step(84'h000300004048000040586, 10'h007);
        step(84'hff7e0000403b8000403c6, 10'h2c3);
        step(84'h00028000405b8000405c6, 10'h003);
        step(84'h617c00000000000000002, 10'h020);
        step(84'h000200004023800040246, 10'h00f);
        step(84'h000000000000000000002, 10'h000);
        step(84'h7fb400000000000000002, 10'h340);
        step(84'h000000000000000000002, 10'h000);
        step(84'h3fe680004010000040006, 10'h3c7);
        step(84'h00038000403b8000403c6, 10'h003);
        step(84'h3f2c00000000000000002, 10'h240);
        step(84'h000000000000000000002, 10'h000);
        step(84'hffe400000000000000002, 10'h3c0);
        step(84'h7fac00000000000000002, 10'h340);
        step(84'h000280004049000040486, 10'h007);
        step(84'h3ffc00000000000000002, 10'h3c0);
        step(84'h7eef80004010000040106, 10'h1cf);
        step(84'hffbc00000000000000002, 10'h340);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000200004003000040046, 10'h00b);
        step(84'h000000000000000000002, 10'h000);
        step(84'hbbe600004024000040246, 10'h35b);
        step(84'hbfe70000404f000040506, 10'h3cf);
        step(84'hfff70000404b8000404c6, 10'h3c3);
        step(84'h3ff680004030000040386, 10'h3c7);
        step(84'h64ef00004034080040346, 10'h09b);
        step(84'hbf7400000000000000002, 10'h2c0);
        step(84'h00028000401c8000401c6, 10'h003);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h3eec00000000000000002, 10'h1c0);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000300004045000040446, 10'h00b);
        step(84'hbff400000000000000002, 10'h3c0);
        step(84'h000380004030004040306, 10'h00f);
        step(84'hfffc00000000000000002, 10'h3c0);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h00020000401b0000401c6, 10'h003);
        step(84'h3fa600004078000040386, 10'h347);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h7ee58000404f800040506, 10'h1cf);
        step(84'he1ff00004824000040246, 10'h02b);
        step(84'h000000000000000000002, 10'h000);
        restart;
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000200004033800040346, 10'h007);
        step(84'h7ee700004054800040546, 10'h1c7);
        step(84'h000200004000010040006, 10'h007);
        step(84'h7ef400000000000000002, 10'h1c0);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000200004037800040386, 10'h007);
        step(84'h7fe70000c04c0000404c6, 10'h3c3);
        step(84'h00038000402d0000402c6, 10'h003);
        step(84'h7ee78000400c0000400c6, 10'h1c3);
        step(84'h3e3400000000000000002, 10'h040);
        step(84'h33bf8000404c0000404c6, 10'h253);
        step(84'h3f3c00000000000000002, 10'h240);
        step(84'h3f7c00000000000000002, 10'h2c0);
        step(84'h000300004023800040246, 10'h00b);
        step(84'hbff780004058800040586, 10'h3c7);
        step(84'h7fbc00004053000040546, 10'h34b);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000180004028000040286, 10'h007);
        step(84'hbe0400000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h607e0000400b8000400c6, 10'h023);
        step(84'h000200004003000040046, 10'h00f);
        step(84'h3fe60000401c0000401c6, 10'h3c7);
        step(84'h000000000000000000002, 10'h000);
        step(84'h00020000403b0000403c6, 10'h00b);
        step(84'hfee400000000000000002, 10'h1c0);
        step(84'h7fe400000000000000002, 10'h3c0);
        step(84'hbfe68000403b0000403c6, 10'h3c3);
        step(84'h3eec00000000000000002, 10'h1c0);
        step(84'h000000000000000000002, 10'h000);
        step(84'h00028000404b0000404c6, 10'h003);
        step(84'h000000000000000000002, 10'h000);
        step(84'h3fec00000000000000002, 10'h3c0);
        step(84'h000000000000000000002, 10'h000);
        step(84'h00030000402b8000402c6, 10'h003);
        step(84'h3ff680004040000040406, 10'h3cf);
        step(84'h000380004005000040046, 10'h00b);
        step(84'hffee8000405c8000405c6, 10'h3c3);
        step(84'h000300004028000041286, 10'h007);
        step(84'hbffe80004030004040306, 10'h3cf);
        step(84'h3fec00000000000000002, 10'h3c0);
        step(84'h00020000401b8000401c6, 10'h003);
        step(84'h000000000000000000002, 10'h000);
        step(84'h73b400000000000000002, 10'h250);
        step(84'hff6e80004037800040386, 10'h2c7);
        step(84'h000000000000000000002, 10'h000);
        step(84'h3ea600004010200040106, 10'h14f);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h7fec00000000000000002, 10'h3c0);
        step(84'hffe60000402c0200402c6, 10'h3c3);
        step(84'h3fe400000000000000002, 10'h3c0);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h00030000402b0000402c6, 10'h003);
        step(84'h000300004047800040486, 10'h007);
        step(84'h000000000000000000002, 10'h000);
        step(84'h3ff68000401d0000401c6, 10'h3c3);
        step(84'h000000000000000000002, 10'h000);
        step(84'h00038000400c8000400c6, 10'h003);
        step(84'h000000000000000000002, 10'h000);
        step(84'h00028000c028000040286, 10'h007);
        step(84'h000000000000000000002, 10'h000);
        step(84'h7ef400000000000000002, 10'h1c0);
        step(84'h000200004050000040506, 10'h00f);
        step(84'h000000000000000000002, 10'h000);
        step(84'h3fac00000000000000002, 10'h340);
        step(84'h3abc00000000000000002, 10'h140);
        step(84'h000200004010000040126, 10'h00f);
        step(84'h000380004027000040286, 10'h007);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000000000000000000002, 10'h000);
        step(84'h7fac00000000000000002, 10'h340);
        step(84'hffa400000000000000002, 10'h340);
        step(84'hffe700004218000040186, 10'h3c7);
        step(84'h000000000000000000002, 10'h000);
        step(84'h000380004049000040486, 10'h007);
        step(84'h000000000000000000002, 10'h000);
        step(84'h67fc00000000000000002, 10'h0d0);
        step(84'h7f7600204050000040506, 10'h2cf);
        step(84'h74fc00000000000000002, 10'h090);
        step(84'h000000000000000000002, 10'h000);
        step(84'hffa60000403f800040406, 10'h34f);
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
        if (errors != 0) $fatal(1, "simt_bpred_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("simt_bpred_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
