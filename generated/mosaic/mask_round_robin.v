// SPDX-License-Identifier: Apache-2.0
// mask_round_robin: part of mosaic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Cyclic arbiter, as `round_robin`, whose place is a mask in place of a number: quicker still than
// `quick_round_robin`, with more bits to keep.
module mask_round_robin #(
    parameter N = 64,
    // What follows from these; not to be set.
    parameter W = ($clog2(N) > 1 ? $clog2(N) : 1)
) (
    input  wire [N-1:0] requests, // Bits to choose from.
    // Those to be considered first, from some place on; without any, all are.
    input  wire [N-1:0] from,
    output reg  [N-1:0] grant,    // The chosen one alone; zero without requests.
    output reg  [N-1:0] after     // Those behind it, for the next choice; zero without requests.
);


    wire [N-1:0] behind;
    // What is at or behind the first request from that place on, and of all.
    reg  [N-1:0] seen_behind;
    reg  [N-1:0] seen;

    assign behind = requests & from;

    always @* begin : compute_seen_behind
        integer step;
        step = 0;
        seen_behind = behind;
        seen = requests;
        if (requests != 0) begin
            // A bit is seen if it or a lower one is set.
            for (step = 0; step < W; step = step + 1) begin
                seen_behind = seen_behind | (seen_behind << (1 << step));
                seen = seen | (seen << (1 << step));
            end
        end
    end

    always @* begin
        grant = requests & ~(seen << 1);
        after = seen << 1;
        if (behind != 0) begin
            grant = behind & ~(seen_behind << 1);
            after = seen_behind << 1;
        end
    end

endmodule

`default_nettype wire
