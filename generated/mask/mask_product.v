// SPDX-License-Identifier: Apache-2.0
// mask_product: part of mask, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// A multiplier of one bit of the second factor a cycle, from its highest on: the product is there
// `Y` steps after the load.
module mask_product (
    input  wire        clock,   // Clock.
    input  wire        load,    // Load the factors; no step in this cycle.
    input  wire [14:0] first,
    input  wire [9:0]  second,
    input  wire        step,    // One step.
    output reg  [24:0] product  // The product.
);

    localparam [31:0] TOP = 32'd9;

    reg  [14:0] factor;
    reg  [9:0]  rest;

    // What is there counts twice with each further bit.
    always @(posedge clock) begin
        if (load) begin
            factor <= first;
            rest <= second;
            product <= 25'd0;
        end else if (step) begin
            rest <= rest << 1;
            product <= product << 1;
            if (rest[TOP]) begin
                product <= (product << 1) + {10'd0, factor};
            end
        end
    end

endmodule

`default_nettype wire
