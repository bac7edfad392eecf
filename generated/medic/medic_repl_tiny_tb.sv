// SPDX-License-Identifier: Apache-2.0
// medic_repl_tiny_tb: runs medic_repl_tiny for 200 cycles with random inputs and
// compares every output with what its reference model gave. Emitted by Warpsmith.
// The last line says how it ended; a difference is fatal.

`timescale 1ns / 1ps
`default_nettype none

module medic_repl_tiny_tb;

    reg clock = 1'b0;
    reg reset = 1'b1;
    integer cycle = 0;
    integer errors = 0;

    reg  [16:0] inputs;
    wire [2:0] outputs;
    reg  [2:0] early;
    reg  [2:0] got;
    // Outputs that answer in the same cycle; the others are registers.
    localparam [2:0] SAME_CYCLE = 3'h7;

    medic_repl_tiny dut (
        .clock(clock),
        .reset(reset),
        .op_valid(inputs[0]),
        .op(inputs[2:1]),
        .op_set(inputs[3]),
        .way(inputs[5:4]),
        .warp_type(inputs[7:6]),
        .vq_set(inputs[8]),
        .vq_valid_mask(inputs[12:9]),
        .vq_resv_mask(inputs[16:13]),
        .vq_way(outputs[1:0]),
        .vq_none(outputs[2])
    );

    // One cycle: outputs that answer at once are looked at before the rising edge, registers
    // after it.
    task step(input [16:0] given, input [2:0] expected);
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
                $display("cycle %0d: vq_way is %h, the model has %h", cycle,
                         got[1:0], expected[1:0]);
            if (got[2] !== expected[2])
                $display("cycle %0d: vq_none is %h, the model has %h", cycle,
                         got[2], expected[2]);
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
        step(17'h00080, 3'h0);
        step(17'h001c8, 3'h0);
        step(17'h001c8, 3'h0);
        step(17'h000c0, 3'h0);
        step(17'h00188, 3'h0);
        step(17'h0218b, 3'h1);
        step(17'h02180, 3'h1);
        step(17'h0619b, 3'h2);
        step(17'h0e1eb, 3'h3);
        step(17'h00088, 3'h0);
        step(17'h0e188, 3'h3);
        step(17'h0e180, 3'h3);
        step(17'h000c8, 3'h0);
        step(17'h0e180, 3'h3);
        step(17'h00080, 3'h0);
        step(17'h0e1c3, 3'h3);
        step(17'h020fb, 3'h1);
        step(17'h060d3, 3'h2);
        step(17'h0e0a3, 3'h3);
        step(17'h0f1c0, 3'h3);
        step(17'h0e0c0, 3'h3);
        step(17'h0e080, 3'h3);
        step(17'h0f1b3, 3'h3);
        step(17'h0f1b9, 3'h3);
        step(17'h0f1b9, 3'h3);
        step(17'h1a491, 3'h1);
        step(17'h0f191, 3'h3);
        step(17'h12ce1, 3'h2);
        step(17'h1a4e3, 3'h1);
        step(17'h1a4d1, 3'h1);
        step(17'h1a490, 3'h1);
        step(17'h0f193, 3'h3);
        step(17'h0f1f8, 3'h3);
        step(17'h1e0c0, 3'h4);
        step(17'h1e080, 3'h4);
        step(17'h0f1f9, 3'h3);
        step(17'h1e1bb, 3'h4);
        step(17'h1e0c0, 3'h4);
        step(17'h1e080, 3'h4);
        step(17'h1c280, 3'h0);
        step(17'h1e1c1, 3'h4);
        step(17'h1c281, 3'h0);
        step(17'h1c2c1, 3'h0);
        step(17'h1e0c3, 3'h4);
        step(17'h1e1c8, 3'h4);
        step(17'h1e1c0, 3'h4);
        step(17'h1e188, 3'h4);
        step(17'h1e080, 3'h4);
        step(17'h1e1c8, 3'h4);
        step(17'h1e188, 3'h4);
        step(17'h1e1c0, 3'h4);
        step(17'h1e080, 3'h4);
        step(17'h1e1c0, 3'h4);
        step(17'h1e188, 3'h4);
        step(17'h1e1c8, 3'h4);
        step(17'h1e0c8, 3'h4);
        step(17'h1e0c0, 3'h4);
        step(17'h1e180, 3'h4);
        step(17'h1e0c8, 3'h4);
        step(17'h1e0c0, 3'h4);
        step(17'h1e080, 3'h4);
        step(17'h1e1c8, 3'h4);
        step(17'h1e188, 3'h4);
        step(17'h1e1c8, 3'h4);
        step(17'h1e1c8, 3'h4);
        step(17'h1e080, 3'h4);
        step(17'h1e1c8, 3'h4);
        step(17'h1e088, 3'h4);
        step(17'h1e180, 3'h4);
        step(17'h1e080, 3'h4);
        step(17'h1e0c8, 3'h4);
        step(17'h1e080, 3'h4);
        step(17'h1e1c8, 3'h4);
        step(17'h1e180, 3'h4);
        step(17'h1e0c0, 3'h4);
        step(17'h1e188, 3'h4);
        step(17'h1e0c0, 3'h4);
        step(17'h1c280, 3'h0);
        step(17'h1e1c1, 3'h4);
        step(17'h1e188, 3'h4);
        step(17'h1c2c8, 3'h0);
        step(17'h0d281, 3'h3);
        step(17'h1e1c8, 3'h4);
        step(17'h0d2f1, 3'h3);
        step(17'h1c2b3, 3'h0);
        step(17'h1e1c8, 3'h4);
        step(17'h1e1c8, 3'h4);
        step(17'h1c281, 3'h0);
        step(17'h1c281, 3'h0);
        step(17'h1c280, 3'h0);
        step(17'h1c281, 3'h0);
        step(17'h1c281, 3'h0);
        step(17'h1c281, 3'h0);
        step(17'h1c2c1, 3'h0);
        step(17'h1c2c1, 3'h0);
        step(17'h1c2a9, 3'h0);
        step(17'h1c2c1, 3'h0);
        step(17'h169c1, 3'h2);
        step(17'h1c281, 3'h0);
        step(17'h1c2a9, 3'h0);
        restart;
        step(17'h00080, 3'h0);
        step(17'h00188, 3'h0);
        step(17'h00188, 3'h0);
        step(17'h00080, 3'h0);
        step(17'h000c0, 3'h0);
        step(17'h00080, 3'h0);
        step(17'h000c0, 3'h0);
        step(17'h001c8, 3'h0);
        step(17'h000c0, 3'h0);
        step(17'h000c0, 3'h0);
        step(17'h001c0, 3'h0);
        step(17'h000c8, 3'h0);
        step(17'h00180, 3'h0);
        step(17'h001c8, 3'h0);
        step(17'h0008b, 3'h0);
        step(17'h000c0, 3'h0);
        step(17'h00380, 3'h1);
        step(17'h00089, 3'h0);
        step(17'h003c0, 3'h1);
        step(17'h00389, 3'h1);
        step(17'h003c0, 3'h1);
        step(17'h0079b, 3'h2);
        step(17'h000c0, 3'h0);
        step(17'h000c0, 3'h0);
        step(17'h02083, 3'h1);
        step(17'h007d9, 3'h2);
        step(17'h002c0, 3'h1);
        step(17'h007d8, 3'h2);
        step(17'h00798, 3'h2);
        step(17'h002d8, 3'h1);
        step(17'h00281, 3'h1);
        step(17'h00799, 3'h2);
        step(17'h007d9, 3'h2);
        step(17'h007c9, 3'h2);
        step(17'h00281, 3'h1);
        step(17'h00789, 3'h2);
        step(17'h002c1, 3'h1);
        step(17'h007d3, 3'h2);
        step(17'h00681, 3'h2);
        step(17'h00699, 3'h2);
        step(17'h00691, 3'h2);
        step(17'h007c9, 3'h2);
        step(17'h00791, 3'h2);
        step(17'h00fab, 3'h3);
        step(17'h006c1, 3'h2);
        step(17'h00681, 3'h2);
        step(17'h00fa9, 3'h3);
        step(17'h00fd9, 3'h3);
        step(17'h006bb, 3'h2);
        step(17'h00691, 3'h2);
        step(17'h01fe3, 3'h0);
        step(17'h03dcb, 3'h2);
        step(17'h01ff9, 3'h2);
        step(17'h01fe9, 3'h2);
        step(17'h01fd9, 3'h1);
        step(17'h086d1, 3'h3);
        step(17'h086a9, 3'h3);
        step(17'h086d1, 3'h3);
        step(17'h01ff3, 3'h0);
        step(17'h01fc1, 3'h0);
        step(17'h01fc9, 3'h0);
        step(17'h186c1, 3'h1);
        step(17'h01fc1, 3'h3);
        step(17'h186a9, 3'h1);
        step(17'h10e81, 3'h2);
        step(17'h09663, 3'h1);
        step(17'h05a53, 3'h2);
        step(17'h01eb1, 3'h2);
        step(17'h01e63, 3'h2);
        step(17'h01ea3, 3'h1);
        step(17'h01e41, 3'h1);
        step(17'h01e01, 3'h1);
        step(17'h01e93, 3'h0);
        step(17'h01e03, 3'h0);
        step(17'h01e03, 3'h0);
        step(17'h01e61, 3'h0);
        step(17'h01e83, 3'h0);
        step(17'h01e83, 3'h2);
        step(17'h01e63, 3'h2);
        step(17'h01e01, 3'h2);
        step(17'h01e63, 3'h0);
        step(17'h01e71, 3'h0);
        step(17'h01e60, 3'h0);
        step(17'h01e31, 3'h0);
        step(17'h01e91, 3'h0);
        step(17'h01e03, 3'h0);
        step(17'h01e71, 3'h3);
        step(17'h01eb3, 3'h0);
        step(17'h01e01, 3'h0);
        step(17'h01e43, 3'h0);
        step(17'h01e61, 3'h2);
        step(17'h01ea3, 3'h0);
        step(17'h01e51, 3'h0);
        step(17'h01eb0, 3'h0);
        step(17'h01e21, 3'h0);
        step(17'h01e83, 3'h2);
        step(17'h01eb1, 3'h2);
        step(17'h01e23, 3'h2);
        step(17'h01e63, 3'h2);
        step(17'h01e63, 3'h1);
        if (errors != 0) $fatal(1, "medic_repl_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("medic_repl_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
