// SPDX-License-Identifier: Apache-2.0
// min_tree: part of mascar, sms, frfcfs, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The candidate with the smallest key, found by a balanced tree of comparators; of equal ones the
// lowest.
// Keys are compared modulo 2^W: a comes before b if the top bit of a - b is set. So the keys of all
// candidates must lie within half of the range, as time stamps that wrap do.
// `NODES` is twice the leaves less one, and the leaves are the next power of two from `N` on.
module min_tree #(
    parameter N = 24,
    parameter W = 8,
    // What follows from these; not to be set.
    parameter INDEX = ($clog2(N) > 1 ? $clog2(N) : 1),
    parameter NODES = (2 << INDEX) - 1
) (
    input  wire [N-1:0]       candidates, // Members that take part.
    input  wire [(N * W)-1:0] keys,       // Key of each member.
    output wire [INDEX-1:0]   index       // The chosen member; zero without candidates.
);

    localparam LEAVES = 1 << INDEX;
    localparam ROOT = NODES - 1;
    localparam SIGN = W - 1;

    // Nodes with a candidate below them: the leaves, then each level above them; the last is the
    // root.
    reg  [NODES-1:0]           some;
    reg  [(NODES * W)-1:0]     key;        // Smallest key below each node.
    reg  [(NODES * INDEX)-1:0] member;     // Member that has it.
    reg  [W-1:0]               difference;

    always @* begin : compute_some
        integer i;
        integer k;
        i = 0;
        k = 0;
        some = {{(NODES - N){1'b0}}, candidates};
        difference = 0;
        key = 0;
        member = 0;
        if (candidates != 0) begin
            for (i = 0; i < N; i = i + 1) begin
                if (candidates[i]) begin
                    key[(i * W) +: W] = keys[(i * W) +: W];
                    member[(i * INDEX) +: INDEX] = i[INDEX-1:0];
                end
            end
            // The nodes 2k and 2k+1 meet in the node leaves + k.
            for (k = 0; k < (1 << INDEX) - 1; k = k + 1) begin
                if (some[2 * k] || some[(2 * k) + 1]) begin
                    some[k + LEAVES] = 1'b1;
                    difference = key[(((2 * k) + 1) * W) +: W] - key[((2 * k) * W) +: W];
                    if (!some[2 * k] || (some[(2 * k) + 1] && difference[SIGN])) begin
                        key[((k + LEAVES) * W) +: W] = key[(((2 * k) + 1) * W) +: W];
                        member[((k + LEAVES) * INDEX) +: INDEX] =
                            member[(((2 * k) + 1) * INDEX) +: INDEX];
                    end else begin
                        key[((k + LEAVES) * W) +: W] = key[((2 * k) * W) +: W];
                        member[((k + LEAVES) * INDEX) +: INDEX] =
                            member[((2 * k) * INDEX) +: INDEX];
                    end
                end
            end
        end
    end

    assign index = member[(ROOT * INDEX) +: INDEX];

endmodule

`default_nettype wire
