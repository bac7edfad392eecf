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
        step(70'h028500f01a0039a34f, 20'h40003);
        step(70'h028500f01a0039a151, 20'h577af);
        step(70'h028500f01a0039a017, 20'h52003);
        step(70'h028500f01a0039a31f, 20'h57a0f);
        step(70'h028500f01a0039a389, 20'h577b7);
        step(70'h028500f01a0039a1c5, 20'h40002);
        step(70'h028500f01a0039a143, 20'h5a5ce);
        step(70'h028500f01a0039a29b, 20'h41a16);
        step(70'h028500f01a0039ac00, 20'h5ff86);
        step(70'h028500f01a0039a3cf, 20'h408b6);
        step(70'h028500f01a0039a000, 20'h5ff8e);
        step(70'h028500f01a0039ac00, 20'h410b6);
        step(70'h028500f01a0039a1f7, 20'h40002);
        step(70'h028500f01a0039a400, 20'h405d7);
        step(70'h028500f01a0039a1f3, 20'h41d45);
        step(70'h028500f01a0039ac00, 20'h417ef);
        step(70'h028500f01a0039a103, 20'h41f97);
        step(70'h028500f01a0039a400, 20'h41d4f);
        step(70'h028500f01a0039a34b, 20'h417f5);
        step(70'h028500f01a0039a000, 20'h40001);
        step(70'h028500f01a0039ac00, 20'h7fd57);
        step(70'h028500f01a0039a09d, 20'h40002);
        step(70'h028500f01a0039ac00, 20'h40002);
        step(70'h028500f01a0039a3af, 20'h40000);
        step(70'h028500f01a0039ac00, 20'h40000);
        step(70'h028500f01a0039a000, 20'h41afc);
        step(70'h028500f01a0039a000, 20'h40000);
        step(70'h028500f01a0039a000, 20'h538fd);
        step(70'h028500f01a0039aef9, 20'h5e002);
        step(70'h028500f01a0039a077, 20'h5a000);
        step(70'h028500f01a0039ac00, 20'h57096);
        step(70'h028500f01a0039a153, 20'h5e002);
        step(70'h028500f01a0039a000, 20'h5f5b6);
        step(70'h028500f01a0039a000, 20'h41a26);
        step(70'h028500f01a0039ac00, 20'h40e56);
        step(70'h028500f01a0039a123, 20'h41a2e);
        step(70'h028500f01a0039ac00, 20'h5f7c6);
        step(70'h028500f01a0039a16b, 20'h402f6);
        step(70'h028500f01a0039a400, 20'h5f7cf);
        step(70'h028500f01a0039a33f, 20'h40003);
        step(70'h028500f01a0039a000, 20'h40003);
        step(70'h028500f01a0039a400, 20'h40003);
        step(70'h028500f01a0039a085, 20'h4109e);
        step(70'h028500f01a0039a000, 20'h40002);
        step(70'h028500f01a0039a000, 20'h41a3e);
        step(70'h028500f01a0039ac00, 20'h40002);
        step(70'h028500f01a0039a2e3, 20'h5f7de);
        step(70'h028500f01a0039ac00, 20'h5ad67);
        step(70'h028500f01a0039a155, 20'h5ff9e);
        step(70'h028500f01a0039ac00, 20'h5b8a6);
        step(70'h028500f01a0039a0af, 20'h40246);
        step(70'h028500f01a0039ac00, 20'h5ed6e);
        step(70'h028500f01a0039a05f, 20'h40002);
        step(70'h028500f01a0039a000, 20'h5f8ae);
        step(70'h028500f01a0039a000, 20'h40d7e);
        step(70'h028500f01a0039a000, 20'h4024e);
        step(70'h028500f01a0039a000, 20'h4117e);
        step(70'h028500f01a0039a400, 20'h40003);
        step(70'h028500f01a0039a0d9, 20'h40002);
        step(70'h028500f01a0039ac00, 20'h418b6);
        step(70'h028500f01a0039a243, 20'h40002);
        step(70'h028500f01a0039a000, 20'h5a256);
        step(70'h028500f01a0039a000, 20'h40002);
        step(70'h028500f01a0039ac00, 20'h40002);
        step(70'h028500f01a0039a053, 20'h40000);
        step(70'h028500f01a0039a400, 20'h40001);
        step(70'h028500f01a0039a225, 20'h414bc);
        step(70'h028500f01a0039a000, 20'h40000);
        step(70'h028500f01a0039a000, 20'h4165e);
        step(70'h028500f01a0039ac00, 20'h40002);
        step(70'h028500f01a0039a18b, 20'h40000);
        step(70'h028500f01a0039ac00, 20'h40ab4);
        step(70'h028500f01a0039a000, 20'h41e24);
        step(70'h028500f01a0039a000, 20'h40002);
        step(70'h028500f01a0039a00f, 20'h41e2c);
        step(70'h028500f01a0039a400, 20'h40000);
        step(70'h028500f01a0039a000, 20'h41e34);
        step(70'h028500f01a0039a000, 20'h40000);
        step(70'h028500f01a0039a000, 20'h7f136);
        step(70'h028500f01a0039a057, 20'h5a001);
        step(70'h028500f01a0039ac00, 20'h5ac75);
        step(70'h028500f01a0039a25d, 20'h5e306);
        step(70'h028500f01a0039ac00, 20'h5f836);
        step(70'h028500f01a0039a3c3, 20'h414c6);
        step(70'h028500f01a0039a400, 20'h5e30f);
        step(70'h028500f01a0039a159, 20'h41a36);
        step(70'h028500f01a0039ac00, 20'h534ce);
        step(70'h028500f01a0039a213, 20'h40f36);
        step(70'h028500f01a0039a000, 20'h5f1e6);
        step(70'h028500f01a0039ac00, 20'h414d6);
        step(70'h028500f01a0039a097, 20'h411ee);
        step(70'h028500f01a0039a400, 20'h40003);
        step(70'h028500f01a0039a01f, 20'h411f5);
        step(70'h028500f01a0039ac00, 20'h40001);
        step(70'h028500f01a0039a249, 20'h40000);
        step(70'h028500f01a0039a000, 20'h40000);
        step(70'h028500f01a0039ac00, 20'h40000);
        step(70'h028500f01a0039a000, 20'h4031c);
        step(70'h028500f01a0039a000, 20'h40000);
        step(70'h028500f01a0039a000, 20'h5e002);
        restart;
        step(70'h028500f01a0039a25b, 20'h40003);
        step(70'h028500f01a0039a08d, 20'h57d2f);
        step(70'h028500f01a0039a105, 20'h52003);
        step(70'h028500f01a0039a21f, 20'h5264f);
        step(70'h028500f01a0039a057, 20'h57d37);
        step(70'h028500f01a0039a2c9, 20'h4028e);
        step(70'h028500f01a0039a153, 20'h40656);
        step(70'h028500f01a0039a0c3, 20'h5e002);
        step(70'h028500f01a0039ac00, 20'h5e296);
        step(70'h028500f01a0039a31b, 20'h41f06);
        step(70'h028500f01a0039a400, 20'h5fa37);
        step(70'h028500f01a0039a00f, 20'h4106f);
        step(70'h028500f01a0039a400, 20'h5f8a7);
        step(70'h028500f01a0039a207, 20'h41077);
        step(70'h028500f01a0039ac00, 20'h41f0f);
        step(70'h028500f01a0039a255, 20'h40002);
        step(70'h028500f01a0039a000, 20'h538af);
        step(70'h028500f01a0039ac00, 20'h40577);
        step(70'h028500f01a0039a0c3, 20'h40001);
        step(70'h028500f01a0039a000, 20'h41f15);
        step(70'h028500f01a0039a000, 20'h41d85);
        step(70'h028500f01a0039a400, 20'h418b7);
        step(70'h028500f01a0039a20b, 20'h41d8d);
        step(70'h028500f01a0039ac00, 20'h40001);
        step(70'h028500f01a0039a27d, 20'h41d94);
        step(70'h028500f01a0039ac00, 20'h40000);
        step(70'h028500f01a0039a000, 20'h6f606);
        step(70'h028500f01a0039a3f3, 20'h40b25);
        step(70'h028500f01a0039ac00, 20'h6a001);
        step(70'h028500f01a0039a359, 20'h57076);
        step(70'h028500f01a0039a000, 20'h4160e);
        step(70'h028500f01a0039a000, 20'h40002);
        step(70'h028500f01a0039a000, 20'h40b2e);
        step(70'h028500f01a0039ac00, 20'h41616);
        step(70'h028500f01a0039a0a3, 20'h40000);
        step(70'h028500f01a0039a000, 20'h5eb36);
        step(70'h028500f01a0039a000, 20'h5f9e6);
        step(70'h028500f01a0039ac00, 20'h41316);
        step(70'h028500f01a0039a10f, 20'h419ee);
        step(70'h028500f01a0039a400, 20'h5f517);
        step(70'h028500f01a0039a217, 20'h40003);
        step(70'h028500f01a0039ac00, 20'h5f687);
        step(70'h028500f01a0039a365, 20'h40002);
        step(70'h028500f01a0039ac00, 20'h4168e);
        step(70'h028500f01a0039a34b, 20'h40f3e);
        step(70'h028500f01a0039a000, 20'h40002);
        step(70'h028500f01a0039a000, 20'h6b05e);
        step(70'h028500f01a0039a400, 20'h5e003);
        step(70'h028500f01a0039a0dd, 20'h419fe);
        step(70'h028500f01a0039ac00, 20'h40da6);
        step(70'h028500f01a0039a383, 20'h40002);
        step(70'h028500f01a0039ac00, 20'h41696);
        step(70'h028500f01a0039a2d3, 20'h40dac);
        step(70'h028500f01a0039a000, 20'h41b04);
        step(70'h028500f01a0039a000, 20'h40db4);
        step(70'h028500f01a0039ac00, 20'h41b0c);
        step(70'h028500f01a0039a000, 20'h5e002);
        step(70'h028500f01a0039a06f, 20'h5f1c6);
        step(70'h028500f01a0039a400, 20'h5f967);
        step(70'h028500f01a0039a3d9, 20'h41b16);
        step(70'h028500f01a0039a000, 20'h5b1ce);
        step(70'h028500f01a0039a000, 20'h40002);
        step(70'h028500f01a0039a000, 20'h4196e);
        step(70'h028500f01a0039ac00, 20'h411d6);
        step(70'h028500f01a0039a297, 20'h40002);
        step(70'h028500f01a0039a000, 20'h41976);
        step(70'h028500f01a0039a000, 20'h40002);
        step(70'h028500f01a0039ac00, 20'h40e76);
        step(70'h028500f01a0039a103, 20'h40000);
        step(70'h028500f01a0039ac00, 20'h40000);
        step(70'h028500f01a0039a000, 20'h40000);
        step(70'h028500f01a0039a400, 20'h40001);
        step(70'h028500f01a0039a3f1, 20'h403bc);
        step(70'h028500f01a0039a000, 20'h40000);
        step(70'h028500f01a0039a000, 20'h5e002);
        step(70'h028500f01a0039a59f, 20'h40de5);
        step(70'h028500f01a0039a3c5, 20'h6b5b4);
        step(70'h028500f01a0039a000, 20'h5fb46);
        step(70'h028500f01a0039a000, 20'h5edee);
        step(70'h028500f01a0039a000, 20'h41086);
        step(70'h028500f01a0039ac00, 20'h41626);
        step(70'h028500f01a0039a22b, 20'h41b4e);
        step(70'h028500f01a0039a000, 20'h5edf6);
        step(70'h028500f01a0039a000, 20'h4108e);
        step(70'h028500f01a0039a000, 20'h41b56);
        step(70'h028500f01a0039a000, 20'h4162e);
        step(70'h028500f01a0039a400, 20'h41ec7);
        step(70'h028500f01a0039a119, 20'h41096);
        step(70'h028500f01a0039ac00, 20'h5bece);
        step(70'h028500f01a0039a337, 20'h40002);
        step(70'h028500f01a0039a000, 20'h5f506);
        step(70'h028500f01a0039ac00, 20'h41ed6);
        step(70'h028500f01a0039a3a3, 20'h4150e);
        step(70'h028500f01a0039a000, 20'h56002);
        step(70'h028500f01a0039a000, 20'h40002);
        step(70'h028500f01a0039ac00, 20'h40002);
        step(70'h028500f01a0039a35f, 20'h4163e);
        step(70'h028500f01a0039a000, 20'h5e002);
        step(70'h028500f01a0039a000, 20'h411de);
        step(70'h028500f01a0039ac00, 20'h40002);
        if (errors != 0) $fatal(1, "sms_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("sms_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
