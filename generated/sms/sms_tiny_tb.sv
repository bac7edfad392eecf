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
        step(70'h028500f01a0039a29b, 20'h5ba16);
        step(70'h028500f01a0039ac00, 20'h5e2ee);
        step(70'h028500f01a0039a3cf, 20'h41f86);
        step(70'h028500f01a0039a000, 20'h5e8b6);
        step(70'h028500f01a0039ac00, 20'h41f8e);
        step(70'h028500f01a0039a1f7, 20'h410b6);
        step(70'h028500f01a0039a000, 20'h40002);
        step(70'h028500f01a0039a400, 20'h405d7);
        step(70'h028500f01a0039a353, 20'h41d45);
        step(70'h028500f01a0039ac00, 20'h402f7);
        step(70'h028500f01a0039a243, 20'h41d4d);
        step(70'h028500f01a0039a400, 20'h677f7);
        step(70'h028500f01a0039a18b, 20'h5e003);
        step(70'h028500f01a0039a400, 20'h5ff97);
        step(70'h028500f01a0039a085, 20'h40003);
        step(70'h028500f01a0039ac00, 20'h419b7);
        step(70'h028500f01a0039a3af, 20'h41127);
        step(70'h028500f01a0039ac00, 20'h41d57);
        step(70'h028500f01a0039a01d, 20'h4112e);
        step(70'h028500f01a0039ac00, 20'h52257);
        step(70'h028500f01a0039a153, 20'h5ae05);
        step(70'h028500f01a0039ac00, 20'h41137);
        step(70'h028500f01a0039a219, 20'h6f4c6);
        step(70'h028500f01a0039a400, 20'h5ee0f);
        step(70'h028500f01a0039a0e5, 20'h418a6);
        step(70'h028500f01a0039ac00, 20'h5b4ce);
        step(70'h028500f01a0039a063, 20'h5bafe);
        step(70'h028500f01a0039a000, 20'h418ae);
        step(70'h028500f01a0039a000, 20'h40002);
        step(70'h028500f01a0039ac00, 20'h414d6);
        step(70'h028500f01a0039a0d7, 20'h40266);
        step(70'h028500f01a0039a000, 20'h5ee16);
        step(70'h028500f01a0039a000, 20'h4026e);
        step(70'h028500f01a0039ac00, 20'h40d16);
        step(70'h028500f01a0039a08b, 20'h40002);
        step(70'h028500f01a0039a400, 20'h5f8b7);
        step(70'h028500f01a0039a2bf, 20'h41027);
        step(70'h028500f01a0039a400, 20'h40003);
        step(70'h028500f01a0039a0d9, 20'h4102f);
        step(70'h028500f01a0039ac00, 20'h40003);
        step(70'h028500f01a0039a033, 20'h417dd);
        step(70'h028500f01a0039a000, 20'h40003);
        step(70'h028500f01a0039a000, 20'h6e27f);
        step(70'h028500f01a0039ac00, 20'h5e003);
        step(70'h028500f01a0039a08d, 20'h4181e);
        step(70'h028500f01a0039a400, 20'h5b447);
        step(70'h028500f01a0039a285, 20'h4103e);
        step(70'h028500f01a0039ac00, 20'h4144e);
        step(70'h028500f01a0039a153, 20'h40002);
        step(70'h028500f01a0039ac00, 20'h41a76);
        step(70'h028500f01a0039a143, 20'h40002);
        step(70'h028500f01a0039a000, 20'h41456);
        step(70'h028500f01a0039a000, 20'h40002);
        step(70'h028500f01a0039ac00, 20'h5ac76);
        step(70'h028500f01a0039a017, 20'h40000);
        step(70'h028500f01a0039ac00, 20'h40000);
        step(70'h028500f01a0039a000, 20'h40000);
        step(70'h028500f01a0039a400, 20'h40001);
        step(70'h028500f01a0039a389, 20'h41f5c);
        step(70'h028500f01a0039a000, 20'h40000);
        step(70'h028500f01a0039a000, 20'h5a000);
        step(70'h028500f01a0039ac00, 20'h40654);
        step(70'h028500f01a0039a000, 20'h40000);
        step(70'h028500f01a0039a000, 20'h5a354);
        step(70'h028500f01a0039a000, 20'h418a6);
        step(70'h028500f01a0039a6db, 20'h6e5c7);
        step(70'h028500f01a0039a15f, 20'h5fa17);
        step(70'h028500f01a0039a44f, 20'h5f8af);
        step(70'h028500f01a0039a127, 20'h41d75);
        step(70'h028500f01a0039a000, 20'h405cd);
        step(70'h028500f01a0039ac00, 20'h418b5);
        step(70'h028500f01a0039a155, 20'h40001);
        step(70'h028500f01a0039ac00, 20'h5e5d7);
        step(70'h028500f01a0039a079, 20'h40002);
        step(70'h028500f01a0039ac00, 20'h410b6);
        step(70'h028500f01a0039a193, 20'h40000);
        step(70'h028500f01a0039a400, 20'h57eb6);
        step(70'h028500f01a0039a08b, 20'h41624);
        step(70'h028500f01a0039ac00, 20'h5a001);
        step(70'h028500f01a0039a241, 20'h4162c);
        step(70'h028500f01a0039ac00, 20'h40000);
        step(70'h028500f01a0039a000, 20'h41634);
        step(70'h028500f01a0039a000, 20'h40000);
        step(70'h028500f01a0039a000, 20'h5aaa4);
        step(70'h028500f01a0039a000, 20'h40000);
        step(70'h028500f01a0039ac00, 20'h40000);
        step(70'h028500f01a0039a000, 20'h40aac);
        step(70'h028500f01a0039a000, 20'h40000);
        step(70'h028500f01a0039a000, 20'h40ab4);
        step(70'h028500f01a0039a000, 20'h40000);
        step(70'h028500f01a0039a000, 20'h5ac24);
        step(70'h028500f01a0039a000, 20'h5f286);
        step(70'h028500f01a0039a41f, 20'h5f8d7);
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
        step(70'h028500f01a0039ac00, 20'h5a577);
        step(70'h028500f01a0039a0c3, 20'h40001);
        step(70'h028500f01a0039a000, 20'h41f15);
        step(70'h028500f01a0039a000, 20'h41d85);
        step(70'h028500f01a0039a400, 20'h418b7);
        step(70'h028500f01a0039a20b, 20'h41d8d);
        step(70'h028500f01a0039ac00, 20'h40b25);
        step(70'h028500f01a0039a27d, 20'h41d95);
        step(70'h028500f01a0039ac00, 20'h40b2d);
        step(70'h028500f01a0039a111, 20'h6f606);
        step(70'h028500f01a0039a000, 20'h56b36);
        step(70'h028500f01a0039ac00, 20'h5a002);
        step(70'h028500f01a0039a1db, 20'h41076);
        step(70'h028500f01a0039a000, 20'h4160e);
        step(70'h028500f01a0039a400, 20'h40003);
        step(70'h028500f01a0039a175, 20'h41616);
        step(70'h028500f01a0039ac00, 20'h40002);
        step(70'h028500f01a0039a2c3, 20'h5b314);
        step(70'h028500f01a0039a000, 20'h5a884);
        step(70'h028500f01a0039ac00, 20'h5e002);
        step(70'h028500f01a0039a30f, 20'h5fce6);
        step(70'h028500f01a0039ac00, 20'h5e88e);
        step(70'h028500f01a0039a287, 20'h40f3e);
        step(70'h028500f01a0039a000, 20'h41cee);
        step(70'h028500f01a0039a000, 20'h40002);
        step(70'h028500f01a0039a400, 20'h40897);
        step(70'h028500f01a0039a25d, 20'h40aa6);
        step(70'h028500f01a0039a000, 20'h5fcf6);
        step(70'h028500f01a0039a000, 20'h41506);
        step(70'h028500f01a0039a400, 20'h40aaf);
        step(70'h028500f01a0039a011, 20'h41166);
        step(70'h028500f01a0039ac00, 20'h5b50e);
        step(70'h028500f01a0039a35b, 20'h40abe);
        step(70'h028500f01a0039a000, 20'h4116e);
        step(70'h028500f01a0039a000, 20'h40002);
        step(70'h028500f01a0039a400, 20'h41517);
        step(70'h028500f01a0039a295, 20'h40f26);
        step(70'h028500f01a0039a000, 20'h5b176);
        step(70'h028500f01a0039a000, 20'h5b786);
        step(70'h028500f01a0039ac00, 20'h5ef2e);
        step(70'h028500f01a0039a10b, 20'h40b56);
        step(70'h028500f01a0039ac00, 20'h5f78e);
        step(70'h028500f01a0039a323, 20'h40f36);
        step(70'h028500f01a0039a000, 20'h41da6);
        step(70'h028500f01a0039a400, 20'h41357);
        step(70'h028500f01a0039a155, 20'h40002);
        step(70'h028500f01a0039a400, 20'h41797);
        step(70'h028500f01a0039a15d, 20'h41dae);
        step(70'h028500f01a0039ac00, 20'h40806);
        step(70'h028500f01a0039a3a7, 20'h41db4);
        step(70'h028500f01a0039ac00, 20'h4080c);
        step(70'h028500f01a0039a000, 20'h6aab4);
        step(70'h028500f01a0039a0c3, 20'h40002);
        step(70'h028500f01a0039ae8f, 20'h40814);
        step(70'h028500f01a0039a000, 20'h41484);
        step(70'h028500f01a0039a400, 20'h6eeb7);
        step(70'h028500f01a0039a3d5, 20'h5f3c6);
        step(70'h028500f01a0039a5bb, 20'h5f48f);
        step(70'h028500f01a0039a173, 20'h40003);
        step(70'h028500f01a0039a400, 20'h413cf);
        step(70'h028500f01a0039a19f, 20'h41495);
        step(70'h028500f01a0039a000, 20'h40001);
        step(70'h028500f01a0039a000, 20'h40001);
        step(70'h028500f01a0039a000, 20'h40001);
        step(70'h028500f01a0039ac00, 20'h40001);
        step(70'h028500f01a0039a149, 20'h413dc);
        step(70'h028500f01a0039a000, 20'h40000);
        step(70'h028500f01a0039a000, 20'h5f19e);
        step(70'h028500f01a0039ac00, 20'h52be7);
        step(70'h028500f01a0039a147, 20'h5b745);
        step(70'h028500f01a0039ac00, 20'h5ebef);
        step(70'h028500f01a0039a381, 20'h404b6);
        step(70'h028500f01a0039a000, 20'h4174e);
        step(70'h028500f01a0039a000, 20'h40bf6);
        step(70'h028500f01a0039a000, 20'h40002);
        step(70'h028500f01a0039a400, 20'h41757);
        step(70'h028500f01a0039a38b, 20'h41cc5);
        step(70'h028500f01a0039a400, 20'h5e003);
        step(70'h028500f01a0039a3d7, 20'h5e003);
        step(70'h028500f01a0039ac00, 20'h41ccf);
        step(70'h028500f01a0039a06d, 20'h418be);
        step(70'h028500f01a0039a000, 20'h40002);
        step(70'h028500f01a0039a000, 20'h41cde);
        if (errors != 0) $fatal(1, "sms_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("sms_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
