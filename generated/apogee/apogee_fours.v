// SPDX-License-Identifier: Apache-2.0
// apogee_fours: part of apogee, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The least entry of each four, of equal ones the first; then that of each four of these, and so on
// for `MEETINGS` fours. The pairs of a four are compared side by side, so it takes the time of one
// comparison.
module apogee_fours #(
    parameter LEAVES = 64,
    parameter MEETINGS = 16,
    parameter ENTRY = 6,
    parameter KEY = 9,
    // What follows from these; not to be set.
    parameter NODES = LEAVES + MEETINGS
) (
    // There is something to compare; while it is low all is 0.
    input  wire                          enable,
    input  wire [(LEAVES * KEY)-1:0]     keys,          // The keys of the entries.
    input  wire [(LEAVES * ENTRY)-1:0]   members,       // The entries.
    output reg  [(MEETINGS * KEY)-1:0]   least_keys,    // Key of the least one of each four.
    output reg  [(MEETINGS * ENTRY)-1:0] least_members  // That entry.
);


    reg  [(NODES * KEY)-1:0]   key;          // The entries, then the least one of each four.
    reg  [(NODES * ENTRY)-1:0] member;
    // The later one of a pair is less: 1 of 0, 2 of 0 and so on.
    reg                        less_1_0;
    reg                        less_2_0;
    reg                        less_3_0;
    reg                        less_2_1;
    reg                        less_3_1;
    reg                        less_3_2;
    reg  [KEY-1:0]             least_key;
    reg  [ENTRY-1:0]           least_member;

    always @* begin : compute_key
        integer k;
        k = 0;
        key = 0;
        member = 0;
        less_1_0 = 1'b0;
        less_2_0 = 1'b0;
        less_3_0 = 1'b0;
        less_2_1 = 1'b0;
        less_3_1 = 1'b0;
        less_3_2 = 1'b0;
        least_key = 0;
        least_member = 0;
        // The nodes 4k to 4k+3 meet in the node leaves + k. The least is less than all before it,
        // and none behind it is less.
        if (enable) begin
            key[(LEAVES * KEY)-1:0] = keys;
            member[(LEAVES * ENTRY)-1:0] = members;
            for (k = 0; k < MEETINGS; k = k + 1) begin
                less_1_0 = key[(((4 * k) + 1) * KEY) +: KEY] < key[((4 * k) * KEY) +: KEY];
                less_2_0 = key[(((4 * k) + 2) * KEY) +: KEY] < key[((4 * k) * KEY) +: KEY];
                less_3_0 = key[(((4 * k) + 3) * KEY) +: KEY] < key[((4 * k) * KEY) +: KEY];
                less_2_1 = key[(((4 * k) + 2) * KEY) +: KEY] < key[(((4 * k) + 1) * KEY) +: KEY];
                less_3_1 = key[(((4 * k) + 3) * KEY) +: KEY] < key[(((4 * k) + 1) * KEY) +: KEY];
                less_3_2 = key[(((4 * k) + 3) * KEY) +: KEY] < key[(((4 * k) + 2) * KEY) +: KEY];
                least_key = 0;
                least_member = 0;
                if (!less_1_0 && !less_2_0 && !less_3_0) begin
                    least_key = key[((4 * k) * KEY) +: KEY];
                    least_member = member[((4 * k) * ENTRY) +: ENTRY];
                end
                if (less_1_0 && !less_2_1 && !less_3_1) begin
                    least_key = least_key | key[(((4 * k) + 1) * KEY) +: KEY];
                    least_member = least_member | member[(((4 * k) + 1) * ENTRY) +: ENTRY];
                end
                if (less_2_0 && less_2_1 && !less_3_2) begin
                    least_key = least_key | key[(((4 * k) + 2) * KEY) +: KEY];
                    least_member = least_member | member[(((4 * k) + 2) * ENTRY) +: ENTRY];
                end
                if (less_3_0 && less_3_1 && less_3_2) begin
                    least_key = least_key | key[(((4 * k) + 3) * KEY) +: KEY];
                    least_member = least_member | member[(((4 * k) + 3) * ENTRY) +: ENTRY];
                end
                key[((k + LEAVES) * KEY) +: KEY] = least_key;
                member[((k + LEAVES) * ENTRY) +: ENTRY] = least_member;
            end
        end
    end

    always @* begin : compute_least_keys
        integer k;
        for (k = 0; k < MEETINGS; k = k + 1)
            least_keys[(k * KEY) +: KEY] = key[((k + LEAVES) * KEY) +: KEY];
    end

    always @* begin : compute_least_members
        integer k;
        for (k = 0; k < MEETINGS; k = k + 1)
            least_members[(k * ENTRY) +: ENTRY] = member[((k + LEAVES) * ENTRY) +: ENTRY];
    end

endmodule

`default_nettype wire
