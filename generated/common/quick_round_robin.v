// SPDX-License-Identifier: Apache-2.0
// quick_round_robin: part of sms, ilp, mosaic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Cyclic arbiter, as `round_robin`, by two searches at once, among the requests from `start` on and
// among all: quicker, and nearly twice as large.
module quick_round_robin #(
    parameter N = 8,
    // What follows from these; not to be set.
    parameter W = ($clog2(N) > 1 ? $clog2(N) : 1)
) (
    input  wire [N-1:0] requests, // Bits to choose from.
    input  wire [W-1:0] start,    // The first to be considered.
    output reg  [N-1:0] grant,    // The chosen one alone; zero without requests.
    output reg  [W-1:0] index     // Its number; zero without requests.
);

    localparam [N-1:0] ALL = {N{1'b1}};

    wire [N-1:0] from_start;
    wire [N-1:0] behind_first;
    wire [W-1:0] behind_index;
    wire [N-1:0] anywhere_first;
    wire [W-1:0] anywhere_index;

    first_set #(.N(N)) behind (
        .requests (from_start),
        .first    (behind_first),
        .index    (behind_index)
    );

    first_set #(.N(N)) anywhere (
        .requests (requests),
        .first    (anywhere_first),
        .index    (anywhere_index)
    );

    assign from_start = requests & (ALL << start);

    always @* begin
        grant = anywhere_first;
        index = anywhere_index;
        if (from_start != 0) begin
            grant = behind_first;
            index = behind_index;
        end
    end

endmodule

`default_nettype wire
