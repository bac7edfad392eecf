// SPDX-License-Identifier: Apache-2.0
// cta_pf_engine_tiny_tb: runs cta_pf_engine_tiny for 200 cycles with random inputs and
// compares every output with what its reference model gave. Emitted by Warpsmith.
// The last line says how it ended; a difference is fatal.

`timescale 1ns / 1ps
`default_nettype none

module cta_pf_engine_tiny_tb;

    reg clock = 1'b0;
    reg reset = 1'b1;
    integer cycle = 0;
    integer errors = 0;

    reg  [40:0] inputs;
    wire [18:0] outputs;
    reg  [18:0] early;
    reg  [18:0] got;
    // Outputs that answer in the same cycle; the others are registers.
    localparam [18:0] SAME_CYCLE = 19'h00000;

    cta_pf_engine_tiny dut (
        .clock(clock),
        .reset(reset),
        .kernel_start(inputs[0]),
        .cta_start_valid(inputs[1]),
        .cta_start_slot(inputs[2]),
        .cta_start_first(inputs[5:3]),
        .cta_start_nw(inputs[9:6]),
        .cta_end_valid(inputs[10]),
        .cta_end_slot(inputs[11]),
        .ld_valid(inputs[12]),
        .ld_pc(inputs[14:13]),
        .ld_cta(inputs[15]),
        .ld_widx(inputs[18:16]),
        .ld_n(inputs[20:19]),
        .ld_addr(inputs[36:21]),
        .ld_indirect(inputs[37]),
        .lead_cta(inputs[38]),
        .lead_valid(inputs[39]),
        .pf_ready(inputs[40]),
        .pf_valid(outputs[0]),
        .pf_addr(outputs[8:1]),
        .pf_warp(outputs[11:9]),
        .job_full(outputs[12]),
        .st_reg(outputs[13]),
        .st_stride(outputs[14]),
        .st_nonstride(outputs[15]),
        .st_verify(outputs[16]),
        .st_mis(outputs[17]),
        .st_jobdrop(outputs[18])
    );

    // One cycle: outputs that answer at once are looked at before the rising edge, registers
    // after it.
    task step(input [40:0] given, input [18:0] expected);
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
                $display("cycle %0d: pf_valid is %h, the model has %h", cycle,
                         got[0], expected[0]);
            if (got[8:1] !== expected[8:1])
                $display("cycle %0d: pf_addr is %h, the model has %h", cycle,
                         got[8:1], expected[8:1]);
            if (got[11:9] !== expected[11:9])
                $display("cycle %0d: pf_warp is %h, the model has %h", cycle,
                         got[11:9], expected[11:9]);
            if (got[12] !== expected[12])
                $display("cycle %0d: job_full is %h, the model has %h", cycle,
                         got[12], expected[12]);
            if (got[13] !== expected[13])
                $display("cycle %0d: st_reg is %h, the model has %h", cycle,
                         got[13], expected[13]);
            if (got[14] !== expected[14])
                $display("cycle %0d: st_stride is %h, the model has %h", cycle,
                         got[14], expected[14]);
            if (got[15] !== expected[15])
                $display("cycle %0d: st_nonstride is %h, the model has %h", cycle,
                         got[15], expected[15]);
            if (got[16] !== expected[16])
                $display("cycle %0d: st_verify is %h, the model has %h", cycle,
                         got[16], expected[16]);
            if (got[17] !== expected[17])
                $display("cycle %0d: st_mis is %h, the model has %h", cycle,
                         got[17], expected[17]);
            if (got[18] !== expected[18])
                $display("cycle %0d: st_jobdrop is %h, the model has %h", cycle,
                         got[18], expected[18]);
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
        step(41'h10000000000, 19'h00000);
        step(41'h10000000000, 19'h00000);
        step(41'h10000000000, 19'h00000);
        step(41'h10000000000, 19'h00000);
        step(41'h10000000000, 19'h00000);
        step(41'h10000000000, 19'h00000);
        step(41'h10000000000, 19'h00000);
        step(41'h10000000000, 19'h00000);
        step(41'h10000000001, 19'h00000);
        step(41'h10000000000, 19'h00000);
        step(41'h10000000000, 19'h00000);
        step(41'h10000000000, 19'h00000);
        step(41'h10000000000, 19'h00000);
        step(41'h10000000000, 19'h00000);
        step(41'h10000000000, 19'h00000);
        step(41'h10000000000, 19'h00000);
        step(41'h10000000000, 19'h00000);
        step(41'h10000000000, 19'h00000);
        step(41'h10000000000, 19'h00000);
        step(41'h10000000000, 19'h00000);
        step(41'h10000000000, 19'h00000);
        step(41'h10000000000, 19'h00000);
        step(41'h10000000000, 19'h00000);
        step(41'h10000000000, 19'h00000);
        step(41'h10000000000, 19'h00000);
        step(41'h10000000000, 19'h00000);
        step(41'h100000000c2, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h19d09911000, 19'h02000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h19d09911000, 19'h02000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18551d21000, 19'h04000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h191edc81000, 19'h30000);
        step(41'h1891cd01000, 19'h30000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h181fdca1000, 19'h30000);
        step(41'h180000000de, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h1891cd01000, 19'h30000);
        step(41'h18000000000, 19'h00000);
        step(41'h194f0c99000, 19'h02000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h191edc81000, 19'h30000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h1998d521000, 19'h30000);
        step(41'h194c1501000, 19'h10000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h19804919000, 19'h02000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h1998d521000, 19'h30000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h194c1501000, 19'h10000);
        step(41'h18000000000, 19'h00000);
        step(41'h191edc81000, 19'h30000);
        step(41'h18000000000, 19'h00000);
        restart;
        step(41'h00000000000, 19'h00000);
        step(41'h10000000000, 19'h00000);
        step(41'h00000000000, 19'h00000);
        step(41'h00000000000, 19'h00000);
        step(41'h00000009000, 19'h00000);
        step(41'h00000000000, 19'h00000);
        step(41'h00000000000, 19'h00000);
        step(41'h00000000000, 19'h00000);
        step(41'h00000000000, 19'h00000);
        step(41'h00000000000, 19'h00000);
        step(41'h00000000000, 19'h00000);
        step(41'h00000000000, 19'h00000);
        step(41'h00000000000, 19'h00000);
        step(41'h00000000000, 19'h00000);
        step(41'h00000000000, 19'h00000);
        step(41'h00000000000, 19'h00000);
        step(41'h00000000000, 19'h00000);
        step(41'h10000000000, 19'h00000);
        step(41'h00000000000, 19'h00000);
        step(41'h00000000000, 19'h00000);
        step(41'h10000000000, 19'h00000);
        step(41'h00000000042, 19'h00000);
        step(41'h0800000008e, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h09414001000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h09414001000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h09414001000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h09414001000, 19'h00000);
        step(41'h19414001000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h19818009000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h09414001000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h19818019000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h09414001000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h09414001000, 19'h00000);
        step(41'h19414001000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h09818009000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h09818019000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h09414001000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h09818009000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h09818009000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h09818009000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h09818019000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h18000000000, 19'h00000);
        step(41'h08000000000, 19'h00000);
        step(41'h19818009000, 19'h00000);
        step(41'h09818019000, 19'h00000);
        step(41'h0b414001000, 19'h00000);
        if (errors != 0) $fatal(1, "cta_pf_engine_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("cta_pf_engine_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
