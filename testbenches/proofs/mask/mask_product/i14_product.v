// SPDX-License-Identifier: Apache-2.0
// Invariant 14, what it rests on: after each step the product is the first factor times the bits of the second one that have been taken in, of
// which the highest come first.
// Engine: induction 1
module i14_product (
    input wire        clock,
    input wire        load,
    input wire [14:0] first,
    input wire [9:0]  second,
    input wire        step,
    input wire [24:0] product,
    input wire [14:0] factor,
    input wire [9:0]  rest
);

    // Steps since a load; 15 before the first load, or if there were more than bits.
    reg [3:0]  steps = 15;
    reg [14:0] by;
    reg [9:0]  whole;
    // The first factor times the bits of the second one that were taken in before the last step; each further bit doubles that.
    reg [24:0] earlier;
    reg        stepped;
    wire [24:0] times = stepped ? (earlier << 1) + (whole[10 - steps] ? by : 0) : earlier;
    always @(posedge clock) begin
        earlier <= times;
        stepped <= step;
        if (step && steps < 10) steps <= steps + 1;
        if (step && steps == 10) steps <= 15;
        if (load) begin
            steps <= 0;
            by <= first;
            whole <= second;
            earlier <= 0;
            stepped <= 0;
        end
    end

    always @* if (steps <= 10) begin
        assert (factor == by && rest == (whole << steps));
        assert (steps != 0 || !stepped);
        assert (product == times);
    end

endmodule
