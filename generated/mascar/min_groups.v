// SPDX-License-Identifier: Apache-2.0
// min_groups: part of mascar, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The candidate with the smallest key, found in two steps of `min_pairs`: in groups of about the
// root of all members, then among the groups' smallest. Nearly as shallow as comparing every two of
// all, with far fewer comparators. Equal keys and the range of keys as there.
module min_groups #(
    parameter N = 24,
    parameter W = 7,
    // What follows from these; not to be set.
    parameter KEYS = N * W,
    parameter SIZE = 1 << ((($clog2(N) > 1 ? $clog2(N) : 1) + 1) / 2),
    parameter GROUPS = (N + SIZE - 1) / SIZE,
    parameter SLOTS = GROUPS * SIZE,
    parameter SLOT_KEYS = SLOTS * W,
    parameter GROUP_KEYS = SIZE * W,
    parameter TOP_KEYS = GROUPS * W
) (
    input  wire [N-1:0]    candidates, // Members that take part.
    input  wire [KEYS-1:0] keys,       // Key of each member, the first lowest.
    output wire [N-1:0]    pick        // The chosen member, one-hot; zero without candidates.
);


    wire [SLOTS-1:0]           slots;      // The same of as many members as the groups have places.
    wire [SLOT_KEYS-1:0]       slot_keys;
    reg  [SIZE-1:0]            members;
    reg  [GROUPS-1:0]          some;       // Groups with a candidate.
    wire [(GROUPS * SIZE)-1:0] chosen;     // The chosen one of each group, and its key.
    reg  [(GROUPS * W)-1:0]    key;
    reg  [TOP_KEYS-1:0]        top_keys;
    reg  [SLOTS-1:0]           picked;
    // The groups may have more places than there are members.
    wire                       unused;
    wire [(GROUPS * SIZE)-1:0] group_pick;
    wire [GROUPS-1:0]          first_pick;

    genvar g;

    for (g = 0; g < GROUPS; g = g + 1) begin : each_group
        min_pairs #(.N(SIZE), .W(W)) group (
            .candidates (slots[(g * SIZE) +: SIZE]),
            .keys       (slot_keys[(g * GROUP_KEYS) +: GROUP_KEYS]),
            .pick       (group_pick[(g * SIZE) +: SIZE])
        );
    end

    min_pairs #(.N(GROUPS), .W(W)) first (
        .candidates (some),
        .keys       (top_keys),
        .pick       (first_pick)
    );

    assign slots = {{(SLOTS - N){1'b0}}, candidates};
    assign slot_keys = {{(SLOT_KEYS - KEYS){1'b0}}, keys};

    always @* begin : compute_members
        integer i;
        some = 0;
        members = 0;
        for (i = 0; i < GROUPS; i = i + 1) begin
            members = slots[(i * SIZE) +: SIZE];
            some[i] = members != 0;
        end
    end

    assign chosen = group_pick;

    always @* begin : compute_key
        integer i;
        integer k;
        key = 0;
        for (i = 0; i < GROUPS; i = i + 1) begin
            for (k = 0; k < SIZE; k = k + 1) begin
                if (chosen[(i * SIZE) + k]) begin
                    key[(i * W) +: W] = key[(i * W) +: W]
                        | slot_keys[((i * GROUP_KEYS) + (k * W)) +: W];
                end
            end
        end
    end

    always @* begin : compute_top_keys
        integer i;
        top_keys = 0;
        for (i = 0; i < GROUPS; i = i + 1)
            top_keys[(i * W) +: W] = key[(i * W) +: W];
    end

    // The chosen one of the chosen group.
    always @* begin : compute_picked
        integer i;
        picked = 0;
        for (i = 0; i < GROUPS; i = i + 1) begin
            if (first_pick[i]) begin
                picked[(i * SIZE) +: SIZE] = chosen[(i * SIZE) +: SIZE];
            end
        end
    end

    assign unused = picked != 0;
    assign pick = picked[N-1:0];

endmodule

`default_nettype wire
