// SPDX-License-Identifier: Apache-2.0
// round_robin: part of mascar, sms, cta_prefetch, mask, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Cyclic arbiter: the first request from `start` on, in cyclic order. Who moves `start` decides on
// fairness:
// behind the granted one it is round robin.
module round_robin #(
    parameter N = 2,
    // What follows from these; not to be set.
    parameter W = ($clog2(N) > 1 ? $clog2(N) : 1)
) (
    input  wire [N-1:0] requests, // Bits to choose from.
    input  wire [W-1:0] start,    // The first to be considered.
    output wire [N-1:0] grant,    // The chosen one alone; zero without requests.
    output wire [W-1:0] index     // Its number; zero without requests.
);

    localparam [N-1:0] ALL = {N{1'b1}};

    wire [N-1:0] from_start;
    reg  [N-1:0] candidates;

    first_set #(.N(N)) lowest (
        .requests (candidates),
        .first    (grant),
        .index    (index)
    );

    assign from_start = requests & (ALL << start);

    always @* begin
        candidates = requests;
        if (from_start != 0) begin
            candidates = from_start;
        end
    end

endmodule

`default_nettype wire
