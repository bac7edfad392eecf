// SPDX-License-Identifier: Apache-2.0
// mascar_picker: part of mascar, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The warp that one of Mascar's schedulers issues from the group that it may issue from
// (specification section 2.3).
// EP: the warp issued last, then the oldest. MP: the owner first in the memory group, then the
// oldest.
// It knows its `WARPS` warps by their place among its own. `KEY` is an age rank with one bit above
// it.
module mascar_picker #(
    parameter WARPS = 24,
    parameter KEY = 7,
    // What follows from these; not to be set.
    parameter INDEX = ($clog2(WARPS) > 1 ? $clog2(WARPS) : 1),
    parameter KEYS = WARPS * KEY
) (
    input  wire             clock, // SM clock.
    input  wire             reset, // Synchronous reset, active high.
    input  wire             mp,    // Memory access priority mode.
    // Warps of the group: of those at a memory instruction, or of the others. One of them is issued
    // in this cycle.
    input  wire [WARPS-1:0] group,
    // The owner if it is among these warps and at a memory instruction, one-hot.
    input  wire [WARPS-1:0] owner,
    input  wire [KEYS-1:0]  keys,  // Age rank of each of these warps, 0 oldest, with a 0 above it.
    // The warp picked from the group, one-hot; zero if that is empty.
    output wire [WARPS-1:0] pick,
    output wire [INDEX-1:0] warp   // Its number.
);

    localparam [WARPS-1:0] ONE = 1;

    reg  [WARPS-1:0] favourite;
    wire [WARPS-1:0] preferred;         // It is in the group.
    reg  [WARPS-1:0] picked;
    reg  [INDEX-1:0] index;
    reg              last_v;            // Some warp has been issued.
    reg  [INDEX-1:0] last;              // The warp issued last.
    wire [WARPS-1:0] oldest_candidates;
    wire [WARPS-1:0] oldest_pick;

    min_groups #(.N(WARPS), .W(KEY)) oldest (
        .candidates (oldest_candidates),
        .keys       (keys),
        .pick       (oldest_pick)
    );

    // What the ranks say of each other does not wait for the group.
    assign oldest_candidates = group;

    // The favourite before all others.
    always @* begin
        favourite = 0;
        if (mp) begin
            favourite = owner;
        end else if (last_v) begin
            favourite = ONE << last;
        end
    end

    assign preferred = group & favourite;

    always @* begin
        picked = oldest_pick;
        if (preferred != 0) begin
            picked = preferred;
        end
    end

    always @* begin : compute_index
        integer i;
        index = 0;
        for (i = 0; i < WARPS; i = i + 1) begin
            if (picked[i]) begin
                index = index | i[INDEX-1:0];
            end
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            last_v <= 1'b0;
            last <= 0;
        end else if (group != 0) begin
            last_v <= 1'b1;
            last <= index;
        end
    end

    assign pick = picked;
    assign warp = index;

endmodule

`default_nettype wire
