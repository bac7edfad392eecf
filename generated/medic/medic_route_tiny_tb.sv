// SPDX-License-Identifier: Apache-2.0
// medic_route_tiny_tb: runs medic_route_tiny for 200 cycles with random inputs and
// compares every output with what its reference model gave. Emitted by Warpsmith.
// The last line says how it ended; a difference is fatal.

`timescale 1ns / 1ps
`default_nettype none

module medic_route_tiny_tb;

    reg clock = 1'b0;
    reg reset = 1'b1;
    integer cycle = 0;
    integer errors = 0;

    reg  [9:0] inputs;
    wire [3:0] outputs;
    reg  [3:0] early;
    reg  [3:0] got;
    // Outputs that answer in the same cycle; the others are registers.
    localparam [3:0] SAME_CYCLE = 4'hf;

    medic_route_tiny dut (
        .clock(clock),
        .reset(reset),
        .valid(inputs[0]),
        .kind(inputs[2:1]),
        .atomic(inputs[3]),
        .fence(inputs[4]),
        .warp_type(inputs[6:5]),
        .prof(inputs[7]),
        .wbyp_en(inputs[8]),
        .wms_en(inputs[9]),
        .bypass(outputs[0]),
        .no_alloc(outputs[1]),
        .hi(outputs[2]),
        .inval(outputs[3])
    );

    // One cycle: outputs that answer at once are looked at before the rising edge, registers
    // after it.
    task step(input [9:0] given, input [3:0] expected);
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
                $display("cycle %0d: bypass is %h, the model has %h", cycle,
                         got[0], expected[0]);
            if (got[1] !== expected[1])
                $display("cycle %0d: no_alloc is %h, the model has %h", cycle,
                         got[1], expected[1]);
            if (got[2] !== expected[2])
                $display("cycle %0d: hi is %h, the model has %h", cycle,
                         got[2], expected[2]);
            if (got[3] !== expected[3])
                $display("cycle %0d: inval is %h, the model has %h", cycle,
                         got[3], expected[3]);
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
        step(10'h363, 4'h4);
        step(10'h3a5, 4'h0);
        step(10'h3bf, 4'h0);
        step(10'h34d, 4'h4);
        step(10'h365, 4'h4);
        step(10'h3a4, 4'h0);
        step(10'h3a1, 4'h0);
        step(10'h377, 4'h4);
        step(10'h310, 4'h0);
        step(10'h3e3, 4'h4);
        step(10'h3e7, 4'h4);
        step(10'h3cb, 4'h4);
        step(10'h342, 4'h0);
        step(10'h3a1, 4'h0);
        step(10'h320, 4'h0);
        step(10'h30b, 4'h2);
        step(10'h3b4, 4'h0);
        step(10'h342, 4'h0);
        step(10'h305, 4'h0);
        step(10'h302, 4'h0);
        step(10'h267, 4'h4);
        step(10'h2ab, 4'h0);
        step(10'h207, 4'h0);
        step(10'h237, 4'h0);
        step(10'h22e, 4'h0);
        step(10'h2ed, 4'h4);
        step(10'h254, 4'h0);
        step(10'h254, 4'h0);
        step(10'h2c3, 4'h4);
        step(10'h22b, 4'h0);
        step(10'h245, 4'h4);
        step(10'h2ef, 4'h4);
        step(10'h227, 4'h0);
        step(10'h2a0, 4'h0);
        step(10'h243, 4'h4);
        step(10'h221, 4'h0);
        step(10'h222, 4'h0);
        step(10'h243, 4'h4);
        step(10'h241, 4'h4);
        step(10'h283, 4'h0);
        step(10'h2e7, 4'h4);
        step(10'h2ab, 4'h0);
        step(10'h28d, 4'h0);
        step(10'h207, 4'h0);
        step(10'h227, 4'h0);
        step(10'h2e7, 4'h4);
        step(10'h220, 4'h0);
        step(10'h227, 4'h0);
        step(10'h213, 4'h0);
        step(10'h207, 4'h0);
        step(10'h226, 4'h0);
        step(10'h20f, 4'h0);
        step(10'h282, 4'h0);
        step(10'h297, 4'h0);
        step(10'h2c7, 4'h4);
        step(10'h2a7, 4'h0);
        step(10'h284, 4'h0);
        step(10'h204, 4'h0);
        step(10'h221, 4'h0);
        step(10'h293, 4'h0);
        step(10'h2a9, 4'h0);
        step(10'h261, 4'h4);
        step(10'h267, 4'h4);
        step(10'h251, 4'h4);
        step(10'h2c3, 4'h4);
        step(10'h24a, 4'h0);
        step(10'h2e1, 4'h4);
        step(10'h269, 4'h4);
        step(10'h2e8, 4'h0);
        step(10'h2ad, 4'h0);
        step(10'h295, 4'h0);
        step(10'h265, 4'h4);
        step(10'h2a9, 4'h0);
        step(10'h245, 4'h4);
        step(10'h264, 4'h0);
        step(10'h28d, 4'h0);
        step(10'h20f, 4'h0);
        step(10'h2c1, 4'h4);
        step(10'h2c2, 4'h0);
        step(10'h245, 4'h4);
        step(10'h2a3, 4'h0);
        step(10'h260, 4'h0);
        step(10'h2c2, 4'h0);
        step(10'h244, 4'h0);
        step(10'h2a5, 4'h0);
        step(10'h2af, 4'h0);
        step(10'h224, 4'h0);
        step(10'h2cb, 4'h4);
        step(10'h2c7, 4'h4);
        step(10'h2a5, 4'h0);
        step(10'h257, 4'h4);
        step(10'h24f, 4'h4);
        step(10'h2a3, 4'h0);
        step(10'h249, 4'h4);
        step(10'h203, 4'h0);
        step(10'h297, 4'h0);
        step(10'h2b1, 4'h0);
        step(10'h2f6, 4'h0);
        step(10'h206, 4'h0);
        step(10'h263, 4'h4);
        restart;
        step(10'h347, 4'h4);
        step(10'h3e3, 4'h4);
        step(10'h3a9, 4'h0);
        step(10'h36d, 4'h4);
        step(10'h3f3, 4'h4);
        step(10'h364, 4'h0);
        step(10'h3c7, 4'h4);
        step(10'h3e1, 4'h4);
        step(10'h381, 4'h0);
        step(10'h341, 4'h4);
        step(10'h360, 4'h0);
        step(10'h327, 4'h0);
        step(10'h324, 4'h0);
        step(10'h3cf, 4'h4);
        step(10'h3f7, 4'h4);
        step(10'h325, 4'h0);
        step(10'h3a3, 4'h0);
        step(10'h367, 4'h4);
        step(10'h3c9, 4'h4);
        step(10'h37c, 4'h0);
        step(10'h397, 4'h0);
        step(10'h327, 4'h0);
        step(10'h383, 4'h0);
        step(10'h381, 4'h0);
        step(10'h360, 4'h0);
        step(10'h361, 4'h4);
        step(10'h345, 4'h4);
        step(10'h3c5, 4'h4);
        step(10'h3f3, 4'h4);
        step(10'h335, 4'h0);
        step(10'h387, 4'h0);
        step(10'h333, 4'h0);
        step(10'h302, 4'h0);
        step(10'h3a7, 4'h0);
        step(10'h3ab, 4'h0);
        step(10'h3a2, 4'h0);
        step(10'h383, 4'h0);
        step(10'h396, 4'h0);
        step(10'h3c7, 4'h4);
        step(10'h327, 4'h0);
        step(10'h323, 4'h0);
        step(10'h32b, 4'h0);
        step(10'h345, 4'h4);
        step(10'h3a1, 4'h0);
        step(10'h3d6, 4'h0);
        step(10'h351, 4'h4);
        step(10'h30b, 4'h2);
        step(10'h3a5, 4'h0);
        step(10'h360, 4'h0);
        step(10'h38a, 4'h0);
        step(10'h3a5, 4'h0);
        step(10'h364, 4'h0);
        step(10'h36b, 4'h4);
        step(10'h30c, 4'h0);
        step(10'h321, 4'h0);
        step(10'h36d, 4'h4);
        step(10'h345, 4'h4);
        step(10'h363, 4'h4);
        step(10'h365, 4'h4);
        step(10'h340, 4'h0);
        step(10'h3af, 4'h0);
        step(10'h303, 4'h9);
        step(10'h35f, 4'h4);
        step(10'h345, 4'h4);
        step(10'h381, 4'h0);
        step(10'h307, 4'h0);
        step(10'h321, 4'h0);
        step(10'h3ae, 4'h0);
        step(10'h3e7, 4'h4);
        step(10'h3f1, 4'h4);
        step(10'h34b, 4'h4);
        step(10'h321, 4'h0);
        step(10'h362, 4'h0);
        step(10'h34f, 4'h4);
        step(10'h381, 4'h0);
        step(10'h362, 4'h0);
        step(10'h364, 4'h0);
        step(10'h329, 4'h0);
        step(10'h34d, 4'h4);
        step(10'h365, 4'h4);
        step(10'h301, 4'h1);
        step(10'h387, 4'h0);
        step(10'h361, 4'h4);
        step(10'h325, 4'h0);
        step(10'h365, 4'h4);
        step(10'h342, 4'h0);
        step(10'h335, 4'h0);
        step(10'h3e5, 4'h4);
        step(10'h346, 4'h0);
        step(10'h367, 4'h4);
        step(10'h386, 4'h0);
        step(10'h375, 4'h4);
        step(10'h3e1, 4'h4);
        step(10'h34d, 4'h4);
        step(10'h37f, 4'h4);
        step(10'h3a7, 4'h0);
        step(10'h300, 4'h0);
        step(10'h339, 4'h0);
        step(10'h347, 4'h4);
        step(10'h361, 4'h4);
        if (errors != 0) $fatal(1, "medic_route_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("medic_route_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
