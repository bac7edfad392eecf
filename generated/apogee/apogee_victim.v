// SPDX-License-Identifier: Apache-2.0
// apogee_victim: part of apogee, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The entry that a new one replaces (decision P13): a free one, else one with the lowest
// confidence; of equal ones the lowest.
// A tree of comparators over two cycles: the least entry of each group, and then the least of
// those.
module apogee_victim #(
    parameter ENTRIES = 64,
    parameter CONF = 8,
    // What follows from these; not to be set.
    parameter ENTRY = ($clog2(ENTRIES) > 1 ? $clog2(ENTRIES) : 1),
    parameter KEY = CONF + 1,
    parameter GROUPS = 1 << (ENTRY / 2),
    parameter LEAVES = 1 << ENTRY,
    parameter MERGES = LEAVES - GROUPS,
    parameter NODES = LEAVES + MERGES,
    parameter TOP_NODES = (2 * GROUPS) - 1
) (
    input  wire                        clock,      // SM clock.
    input  wire                        look,       // A victim may be needed in the next cycle.
    input  wire [ENTRIES-1:0]          valid,      // Entries in use.
    input  wire [(ENTRIES * CONF)-1:0] confidence, // Their confidence.
    // The victim, of the entries as they were in the cycle before.
    output wire [ENTRY-1:0]            victim,
    output wire                        in_use      // It is in use.
);

    // The least nodes of the groups are the last ones, and the least of all is the last.
    localparam FIRST_GROUP = NODES - GROUPS;
    localparam ROOT = TOP_NODES - 1;
    localparam USED = 1 << CONF;
    localparam [KEY-1:0] NONE = {KEY{1'b1}};

    reg  [(TOP_NODES * KEY)-1:0]   top_key;
    reg  [(TOP_NODES * ENTRY)-1:0] top_member;
    reg  [(GROUPS * KEY)-1:0]      group_key;    // Those of the groups.
    reg  [(GROUPS * ENTRY)-1:0]    group_member;

    // Places behind the last entry are never the least.
    always @(posedge clock) begin : update_group_key
        integer i;
        integer k;
        reg [(NODES * KEY)-1:0] key;
        reg [CONF-1:0] confident;
        reg [(NODES * ENTRY)-1:0] member;
        confident = 0;
        for (i = 0; i < NODES; i = i + 1)
            key[(i * KEY) +: KEY] = NONE;
        member = 0;
        if (look) begin
            for (i = 0; i < ENTRIES; i = i + 1) begin
                confident = confidence[(i * CONF) +: CONF];
                key[(i * KEY) +: KEY] = 0;
                member[(i * ENTRY) +: ENTRY] = i[ENTRY-1:0];
                if (valid[i]) begin
                    key[(i * KEY) +: KEY] = {{(KEY - CONF){1'b0}}, confident} | USED[KEY-1:0];
                end
            end
            // The nodes 2k and 2k+1 meet in the node leaves + k.
            for (k = 0; k < MERGES; k = k + 1) begin
                key[((k + LEAVES) * KEY) +: KEY] = key[((2 * k) * KEY) +: KEY];
                member[((k + LEAVES) * ENTRY) +: ENTRY] = member[((2 * k) * ENTRY) +: ENTRY];
                if (key[(((2 * k) + 1) * KEY) +: KEY] < key[((2 * k) * KEY) +: KEY]) begin
                    key[((k + LEAVES) * KEY) +: KEY] = key[(((2 * k) + 1) * KEY) +: KEY];
                    member[((k + LEAVES) * ENTRY) +: ENTRY] =
                        member[(((2 * k) + 1) * ENTRY) +: ENTRY];
                end
            end
            for (i = 0; i < GROUPS; i = i + 1) begin
                group_key[(i * KEY) +: KEY] <= key[((i + FIRST_GROUP) * KEY) +: KEY];
                group_member[(i * ENTRY) +: ENTRY] <= member[((i + FIRST_GROUP) * ENTRY) +: ENTRY];
            end
        end
    end

    // A cycle later.
    always @* begin : compute_top_key
        integer i;
        integer k;
        for (i = 0; i < TOP_NODES; i = i + 1)
            top_key[(i * KEY) +: KEY] = NONE;
        top_member = 0;
        for (i = 0; i < GROUPS; i = i + 1) begin
            top_key[(i * KEY) +: KEY] = group_key[(i * KEY) +: KEY];
            top_member[(i * ENTRY) +: ENTRY] = group_member[(i * ENTRY) +: ENTRY];
        end
        for (k = 0; k < GROUPS - 1; k = k + 1) begin
            top_key[((k + GROUPS) * KEY) +: KEY] = top_key[((2 * k) * KEY) +: KEY];
            top_member[((k + GROUPS) * ENTRY) +: ENTRY] = top_member[((2 * k) * ENTRY) +: ENTRY];
            if (top_key[(((2 * k) + 1) * KEY) +: KEY] < top_key[((2 * k) * KEY) +: KEY]) begin
                top_key[((k + GROUPS) * KEY) +: KEY] = top_key[(((2 * k) + 1) * KEY) +: KEY];
                top_member[((k + GROUPS) * ENTRY) +: ENTRY] =
                    top_member[(((2 * k) + 1) * ENTRY) +: ENTRY];
            end
        end
    end

    assign victim = top_member[(ROOT * ENTRY) +: ENTRY];
    assign in_use = top_key[(ROOT * KEY) + CONF];

endmodule

`default_nettype wire
