// SPDX-License-Identifier: Apache-2.0
// min_pairs: part of mascar, sms, frfcfs, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The candidate with the smallest key, found by comparing every two at once: shallower than a tree,
// where a comparator waits for those below it, and larger from a few members on. Of equal keys that
// of the lowest member counts. Keys are compared modulo 2^W: a comes before b if the top bit of a -
// b is set, so all must lie within half of the range.
module min_pairs #(
    parameter N = 8,
    parameter W = 7,
    // What follows from these; not to be set.
    parameter KEYS = N * W
) (
    input  wire [N-1:0]    candidates, // Members that take part.
    input  wire [KEYS-1:0] keys,       // Key of each member, the first lowest.
    output reg  [N-1:0]    pick        // The chosen member, one-hot; zero without candidates.
);

    localparam SIGN = W - 1;

    reg  [N-1:0] rivals;     // Candidates above one, and those of them that come before it.
    reg  [N-1:0] sooner;
    reg  [N-1:0] beaten;     // Candidates that one below them comes before.
    reg  [W-1:0] own;
    reg  [W-1:0] difference;

    // A candidate is chosen if none above it and none below it comes first.
    always @* begin : compute_pick
        integer i;
        integer j;
        j = 0;
        pick = 0;
        rivals = 0;
        sooner = 0;
        beaten = 0;
        own = 0;
        difference = 0;
        for (i = 0; i < N; i = i + 1) begin
            if (candidates[i]) begin
                own = keys[(i * W) +: W];
                rivals = candidates & ({N{1'b1}} << (i + 1));
                sooner = rivals;
                for (j = 0; j < N; j = j + 1) begin
                    if (rivals[j]) begin
                        difference = keys[(j * W) +: W] - own;
                        sooner[j] = difference[SIGN];
                    end
                end
                pick[i] = sooner == 0;
                beaten = beaten | (rivals & ~sooner);
            end
        end
        pick = pick & ~beaten;
    end

endmodule

`default_nettype wire
