// SPDX-License-Identifier: Apache-2.0
// medic_profiler_tiny_tb: runs medic_profiler_tiny for 200 cycles with random inputs and
// compares every output with what its reference model gave. Emitted by Warpsmith.
// The last line says how it ended; a difference is fatal.

`timescale 1ns / 1ps
`default_nettype none

module medic_profiler_tiny_tb;

    reg clock = 1'b0;
    reg reset = 1'b1;
    integer cycle = 0;
    integer errors = 0;

    reg  [11:0] inputs;
    wire [16:0] outputs;
    reg  [16:0] early;
    reg  [16:0] got;
    // Outputs that answer in the same cycle; the others are registers.
    localparam [16:0] SAME_CYCLE = 17'h00007;

    medic_profiler_tiny dut (
        .clock(clock),
        .reset(reset),
        .alloc_valid(inputs[0]),
        .alloc_wid(inputs[2:1]),
        .q_valid(inputs[3]),
        .q_wid(inputs[5:4]),
        .r_valid(inputs[6]),
        .r_wid(inputs[8:7]),
        .r_hit(inputs[9]),
        .r_byp(inputs[10]),
        .r_prof(inputs[11]),
        .q_type(outputs[1:0]),
        .q_prof(outputs[2]),
        .lo_pct_o(outputs[9:3]),
        .ev_classify(outputs[10]),
        .ev_wid(outputs[12:11]),
        .ev_type5(outputs[15:13]),
        .epoch_pulse(outputs[16])
    );

    // One cycle: outputs that answer at once are looked at before the rising edge, registers
    // after it.
    task step(input [11:0] given, input [16:0] expected);
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
                $display("cycle %0d: q_type is %h, the model has %h", cycle,
                         got[1:0], expected[1:0]);
            if (got[2] !== expected[2])
                $display("cycle %0d: q_prof is %h, the model has %h", cycle,
                         got[2], expected[2]);
            if (got[9:3] !== expected[9:3])
                $display("cycle %0d: lo_pct_o is %h, the model has %h", cycle,
                         got[9:3], expected[9:3]);
            if (got[10] !== expected[10])
                $display("cycle %0d: ev_classify is %h, the model has %h", cycle,
                         got[10], expected[10]);
            if (got[12:11] !== expected[12:11])
                $display("cycle %0d: ev_wid is %h, the model has %h", cycle,
                         got[12:11], expected[12:11]);
            if (got[15:13] !== expected[15:13])
                $display("cycle %0d: ev_type5 is %h, the model has %h", cycle,
                         got[15:13], expected[15:13]);
            if (got[16] !== expected[16])
                $display("cycle %0d: epoch_pulse is %h, the model has %h", cycle,
                         got[16], expected[16]);
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
        step(12'h000, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h028, 17'h000a5);
        step(12'h958, 17'h000a5);
        step(12'h8c0, 17'h000a0);
        step(12'h018, 17'h000a5);
        step(12'h8c0, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h008, 17'h000a5);
        step(12'ha68, 17'h000a5);
        step(12'h940, 17'h000a0);
        step(12'h018, 17'h000a5);
        step(12'hac0, 17'h000a0);
        step(12'h028, 17'h000a5);
        step(12'hb40, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h018, 17'h000a5);
        step(12'hac8, 17'h000a5);
        step(12'ha48, 17'h000a5);
        step(12'ha40, 17'h000a0);
        step(12'h008, 17'h000a5);
        step(12'ha58, 17'h000a5);
        step(12'hac0, 17'h04ca0);
        step(12'h018, 17'h000a1);
        step(12'h2c0, 17'h000a0);
        step(12'h008, 17'h000a5);
        step(12'ha40, 17'h084a0);
        step(12'h008, 17'h000a3);
        step(12'h268, 17'h000a5);
        step(12'hb48, 17'h000a3);
        step(12'h258, 17'h100a1);
        step(12'h0c0, 17'h000a0);
        step(12'h018, 17'h000a5);
        step(12'hac8, 17'h000a7);
        step(12'h848, 17'h000a7);
        step(12'ha40, 17'h000a0);
        step(12'h028, 17'h000a5);
        step(12'hb40, 17'h000a0);
        step(12'h028, 17'h000a5);
        step(12'hb40, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h028, 17'h000a5);
        step(12'hb48, 17'h000a7);
        step(12'ha68, 17'h000a5);
        step(12'hb40, 17'h000a0);
        step(12'h018, 17'h000a5);
        step(12'hac0, 17'h000a0);
        step(12'h028, 17'h000a5);
        step(12'hb58, 17'h094a5);
        step(12'h8c0, 17'h000a0);
        step(12'h008, 17'h000a7);
        step(12'ha48, 17'h000a7);
        step(12'ha48, 17'h064a7);
        step(12'ha40, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h028, 17'h000a3);
        step(12'h158, 17'h000a5);
        step(12'hac0, 17'h04ca0);
        step(12'h000, 17'h000a0);
        step(12'h028, 17'h100a3);
        step(12'h340, 17'h000a0);
        step(12'h008, 17'h000a6);
        step(12'ha58, 17'h000a5);
        step(12'hac0, 17'h000a0);
        step(12'h028, 17'h000a7);
        step(12'hb40, 17'h000a0);
        step(12'h028, 17'h000a7);
        step(12'hb58, 17'h000a5);
        step(12'hac0, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h018, 17'h000a5);
        step(12'had8, 17'h000a5);
        step(12'h8d8, 17'h000a5);
        step(12'h8c0, 17'h04ca0);
        step(12'h028, 17'h000a7);
        step(12'hb48, 17'h000a6);
        step(12'ha68, 17'h000a7);
        step(12'h958, 17'h074a1);
        step(12'h0c8, 17'h000a6);
        step(12'ha68, 17'h000a2);
        step(12'h140, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h018, 17'h000a1);
        step(12'h2c0, 17'h000a0);
        step(12'h000, 17'h100a0);
        step(12'h028, 17'h000a6);
        step(12'h958, 17'h000a5);
        step(12'h8c0, 17'h000a0);
        step(12'h028, 17'h000a6);
        restart;
        step(12'h008, 17'h000a5);
        step(12'ha68, 17'h000a5);
        step(12'hb40, 17'h000a0);
        step(12'h005, 17'h000a0);
        step(12'h018, 17'h000a5);
        step(12'hae8, 17'h000a5);
        step(12'hb40, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h008, 17'h000a5);
        step(12'ha68, 17'h000a5);
        step(12'hb48, 17'h000a5);
        step(12'ha40, 17'h000a0);
        step(12'h028, 17'h000a5);
        step(12'hb40, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h008, 17'h000a5);
        step(12'h840, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h018, 17'h000a5);
        step(12'h8c0, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h008, 17'h000a5);
        step(12'ha68, 17'h064a5);
        step(12'hb40, 17'h000a0);
        step(12'h018, 17'h000a5);
        step(12'h8d8, 17'h000a5);
        step(12'h8d8, 17'h000a5);
        step(12'hae8, 17'h04ca5);
        step(12'hb58, 17'h100a1);
        step(12'h0e8, 17'h000a5);
        step(12'hb40, 17'h000a0);
        step(12'h018, 17'h000a5);
        step(12'hac8, 17'h000a6);
        step(12'ha40, 17'h000a0);
        step(12'h008, 17'h000a6);
        step(12'ha40, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h008, 17'h000a6);
        step(12'ha40, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h008, 17'h000a6);
        step(12'ha40, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h008, 17'h000a6);
        step(12'ha58, 17'h084a5);
        step(12'had8, 17'h000a5);
        step(12'h8c0, 17'h000a0);
        step(12'h028, 17'h000a5);
        step(12'hb68, 17'h000a5);
        step(12'hb58, 17'h000a5);
        step(12'hac8, 17'h04ca3);
        step(12'h268, 17'h000a5);
        step(12'hb40, 17'h000a0);
        step(12'h008, 17'h000a3);
        step(12'h240, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h000, 17'h100a0);
        step(12'h000, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h028, 17'h000a5);
        step(12'hb68, 17'h000a5);
        step(12'hb40, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h028, 17'h000a5);
        step(12'hb58, 17'h000a5);
        step(12'had8, 17'h000a5);
        step(12'hac0, 17'h000a0);
        step(12'h008, 17'h000a7);
        step(12'ha58, 17'h000a5);
        step(12'h8c0, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h028, 17'h000a5);
        step(12'hb48, 17'h000a7);
        step(12'ha40, 17'h000a0);
        step(12'h018, 17'h000a5);
        step(12'had8, 17'h000a5);
        step(12'h8c0, 17'h04ca0);
        step(12'h000, 17'h000a0);
        step(12'h008, 17'h000a7);
        step(12'ha40, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h018, 17'h000a1);
        step(12'h0c0, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h018, 17'h000a1);
        step(12'h2c0, 17'h000a0);
        step(12'h008, 17'h100a7);
        step(12'ha40, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h000, 17'h000a0);
        step(12'h000, 17'h000a0);
        if (errors != 0) $fatal(1, "medic_profiler_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("medic_profiler_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
