// SPDX-License-Identifier: Apache-2.0
// apogee_victim: part of apogee, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The entry that a new one replaces (decision P13): a free one, else one with the lowest
// confidence; of equal ones the lowest.
// It is found two cycles ahead: in the first cycle the least entry of each four, in the second the
// least of those. An entry that is written at the end of the first cycle is seen as it is
// afterwards.
module apogee_victim #(
    parameter ENTRIES = 64,
    parameter CONF = 8,
    // What follows from these; not to be set.
    parameter ENTRY = ($clog2(ENTRIES) > 1 ? $clog2(ENTRIES) : 1),
    parameter KEY = CONF + 1,
    parameter LEAVES = 1 << ENTRY,
    parameter FOURS = LEAVES / 4,
    parameter TOP_LEAVES = (4 > (1 << (2 * ((ENTRY - 1) / 2))) ? 4 : 1 << (2 * ((ENTRY - 1) / 2))),
    parameter MEETINGS = TOP_LEAVES / 3
) (
    input  wire                        clock,              // SM clock.
    input  wire                        look,               // The first cycle of a search.
    input  wire                        choose,             // The second.
    input  wire [ENTRIES-1:0]          valid,              // Entries in use.
    input  wire [(ENTRIES * CONF)-1:0] confidence,         // Their confidence.
    // An entry may be written in the first cycle.
    input  wire                        changes,
    input  wire [ENTRY-1:0]            changed,            // Which one.
    input  wire [CONF-1:0]             changed_confidence, // Its confidence then.
    output reg  [ENTRY-1:0]            victim,             // The victim of the last search.
    output reg                         in_use              // It is in use.
);

    localparam ROOT = MEETINGS - 1;
    localparam USED = 1 << CONF;
    localparam [KEY-1:0] NONE = {KEY{1'b1}};

    reg  [CONF-1:0]                 confident;
    wire [KEY-1:0]                  changed_key;
    // Confidence of each entry, above that whether it is in use.
    reg  [(LEAVES * KEY)-1:0]       key;
    reg  [(LEAVES * ENTRY)-1:0]     member;
    reg                             unused;                // Only the last one of all is the least.
    reg  [(FOURS * KEY)-1:0]        four_key;              // The least entry of each four.
    reg  [(FOURS * ENTRY)-1:0]      four_member;
    wire [(FOURS * KEY)-1:0]        of_four_least_keys;
    wire [(FOURS * ENTRY)-1:0]      of_four_least_members;
    reg  [(TOP_LEAVES * KEY)-1:0]   of_all_keys;
    reg  [(TOP_LEAVES * ENTRY)-1:0] of_all_members;
    wire [(MEETINGS * KEY)-1:0]     of_all_least_keys;
    wire [(MEETINGS * ENTRY)-1:0]   of_all_least_members;

    apogee_fours #(.LEAVES(LEAVES), .MEETINGS(FOURS), .ENTRY(ENTRY), .KEY(KEY)) of_four (
        .enable        (look),
        .keys          (key),
        .members       (member),
        .least_keys    (of_four_least_keys),
        .least_members (of_four_least_members)
    );

    apogee_fours #(.LEAVES(TOP_LEAVES), .MEETINGS(MEETINGS), .ENTRY(ENTRY), .KEY(KEY)) of_all (
        .enable        (choose),
        .keys          (of_all_keys),
        .members       (of_all_members),
        .least_keys    (of_all_least_keys),
        .least_members (of_all_least_members)
    );

    // Places behind the last entry are never the least.
    assign changed_key = {{(KEY - CONF){1'b0}}, changed_confidence} | USED[KEY-1:0];

    always @* begin : compute_confident
        integer i;
        confident = 0;
        for (i = 0; i < LEAVES; i = i + 1)
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
                if (changes && (changed == i[ENTRY-1:0])) begin
                    key[(i * KEY) +: KEY] = changed_key;
                end
            end
        end
    end

    always @(posedge clock) begin
        if (look) begin
            four_key <= of_four_least_keys;
            four_member <= of_four_least_members;
        end
    end

    // A cycle later.
    always @* begin : compute_of_all_keys
        integer i;
        for (i = 0; i < TOP_LEAVES; i = i + 1)
            of_all_keys[(i * KEY) +: KEY] = NONE;
        for (i = 0; i < TOP_LEAVES; i = i + 1)
            of_all_members[(i * ENTRY) +: ENTRY] = 0;
        if (choose) begin
            of_all_keys[(FOURS * KEY)-1:0] = four_key;
            of_all_members[(FOURS * ENTRY)-1:0] = four_member;
        end
    end

    always @(posedge clock) begin
        if (choose) begin
            victim <= of_all_least_members[(ROOT * ENTRY) +: ENTRY];
            in_use <= of_all_least_keys[(ROOT * KEY) + CONF];
        end
    end

    always @* begin : compute_unused
        integer k;
        unused = 1'b0;
        for (k = 0; k < MEETINGS; k = k + 1)
            unused = unused
                || (of_all_least_keys[(k * KEY) +: KEY] != 0)
                || (of_all_least_members[(k * ENTRY) +: ENTRY] != 0);
    end

endmodule

`default_nettype wire
