// SPDX-License-Identifier: Apache-2.0
// mascar_picker: part of mascar, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The warp that one of Mascar's schedulers issues from the group that it may issue from
// (specification section 2.3).
// EP: the warp issued last, then the oldest. MP: the owner first in the memory group, then the
// oldest.
// It knows its `WARPS` warps by their place among its own. `KEY` is an age rank with two bits above
// it: the lower of them puts all others behind the favourite.
module mascar_picker #(
    parameter WARPS = 24,
    parameter RANK = 6,
    parameter RANKS = 288,
    parameter RANK_STEP = 12,  // Bits from one warp's age rank to the next one's.
    // What follows from these; not to be set.
    parameter INDEX = ($clog2(WARPS) > 1 ? $clog2(WARPS) : 1),
    parameter KEY = RANK + 2
) (
    input  wire             clock,    // SM clock.
    input  wire             reset,    // Synchronous reset, active high.
    input  wire             mp,       // Memory access priority mode.
    // The group is that of the warps that can issue a memory instruction.
    input  wire             memory,
    input  wire [WARPS-1:0] group,    // Warps of the group; one of them is issued in this cycle.
    input  wire [WARPS-1:0] owner,    // The owner, one-hot; zero if it is not among these warps.
    // Age ranks, 0 oldest; those of these warps are the lowest and every `stride`-th after it.
    input  wire [RANKS-1:0] age_rank,
    output wire [INDEX-1:0] warp      // The warp picked from the group; zero if that is empty.
);

    localparam [WARPS-1:0] ONE = 1;
    localparam BEHIND = 1 << RANK;

    reg  [WARPS-1:0]         favourite;
    // The ranks of the other schedulers' warps are of no use here.
    wire                     unused;
    reg  [RANK-1:0]          rank;
    reg  [(WARPS * KEY)-1:0] key;
    reg                      last_v;    // Some warp has been issued.
    reg  [INDEX-1:0]         last;      // The warp issued last.

    min_tree #(.N(WARPS), .W(KEY)) first (
        .candidates (group),
        .keys       (key),
        .index      (warp)
    );

    always @(posedge clock) begin
        if (reset) begin
            last_v <= 1'b0;
            last <= 0;
        end else if (group != 0) begin
            last_v <= 1'b1;
            last <= warp;
        end
    end

    // The favourite has key 0; all others are behind it, in order of age.
    always @* begin
        favourite = 0;
        if (mp) begin
            if (memory) begin
                favourite = owner;
            end
        end else if (last_v) begin
            favourite = ONE << last;
        end
    end

    assign unused = age_rank != 0;

    always @* begin : compute_rank
        integer i;
        i = 0;
        rank = 0;
        key = 0;
        if (group != 0) begin
            for (i = 0; i < WARPS; i = i + 1) begin
                rank = age_rank[(i * RANK_STEP) +: RANK];
                if (group[i] && !favourite[i]) begin
                    key[(i * KEY) +: KEY] = BEHIND[KEY-1:0] | {{(KEY - RANK){1'b0}}, rank};
                end
            end
        end
    end

endmodule

`default_nettype wire
