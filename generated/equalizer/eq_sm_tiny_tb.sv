// SPDX-License-Identifier: Apache-2.0
// eq_sm_tiny_tb: runs eq_sm_tiny for 200 cycles with random inputs and
// compares every output with what its reference model gave. Emitted by Warpsmith.
// The last line says how it ended; a difference is fatal.

`timescale 1ns / 1ps
`default_nettype none

module eq_sm_tiny_tb;

    reg clock = 1'b0;
    reg reset = 1'b1;
    integer cycle = 0;
    integer errors = 0;

    reg  [71:0] inputs;
    wire [39:0] outputs;
    reg  [39:0] early;
    reg  [39:0] got;
    // Outputs that answer in the same cycle; the others are registers.
    localparam [39:0] SAME_CYCLE = 40'h0000000000;

    eq_sm_tiny dut (
        .clock(clock),
        .reset(reset),
        .en(inputs[0]),
        .grid_active(inputs[1]),
        .kernel_start(inputs[2]),
        .w_cta_in(inputs[6:3]),
        .nb_max_in(inputs[8:7]),
        .slot_live(inputs[16:9]),
        .ib_valid(inputs[24:17]),
        .at_barrier(inputs[32:25]),
        .sb_ready(inputs[40:33]),
        .is_mem(inputs[48:41]),
        .issued(inputs[56:49]),
        .lsu_blocked(inputs[57]),
        .warp_cta(inputs[65:58]),
        .cta_launch(inputs[67:66]),
        .cta_done(inputs[69:68]),
        .gwde_empty(inputs[70]),
        .gwde_gnt(inputs[71]),
        .gwde_req(outputs[0]),
        .pause_warp(outputs[8:1]),
        .pause_cta(outputs[10:9]),
        .vote_valid(outputs[11]),
        .vote(outputs[13:12]),
        .num_blocks(outputs[15:14]),
        .dbg_acc_active(outputs[21:16]),
        .dbg_acc_wait(outputs[27:22]),
        .dbg_acc_xalu(outputs[33:28]),
        .dbg_acc_xmem(outputs[39:34])
    );

    // One cycle: outputs that answer at once are looked at before the rising edge, registers
    // after it.
    task step(input [71:0] given, input [39:0] expected);
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
                $display("cycle %0d: gwde_req is %h, the model has %h", cycle,
                         got[0], expected[0]);
            if (got[8:1] !== expected[8:1])
                $display("cycle %0d: pause_warp is %h, the model has %h", cycle,
                         got[8:1], expected[8:1]);
            if (got[10:9] !== expected[10:9])
                $display("cycle %0d: pause_cta is %h, the model has %h", cycle,
                         got[10:9], expected[10:9]);
            if (got[11] !== expected[11])
                $display("cycle %0d: vote_valid is %h, the model has %h", cycle,
                         got[11], expected[11]);
            if (got[13:12] !== expected[13:12])
                $display("cycle %0d: vote is %h, the model has %h", cycle,
                         got[13:12], expected[13:12]);
            if (got[15:14] !== expected[15:14])
                $display("cycle %0d: num_blocks is %h, the model has %h", cycle,
                         got[15:14], expected[15:14]);
            if (got[21:16] !== expected[21:16])
                $display("cycle %0d: dbg_acc_active is %h, the model has %h", cycle,
                         got[21:16], expected[21:16]);
            if (got[27:22] !== expected[27:22])
                $display("cycle %0d: dbg_acc_wait is %h, the model has %h", cycle,
                         got[27:22], expected[27:22]);
            if (got[33:28] !== expected[33:28])
                $display("cycle %0d: dbg_acc_xalu is %h, the model has %h", cycle,
                         got[33:28], expected[33:28]);
            if (got[39:34] !== expected[39:34])
                $display("cycle %0d: dbg_acc_xmem is %h, the model has %h", cycle,
                         got[39:34], expected[39:34]);
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
        step(72'h400001fffe01fe0003, 40'h0000004000);
        step(72'h400001fffe01fe0003, 40'h0000004000);
        step(72'h400001fffe01fe0003, 40'h0000004000);
        step(72'hc00001fffe01fe0127, 40'h0000008000);
        step(72'h000001fffe01fe0123, 40'h0000008001);
        step(72'h800001fffe01fe0123, 40'h0000008000);
        step(72'h000001fffe01fe0123, 40'h0000008000);
        step(72'h000001fffe01fe0123, 40'h0000008000);
        step(72'h800001fffe01fe0123, 40'h0000008000);
        step(72'h800001fffe01fe0123, 40'h0000008000);
        step(72'h000001fffe01fe0123, 40'h0000008000);
        step(72'h800001fffe01fe0123, 40'h0000008000);
        step(72'h800001fffe01fe0123, 40'h0000008000);
        step(72'h840001fffe01fe0123, 40'h0000008001);
        step(72'h800011fffe01fe1f23, 40'h0000008000);
        step(72'h000007fffe01fe1f23, 40'h0000008000);
        step(72'h800011fffe01fe1f23, 40'h0000008000);
        step(72'h800005fffe01fe1f23, 40'h0000008000);
        step(72'h800001fffe01fe1f23, 40'h0000008000);
        step(72'h800011fffe01fe1f23, 40'h0000008000);
        step(72'h000005fffe01fe1f23, 40'h0000008000);
        step(72'h80000bfffe01fe1f23, 40'h0000008000);
        step(72'h800003fffe01fe1f23, 40'h0000008000);
        step(72'h800001fffe01fe1f23, 40'h0000008000);
        step(72'h000005fffe01fe1f23, 40'h0000008000);
        step(72'h000009fffe01fe1f23, 40'h0000008000);
        step(72'h0bc011fffe01fe1f23, 40'h0000008000);
        step(72'h83c023fffe01ffff23, 40'h0000008000);
        step(72'h83c001fffe01ffff23, 40'h0000008000);
        step(72'h03c041fffe01ffff23, 40'h0000008000);
        step(72'h83c189fffe01ffff23, 40'h0000008000);
        step(72'h83c049fffe01ffff23, 40'h0000008000);
        step(72'h83c003fffe01ffff23, 40'h0000008000);
        step(72'h03c083fffe01ffff23, 40'h0000008000);
        step(72'h03c155fffe01ffff23, 40'h0000008000);
        step(72'h83c043fffe01ffff23, 40'h0000008000);
        step(72'h83c011fffe01ffff23, 40'h0000008000);
        step(72'h03c0a3fffe01ffff23, 40'h0000008000);
        step(72'h83c003fffe01ffff23, 40'h0000008000);
        step(72'h83c00bfffe01ffff23, 40'h0000008000);
        step(72'h83c101fffe01ffff23, 40'h0000008000);
        step(72'h03c0f1fffe01ffff23, 40'h0000008000);
        step(72'h83c039fffe01ffff23, 40'h0000008000);
        step(72'h03c013fffe01ffff23, 40'h0000008000);
        step(72'h03c081fffe01ffff23, 40'h0000008000);
        step(72'h83c06dfffe01ffff23, 40'h0000008000);
        step(72'h83c01bfffe01ffff23, 40'h0000008000);
        step(72'h83c045fffe01ffff23, 40'h0000008000);
        step(72'h03c101fffe01ffff23, 40'h0000008000);
        step(72'h83c181fffe01ffff23, 40'h0000008000);
        step(72'h83c021fffe01ffff23, 40'h0000008000);
        step(72'h03c0c3fffe01ffff23, 40'h0000008000);
        step(72'h03c009fffe01ffff23, 40'h0000008000);
        step(72'h03c04bfffe01ffff23, 40'h0000008000);
        step(72'h83c031fffe01ffff23, 40'h0000008000);
        step(72'h83c011fffe01ffff23, 40'h0000008000);
        step(72'h83c18dfffe01ffff23, 40'h0000008000);
        step(72'h03c001fffe01ffff23, 40'h0000008000);
        step(72'h83c011fffe01ffff23, 40'h0000008000);
        step(72'h03c109fffe01ffff23, 40'h0000008000);
        step(72'h83c0d9fffe01ffff23, 40'h0000008000);
        step(72'h83c0b1fffe01ffff23, 40'h0000008000);
        step(72'h03c097fffe01ffff23, 40'h0000008000);
        step(72'h03c02bfffe01ffff23, 40'h0000008000);
        step(72'h83c011fffe01ffff23, 40'h0000008000);
        step(72'h83c043fffe01ffff23, 40'h0000008000);
        step(72'h83c0c1fffe01ffff23, 40'h0000008000);
        step(72'h03c0c1fffe01ffff23, 40'h0000008000);
        step(72'h03c10ffffe01ffff23, 40'h0000008000);
        step(72'h83c005fffe01ffff23, 40'h0000008000);
        step(72'h83c069fffe01ffff23, 40'h0000008000);
        step(72'h03c101fffe01ffff23, 40'h0000008000);
        step(72'h03c007fffe01ffff23, 40'h0000008000);
        step(72'h03c001fffe01ffff23, 40'h0000008000);
        step(72'h03c023fffe01ffff23, 40'h0000008000);
        step(72'h03c001fffe01ffff23, 40'h0000008000);
        step(72'h83c003fffe01ffff23, 40'h0000008000);
        step(72'h83c161fffe01ffff23, 40'h0000008000);
        step(72'h03c015fffe01ffff23, 40'h0000008000);
        step(72'h83c02dfffe01ffff23, 40'h0000008000);
        step(72'h03c00ffffe01ffff23, 40'h0000008000);
        step(72'h83c015fffe01ffff23, 40'h0000008000);
        step(72'h83c083fffe01ffff23, 40'h0000008000);
        step(72'h03c001fffe01ffff23, 40'h0000008000);
        step(72'h83c023fffe01ffff23, 40'h0000008000);
        step(72'h03c001fffe01ffff23, 40'h0000008000);
        step(72'h83c049fffe01ffff23, 40'h0000008000);
        step(72'h03c129fffe01ffff23, 40'h0000008000);
        step(72'h83c011fffe01ffff23, 40'h0000008000);
        step(72'h03c001fffe01ffff23, 40'h0000008000);
        step(72'h03c025fffe01ffff23, 40'h0000008000);
        step(72'h03c149fffe01ffff23, 40'h0000008000);
        step(72'h83c065fffe01ffff23, 40'h0000008000);
        step(72'h83c02dfffe01ffff23, 40'h0000008000);
        step(72'h83c073fffe01ffff23, 40'h0000008000);
        step(72'h03c049fffe01ffff23, 40'h0000008000);
        step(72'h83c053fffe01ffff23, 40'h0000008000);
        step(72'h83c001fffe01ffff23, 40'h0000008000);
        step(72'h83c181fffe01ffff23, 40'h0000008000);
        step(72'h03c001fffe01ffff23, 40'h0000008000);
        restart;
        step(72'h400001fffe01fe0003, 40'h0000004000);
        step(72'h400001fffe01fe0003, 40'h0000004000);
        step(72'hc00001fffe01fe0003, 40'h0000004000);
        step(72'hc00001fffe01fe0127, 40'h0000008000);
        step(72'h000001fffe01fe0123, 40'h0000008001);
        step(72'h800001fffe01fe0123, 40'h0000008000);
        step(72'h800001fffe01fe0123, 40'h0000008000);
        step(72'h800001fffe01fe0123, 40'h0000008000);
        step(72'h000001fffe01fe0123, 40'h0000008000);
        step(72'h800001fffe01fe0123, 40'h0000008000);
        step(72'h800001fffe01fe0123, 40'h0000008000);
        step(72'h040001fffe01fe0123, 40'h0000008001);
        step(72'h800009fffe01fe1f23, 40'h0000008000);
        step(72'h800009fffe01fe1f23, 40'h0000008000);
        step(72'h000009fffe01fe1f23, 40'h0000008000);
        step(72'h800007fffe01fe1f23, 40'h0000008000);
        step(72'h800001fffe01fe1f23, 40'h0000008000);
        step(72'h00000dfffe01fe1f23, 40'h0000008000);
        step(72'h800017fffe01fe1f23, 40'h0000008000);
        step(72'h0bc00dfffe01fe1f23, 40'h0000008000);
        step(72'h83c105fffe01ffff23, 40'h0000008000);
        step(72'h83c067fffe01ffff23, 40'h0000008000);
        step(72'h83c065fffe01ffff23, 40'h0000008000);
        step(72'h03c009fffe01ffff23, 40'h0000008000);
        step(72'h83c145fffe01ffff23, 40'h0000008000);
        step(72'h03c001fffe01ffff23, 40'h0000008000);
        step(72'h83c0a1fffe01ffff23, 40'h0000008000);
        step(72'h03c043fffe01ffff23, 40'h0000008000);
        step(72'h03c011fffe01ffff23, 40'h0000008000);
        step(72'h83c0a1fffe01ffff23, 40'h0000008000);
        step(72'h03c019fffe01ffff23, 40'h0000008000);
        step(72'h83c115fffe01ffff23, 40'h0000008000);
        step(72'h03c161fffe01ffff23, 40'h0000008000);
        step(72'h83c109fffe01ffff23, 40'h0000008000);
        step(72'h83c033fffe01ffff23, 40'h0000008000);
        step(72'h03c021fffe01ffff23, 40'h0000008000);
        step(72'h03c103fffe01ffff23, 40'h0000008000);
        step(72'h83c009fffe01ffff23, 40'h0000008000);
        step(72'h03c0e1fffe01ffff23, 40'h0000008000);
        step(72'h83c0d5fffe01ffff23, 40'h0000008000);
        step(72'h03c003fffe01ffff23, 40'h0000008000);
        step(72'h83c009fffe01ffff23, 40'h0000008000);
        step(72'h83c001fffe01ffff23, 40'h0000008000);
        step(72'h83c109fffe01ffff23, 40'h0000008000);
        step(72'h83c035fffe01ffff23, 40'h0000008000);
        step(72'h03c0b1fffe01ffff23, 40'h0000008000);
        step(72'h03c0f9fffe01ffff23, 40'h0000008000);
        step(72'h83c00dfffe01ffff23, 40'h0000008000);
        step(72'h03c011fffe01ffff23, 40'h0000008000);
        step(72'h03c119fffe01ffff23, 40'h0000008000);
        step(72'h83c109fffe01ffff23, 40'h0000008000);
        step(72'h83c001fffe01ffff23, 40'h0000008000);
        step(72'h03c189fffe01ffff23, 40'h0000008000);
        step(72'h83c039fffe01ffff23, 40'h0000008000);
        step(72'h03c00bfffe01ffff23, 40'h0000008000);
        step(72'h03c0abfffe01ffff23, 40'h0000008000);
        step(72'h83c06dfffe01ffff23, 40'h0000008000);
        step(72'h83c129fffe01ffff23, 40'h0000008000);
        step(72'h83c001fffe01ffff23, 40'h0000008000);
        step(72'h03c051fffe01ffff23, 40'h0000008000);
        step(72'h83c00dfffe01ffff23, 40'h0000008000);
        step(72'h03c051fffe01ffff23, 40'h0000008000);
        step(72'h83c027fffe01ffff23, 40'h0000008000);
        step(72'h83c141fffe01ffff23, 40'h0000008000);
        step(72'h03c007fffe01ffff23, 40'h0000008000);
        step(72'h03c061fffe01ffff23, 40'h0000008000);
        step(72'h03c013fffe01ffff23, 40'h0000008000);
        step(72'h03c0a1fffe01ffff23, 40'h0000008000);
        step(72'h03c031fffe01ffff23, 40'h0000008000);
        step(72'h03c067fffe01ffff23, 40'h0000008000);
        step(72'h03c003fffe01ffff23, 40'h0000008000);
        step(72'h83c009fffe01ffff23, 40'h0000008000);
        step(72'h03c171fffe01ffff23, 40'h0000008000);
        step(72'h03c021fffe01ffff23, 40'h0000008000);
        step(72'h83c001fffe01ffff23, 40'h0000008000);
        step(72'h03c011fffe01ffff23, 40'h0000008000);
        step(72'h03c041fffe01ffff23, 40'h0000008000);
        step(72'h03c181fffe01ffff23, 40'h0000008000);
        step(72'h03c023fffe01ffff23, 40'h0000008000);
        step(72'h83c011fffe01ffff23, 40'h0000008000);
        step(72'h83c041fffe01ffff23, 40'h0000008000);
        step(72'h03c005fffe01ffff23, 40'h0000008000);
        step(72'h83c031fffe01ffff23, 40'h0000008000);
        step(72'h03c021fffe01ffff23, 40'h0000008000);
        step(72'h83c007fffe01ffff23, 40'h0000008000);
        step(72'h83c0cdfffe01ffff23, 40'h0000008000);
        step(72'h83c1b3fffe01ffff23, 40'h0000008000);
        step(72'h83c031fffe01ffff23, 40'h0000008000);
        step(72'h03c025fffe01ffff23, 40'h0000008000);
        step(72'h03c029fffe01ffff23, 40'h0000008000);
        step(72'h03c021fffe01ffff23, 40'h0000008000);
        step(72'h03c0a3fffe01ffff23, 40'h0000008000);
        step(72'h83c101fffe01ffff23, 40'h0000008000);
        step(72'h03c001fffe01ffff23, 40'h0000008000);
        step(72'h03c125fffe01ffff23, 40'h0000008000);
        step(72'h83c059fffe01ffff23, 40'h0000008000);
        step(72'h83c009fffe01ffff23, 40'h0000008000);
        step(72'h83c009fffe01ffff23, 40'h0000008000);
        step(72'h03c151fffe01ffff23, 40'h0000008000);
        step(72'h83c053fffe01ffff23, 40'h0000008000);
        if (errors != 0) $fatal(1, "eq_sm_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("eq_sm_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
