// SPDX-License-Identifier: Apache-2.0
// lru_way: part of mosaic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// One way of a set-associative store: of each set the key, which is what a page has above the
// number of the set, and the frame. All lanes look up at once; lane 0's page may be written, or its
// set invalidated.
module lru_way #(
    parameter LANES = 3,
    parameter SETS = 32,
    parameter KEY = 40,
    parameter FRAME = 32,
    // What follows from these; not to be set.
    parameter SET = ($clog2(SETS) > 1 ? $clog2(SETS) : 1),
    parameter PAGE = SET + KEY,
    parameter PAGES = LANES * PAGE,
    parameter FRAMES = LANES * FRAME
) (
    input  wire              clock,      // Clock.
    input  wire              reset,      // Synchronous reset, active high.
    input  wire [PAGES-1:0]  pages,      // The page of each lane.
    input  wire [LANES-1:0]  looks,      // Lanes that look for their page.
    output reg  [LANES-1:0]  found,      // Lanes whose page is here.
    output reg  [FRAMES-1:0] frames,     // Its frame; 0 for the other lanes.
    output wire              in_use,     // The set of lane 0 has an entry here.
    input  wire              write,      // Write the page of lane 0.
    input  wire [FRAME-1:0]  frame,      // Its frame.
    // Invalidate the set of lane 0 if the page of its entry is this one in the bits of the mask.
    input  wire              clear,
    input  wire [PAGE-1:0]   clear_page,
    input  wire [PAGE-1:0]   clear_mask
);

    localparam [SETS-1:0] ONE = 1;

    reg  [PAGE-1:0]           page;
    reg  [SET-1:0]            set;
    wire [SET-1:0]            first;
    reg  [KEY-1:0]            key;
    wire [PAGE-1:0]           first_page; // The page of the entry of that set.
    reg  [SETS-1:0]           valid;
    reg  [(SETS * KEY)-1:0]   keys;
    reg  [(SETS * FRAME)-1:0] held;

    always @* begin : compute_found
        integer lane;
        found = 0;
        frames = 0;
        page = 0;
        set = 0;
        key = 0;
        for (lane = 0; lane < LANES; lane = lane + 1) begin
            page = pages[(lane * PAGE) +: PAGE];
            set = page[SET-1:0];
            key = page[SET +: KEY];
            if (looks[lane] && valid[set] && (keys[(set * KEY) +: KEY] == key)) begin
                found[lane] = 1'b1;
                frames = frames
                    | ({{(FRAMES - FRAME){1'b0}}, held[(set * FRAME) +: FRAME]} << (lane * FRAME));
            end
        end
    end

    // Lane 0.
    assign first = pages[SET-1:0];
    assign first_page = {keys[(first * KEY) +: KEY], first};
    assign in_use = valid[first];

    always @(posedge clock) begin
        if (reset) begin
            valid <= 0;
        end else begin
            if (write) begin
                valid <= valid | (ONE << first);
            end
            if (clear && (((first_page ^ clear_page) & clear_mask) == {PAGE{1'b0}})) begin
                valid <= valid & ~(ONE << first);
            end
        end
    end

    always @(posedge clock) begin : update_keys
        integer i;
        for (i = 0; i < SETS; i = i + 1) begin
            if (write && (first == i[SET-1:0])) begin
                keys[(i * KEY) +: KEY] <= pages[SET +: KEY];
                held[(i * FRAME) +: FRAME] <= frame;
            end
        end
    end

endmodule

`default_nettype wire
