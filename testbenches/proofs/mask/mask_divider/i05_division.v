// SPDX-License-Identifier: Apache-2.0
// Invariant 5, and 14, what they rest on: quotient times divisor plus remainder is what was divided, and the remainder is less than the divisor,
// after each step of as many bits of the dividend as have been taken in. If all is divided by itself, both stay.
// Engine: induction 1
module i05_division (
    input wire        clock,
    input wire        load,
    input wire [21:0] dividend,
    input wire [23:0] rest,
    input wire [23:0] divisor,
    input wire        step,
    input wire [21:0] quotient,
    input wire [23:0] remainder,
    input wire [23:0] by
);

    always @* assume (!load || (divisor != 0 && !divisor[23] && (rest < divisor || (rest == divisor && dividend == 0))));

    // Steps since a load; 31 before the first load, or if there were more than bits.
    reg [4:0]  steps = 31;
    reg [45:0] whole;
    reg        itself;
    // The bits of the quotient before the last step, times the divisor; each further bit doubles that.
    reg [45:0] earlier;
    reg        stepped;
    wire [45:0] times = stepped ? (earlier << 1) + (quotient[0] ? by : 0) : earlier;
    always @(posedge clock) begin
        earlier <= times;
        stepped <= step;
        if (step && steps < 22) steps <= steps + 1;
        if (step && steps == 22) steps <= 31;
        if (load) begin
            steps <= 0;
            whole <= {rest, dividend};
            itself <= rest == divisor;
            earlier <= 0;
            stepped <= 0;
        end
    end

    wire [45:0] taken = whole >> (22 - steps);
    always @* if (steps <= 22) begin
        assert (by != 0 && !by[23]);
        assert (times + remainder == taken);
        assert (itself ? remainder == by && whole == {by, 22'd0} : remainder < by);
        // The rest of the dividend waits above the bits of the quotient.
        assert (quotient >> steps == (whole[21:0] & (22'h3fffff >> steps)));
    end

endmodule
