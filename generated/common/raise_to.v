// SPDX-License-Identifier: Apache-2.0
// raise_to: part of sms, frfcfs, medic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Raises some of `N` counters of `W` bits to a value, unless they are above it. A word has one bit
// of every counter.
module raise_to #(
    parameter N = 8,
    parameter TO = 37   // The value.
) (
    input  wire [N-1:0]       raise,  // Counters to raise.
    input  wire [(6 * N)-1:0] count,  // Bit k of all counters, for each k.
    input  wire [(6 * N)-1:0] next,   // What they are in the next cycle if they are not raised.
    output reg  [(6 * N)-1:0] raised  // What they are in the next cycle.
);

    localparam [N-1:0] ALL = {N{1'b1}};

    reg  [N-1:0] reached; // Counters at or below the value, and those of them to raise.
    wire [N-1:0] chosen;

    // From the lowest bit to the highest: what is above in a bit is above, whatever is lower.
    always @* begin : compute_reached
        integer k;
        reached = ALL;
        for (k = 0; k < 6; k = k + 1) begin
            if (TO[k]) begin
                reached = reached | ~count[(k * N) +: N];
            end else begin
                reached = reached & ~count[(k * N) +: N];
            end
        end
    end

    assign chosen = reached & raise;

    always @* begin : compute_raised
        integer k;
        for (k = 0; k < 6; k = k + 1) begin
            if (TO[k]) begin
                raised[(k * N) +: N] = next[(k * N) +: N] | chosen;
            end else begin
                raised[(k * N) +: N] = next[(k * N) +: N] & ~chosen;
            end
        end
    end

endmodule

`default_nettype wire
