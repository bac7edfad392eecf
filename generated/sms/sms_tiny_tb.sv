// SPDX-License-Identifier: Apache-2.0
// sms_tiny_tb: runs sms_tiny for 200 cycles with random inputs and
// compares every output with what its reference model gave. Emitted by Warpsmith.
// The last line says how it ended; a difference is fatal.

`timescale 1ns / 1ps
`default_nettype none

module sms_tiny_tb;

    reg clock = 1'b0;
    reg reset = 1'b1;
    integer cycle = 0;
    integer errors = 0;

    reg  [69:0] inputs;
    wire [19:0] outputs;
    reg  [19:0] early;
    reg  [19:0] got;
    // Outputs that answer in the same cycle; the others are registers.
    localparam [19:0] SAME_CYCLE = 20'h00000;

    sms_tiny dut (
        .clock(clock),
        .reset(reset),
        .req_valid(inputs[0]),
        .req_src(inputs[1]),
        .req_id(inputs[4:2]),
        .req_wr(inputs[5]),
        .req_bank(inputs[7:6]),
        .req_row(inputs[8]),
        .req_col(inputs[9]),
        .cpl_valid(inputs[10]),
        .cpl_src(inputs[11]),
        .cfg_p_q10(inputs[22:12]),
        .cfg_thr(inputs[62:23]),
        .cfg_gb_thr(inputs[69:63]),
        .src_ready(outputs[1:0]),
        .cmd_valid(outputs[2]),
        .cmd(outputs[4:3]),
        .cmd_bank(outputs[6:5]),
        .cmd_row(outputs[7]),
        .cmd_col(outputs[8]),
        .cmd_id(outputs[11:9]),
        .cmd_src(outputs[12]),
        .stat_pick(outputs[13]),
        .stat_pick_src(outputs[14]),
        .stat_sjf(outputs[15]),
        .stat_batch_len(outputs[17:16]),
        .stat_class(outputs[19:18])
    );

    // One cycle: outputs that answer at once are looked at before the rising edge, registers
    // after it.
    task step(input [69:0] given, input [19:0] expected);
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
                $display("cycle %0d: src_ready is %h, the model has %h", cycle,
                         got[1:0], expected[1:0]);
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
            if (got[12] !== expected[12])
                $display("cycle %0d: cmd_src is %h, the model has %h", cycle,
                         got[12], expected[12]);
            if (got[13] !== expected[13])
                $display("cycle %0d: stat_pick is %h, the model has %h", cycle,
                         got[13], expected[13]);
            if (got[14] !== expected[14])
                $display("cycle %0d: stat_pick_src is %h, the model has %h", cycle,
                         got[14], expected[14]);
            if (got[15] !== expected[15])
                $display("cycle %0d: stat_sjf is %h, the model has %h", cycle,
                         got[15], expected[15]);
            if (got[17:16] !== expected[17:16])
                $display("cycle %0d: stat_batch_len is %h, the model has %h", cycle,
                         got[17:16], expected[17:16]);
            if (got[19:18] !== expected[19:18])
                $display("cycle %0d: stat_class is %h, the model has %h", cycle,
                         got[19:18], expected[19:18]);
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
        step(70'h028500f01a0039a243, 20'h40003);
        step(70'h028500f01a0039a347, 20'h5712f);
        step(70'h028500f01a0039a1cb, 20'h56003);
        step(70'h028500f01a0039a24d, 20'h574ef);
        step(70'h028500f01a0039a093, 20'h41137);
        step(70'h028500f01a0039a3d7, 20'h413a7);
        step(70'h028500f01a0039a2fb, 20'h534f5);
        step(70'h028500f01a0039a15d, 20'h5f84f);
        step(70'h028500f01a0039ac00, 20'h5fbf7);
        step(70'h028500f01a0039a1c1, 20'h5f3ae);
        step(70'h028500f01a0039ac00, 20'h41856);
        step(70'h028500f01a0039a1cb, 20'h41d66);
        step(70'h028500f01a0039ac00, 20'h413b6);
        step(70'h028500f01a0039a357, 20'h41d6e);
        step(70'h028500f01a0039ac00, 20'h5a726);
        step(70'h028500f01a0039a113, 20'h56002);
        step(70'h028500f01a0039ac00, 20'h4072e);
        step(70'h028500f01a0039a287, 20'h41d7c);
        step(70'h028500f01a0039a000, 20'h40000);
        step(70'h028500f01a0039a000, 20'h5a000);
        step(70'h028500f01a0039ac00, 20'h40734);
        step(70'h028500f01a0039a000, 20'h414e4);
        step(70'h028500f01a0039a000, 20'h5eea6);
        step(70'h028500f01a0039a39b, 20'h574ee);
        step(70'h028500f01a0039a400, 20'h5f357);
        step(70'h028500f01a0039a24d, 20'h4188e);
        step(70'h028500f01a0039a000, 20'h414f6);
        step(70'h028500f01a0039a000, 20'h40eae);
        step(70'h028500f01a0039ac00, 20'h400f6);
        step(70'h028500f01a0039a307, 20'h40002);
        step(70'h028500f01a0039ac00, 20'h5f896);
        step(70'h028500f01a0039a14b, 20'h41dc6);
        step(70'h028500f01a0039a581, 20'h5f397);
        step(70'h028500f01a0039a001, 20'h41dce);
        step(70'h028500f01a0039ac00, 20'h40eb6);
        step(70'h028500f01a0039a0d3, 20'h40002);
        step(70'h028500f01a0039ac00, 20'h5bdd6);
        step(70'h028500f01a0039a207, 20'h5a004);
        step(70'h028500f01a0039a400, 20'h41bb5);
        step(70'h028500f01a0039a07d, 20'h4000c);
        step(70'h028500f01a0039ac00, 20'h5e726);
        step(70'h028500f01a0039a01b, 20'h5f866);
        step(70'h028500f01a0039ac00, 20'h5e016);
        step(70'h028500f01a0039a0d7, 20'h4072e);
        step(70'h028500f01a0039a000, 20'h5f316);
        step(70'h028500f01a0039a000, 20'h4186e);
        step(70'h028500f01a0039a400, 20'h41c17);
        step(70'h028500f01a0039a003, 20'h40003);
        step(70'h028500f01a0039ac00, 20'h5e737);
        step(70'h028500f01a0039a2a7, 20'h414a7);
        step(70'h028500f01a0039ac00, 20'h5f877);
        step(70'h028500f01a0039a179, 20'h414ae);
        step(70'h028500f01a0039a400, 20'h5ba77);
        step(70'h028500f01a0039a0ad, 20'h40002);
        step(70'h028500f01a0039ac00, 20'h41016);
        step(70'h028500f01a0039a353, 20'h40002);
        step(70'h028500f01a0039ac00, 20'h414b6);
        step(70'h028500f01a0039a017, 20'h40e24);
        step(70'h028500f01a0039ac00, 20'h5a000);
        step(70'h028500f01a0039a000, 20'h5a644);
        step(70'h028500f01a0039ac00, 20'h5ee2e);
        step(70'h028500f01a0039a1cb, 20'h40000);
        step(70'h028500f01a0039a000, 20'h4064c);
        step(70'h028500f01a0039a000, 20'h40e3c);
        step(70'h028500f01a0039a000, 20'h40000);
        step(70'h028500f01a0039a000, 20'h5e65e);
        step(70'h028500f01a0039a4c3, 20'h5e003);
        step(70'h028500f01a0039a03f, 20'h574e7);
        step(70'h028500f01a0039a400, 20'h5fa17);
        step(70'h028500f01a0039a18d, 20'h40ca7);
        step(70'h028500f01a0039a000, 20'h414ef);
        step(70'h028500f01a0039a000, 20'h40003);
        step(70'h028500f01a0039ac00, 20'h40caf);
        step(70'h028500f01a0039a2d5, 20'h4135e);
        step(70'h028500f01a0039a000, 20'h5a002);
        step(70'h028500f01a0039a000, 20'h40cbe);
        step(70'h028500f01a0039ac00, 20'h40002);
        step(70'h028500f01a0039a347, 20'h406c6);
        step(70'h028500f01a0039a400, 20'h414f7);
        step(70'h028500f01a0039a01b, 20'h406cd);
        step(70'h028500f01a0039a000, 20'h5b065);
        step(70'h028500f01a0039a000, 20'h5f9b7);
        step(70'h028500f01a0039ac00, 20'h5f06f);
        step(70'h028500f01a0039a049, 20'h5f3b6);
        step(70'h028500f01a0039a000, 20'h40002);
        step(70'h028500f01a0039ac00, 20'h406d6);
        step(70'h028500f01a0039a193, 20'h40002);
        step(70'h028500f01a0039ac00, 20'h41076);
        step(70'h028500f01a0039a1c7, 20'h40002);
        step(70'h028500f01a0039a400, 20'h5f8d7);
        step(70'h028500f01a0039a14d, 20'h40002);
        step(70'h028500f01a0039ac00, 20'h5ab76);
        step(70'h028500f01a0039a023, 20'h5a426);
        step(70'h028500f01a0039ac00, 20'h5f2e6);
        step(70'h028500f01a0039a213, 20'h4042e);
        step(70'h028500f01a0039a400, 20'h40003);
        step(70'h028500f01a0039a0d5, 20'h412ee);
        step(70'h028500f01a0039a000, 20'h41e1e);
        step(70'h028500f01a0039a000, 20'h40002);
        step(70'h028500f01a0039a000, 20'h40002);
        restart;
        step(70'h028500f01a0039a2c3, 20'h40003);
        step(70'h028500f01a0039a047, 20'h5716f);
        step(70'h028500f01a0039a069, 20'h56003);
        step(70'h028500f01a0039a3cd, 20'h5322f);
        step(70'h028500f01a0039a293, 20'h53177);
        step(70'h028500f01a0039a0d5, 20'h407e6);
        step(70'h028500f01a0039a15b, 20'h41236);
        step(70'h028500f01a0039a15f, 20'h5f94e);
        step(70'h028500f01a0039ac00, 20'h40002);
        step(70'h028500f01a0039a2e3, 20'h407ec);
        step(70'h028500f01a0039ac00, 20'h41956);
        step(70'h028500f01a0039a307, 20'h40000);
        step(70'h028500f01a0039a000, 20'h407f4);
        step(70'h028500f01a0039a000, 20'h40000);
        step(70'h028500f01a0039ac00, 20'h40000);
        step(70'h028500f01a0039a000, 20'h40000);
        step(70'h028500f01a0039a400, 20'h40001);
        step(70'h028500f01a0039a3cd, 20'h4043c);
        step(70'h028500f01a0039a000, 20'h40000);
        step(70'h028500f01a0039a000, 20'h6e002);
        step(70'h028500f01a0039a593, 20'h5aa65);
        step(70'h028500f01a0039a3a9, 20'h5bca4);
        step(70'h028500f01a0039a000, 20'h40a6c);
        step(70'h028500f01a0039a000, 20'h40000);
        step(70'h028500f01a0039a000, 20'h41cac);
        step(70'h028500f01a0039a000, 20'h40a74);
        step(70'h028500f01a0039a000, 20'h407e4);
        step(70'h028500f01a0039a000, 20'h57cb6);
        step(70'h028500f01a0039a000, 20'h5f38e);
        step(70'h028500f01a0039a400, 20'h5feb7);
        step(70'h028500f01a0039a155, 20'h418c6);
        step(70'h028500f01a0039ac00, 20'h527ee);
        step(70'h028500f01a0039a3db, 20'h5b396);
        step(70'h028500f01a0039ac00, 20'h418ce);
        step(70'h028500f01a0039a01f, 20'h407f6);
        step(70'h028500f01a0039a000, 20'h41166);
        step(70'h028500f01a0039ac00, 20'h5eab6);
        step(70'h028500f01a0039a0e7, 20'h40002);
        step(70'h028500f01a0039a400, 20'h5f8d7);
        step(70'h028500f01a0039a34f, 20'h4116f);
        step(70'h028500f01a0039a400, 20'h41e07);
        step(70'h028500f01a0039a015, 20'h40003);
        step(70'h028500f01a0039ac00, 20'h41e0f);
        step(70'h028500f01a0039a013, 20'h405dd);
        step(70'h028500f01a0039a000, 20'h40001);
        step(70'h028500f01a0039a000, 20'h4117d);
        step(70'h028500f01a0039a400, 20'h40001);
        step(70'h028500f01a0039a189, 20'h5e002);
        step(70'h028500f01a0039ac00, 20'h5be17);
        step(70'h028500f01a0039a143, 20'h5bde5);
        step(70'h028500f01a0039a000, 20'h5ea17);
        step(70'h028500f01a0039a000, 20'h5fdef);
        step(70'h028500f01a0039ac00, 20'h5f817);
        step(70'h028500f01a0039a25f, 20'h40003);
        step(70'h028500f01a0039a400, 20'h417b7);
        step(70'h028500f01a0039a017, 20'h40003);
        step(70'h028500f01a0039ac00, 20'h5e4d7);
        step(70'h028500f01a0039a133, 20'h40003);
        step(70'h028500f01a0039ac00, 20'h5fdf7);
        step(70'h028500f01a0039a38f, 20'h41267);
        step(70'h028500f01a0039a400, 20'h5fa17);
        step(70'h028500f01a0039a109, 20'h4126f);
        step(70'h028500f01a0039ac00, 20'h41887);
        step(70'h028500f01a0039a25b, 20'h410b7);
        step(70'h028500f01a0039ac00, 20'h5f88f);
        step(70'h028500f01a0039a275, 20'h41f26);
        step(70'h028500f01a0039a000, 20'h5b7d7);
        step(70'h028500f01a0039ac00, 20'h5bf2f);
        step(70'h028500f01a0039a321, 20'h40002);
        step(70'h028500f01a0039a000, 20'h41f36);
        step(70'h028500f01a0039ac00, 20'h40002);
        step(70'h028500f01a0039a0cf, 20'h40002);
        step(70'h028500f01a0039a000, 20'h5e002);
        step(70'h028500f01a0039ac00, 20'h40002);
        step(70'h028500f01a0039a39f, 20'h4127e);
        step(70'h028500f01a0039a000, 20'h5e002);
        step(70'h028500f01a0039a000, 20'h4189e);
        step(70'h028500f01a0039ac00, 20'h40002);
        step(70'h028500f01a0039a127, 20'h40b3e);
        step(70'h028500f01a0039ac00, 20'h56002);
        step(70'h028500f01a0039a273, 20'h40002);
        step(70'h028500f01a0039a400, 20'h5ffd7);
        step(70'h028500f01a0039a055, 20'h40002);
        step(70'h028500f01a0039a000, 20'h41676);
        step(70'h028500f01a0039a000, 20'h40002);
        step(70'h028500f01a0039ac00, 20'h40496);
        step(70'h028500f01a0039a31f, 20'h40002);
        step(70'h028500f01a0039ac00, 20'h5bd36);
        step(70'h028500f01a0039a0ef, 20'h5a000);
        step(70'h028500f01a0039a400, 20'h5ea37);
        step(70'h028500f01a0039a24b, 20'h40001);
        step(70'h028500f01a0039ac00, 20'h40001);
        step(70'h028500f01a0039a099, 20'h40000);
        step(70'h028500f01a0039a400, 20'h40001);
        step(70'h028500f01a0039a095, 20'h4129c);
        step(70'h028500f01a0039a000, 20'h40000);
        step(70'h028500f01a0039a000, 20'h5f93e);
        step(70'h028500f01a0039ac00, 20'h40c46);
        step(70'h028500f01a0039a3e7, 20'h6a19c);
        step(70'h028500f01a0039ac00, 20'h5ec4e);
        if (errors != 0) $fatal(1, "sms_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("sms_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
