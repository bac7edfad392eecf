// SPDX-License-Identifier: Apache-2.0
// lru_store: part of mosaic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// A set-associative store with true LRU, such as a TLB. Lanes take effect in their order; lane 0
// may fill, which those behind it see.
module lru_store #(
    parameter LANES = 3,
    parameter SETS = 32,
    parameter WAYS = 16,
    parameter KEY = 40,
    parameter FRAME = 32,
    // What follows from these; not to be set.
    parameter SET = ($clog2(SETS) > 1 ? $clog2(SETS) : 1),
    parameter WAY = ($clog2(WAYS) > 1 ? $clog2(WAYS) : 1),
    parameter AGES = WAYS * WAY,
    parameter PACKED = LANES * AGES,
    parameter TOUCHES = LANES * WAYS,
    parameter PAGE = SET + KEY,
    parameter PAGES = LANES * PAGE,
    parameter FRAMES = LANES * FRAME
) (
    input  wire              clock,      // Clock.
    input  wire              reset,      // Synchronous reset, active high.
    // The page of each lane: the number of the set, and above it the key.
    input  wire [PAGES-1:0]  pages,
    input  wire [LANES-1:0]  looks,      // Lanes that look for their page.
    output wire [LANES-1:0]  found,      // Those of them that find it.
    output wire [FRAMES-1:0] frames,     // Its frame; of other lanes without meaning.
    // Fill the page of lane 0, which looks, too; if it is here, that is only touched.
    input  wire              fill,
    input  wire [FRAME-1:0]  frame,      // Its frame.
    // Invalidate what the set of lane 0, which does not fill, has of pages that are this one in the
    // bits of the mask.
    input  wire              clear,
    input  wire [PAGE-1:0]   clear_page,
    input  wire [PAGE-1:0]   clear_mask
);

    localparam [SETS-1:0] ONE = 1;

    reg  [PAGE-1:0]            page;
    reg  [SET-1:0]             one_set;
    reg  [(LANES * SET)-1:0]   set;          // The set of each lane.
    reg  [PACKED-1:0]          words;
    reg  [LANES-1:0]           old_lanes;
    reg  [LANES-1:0]           mates;
    reg  [LANES-1:0]           twins;
    reg  [WAYS-1:0]            ways;
    reg  [WAYS-1:0]            row;
    reg  [TOUCHES-1:0]         hits;
    reg  [FRAMES-1:0]          held;
    // Sets that have been touched since reset; in the others ages are the ways' numbers, whatever
    // the memory holds.
    reg  [SETS-1:0]            used;
    reg  [(SETS * AGES)-1:0]   ages;
    wire [(WAYS * LANES)-1:0]  way_found;
    wire [(WAYS * FRAMES)-1:0] way_frames;
    wire [WAYS-1:0]            way_in_use;
    reg  [(LANES * LANES)-1:0] lanes_same;
    wire [WAYS-1:0]            lanes_victim;
    wire [(LANES * AGES)-1:0]  lanes_next;

    genvar g;

    for (g = 0; g < WAYS; g = g + 1) begin : each_way
        lru_way #(.LANES(LANES), .SETS(SETS), .KEY(KEY), .FRAME(FRAME)) way (
            .clock      (clock),
            .reset      (reset),
            .pages      (pages),
            .looks      (looks),
            .found      (way_found[(g * LANES) +: LANES]),
            .frames     (way_frames[(g * FRAMES) +: FRAMES]),
            .in_use     (way_in_use[g]),
            .write      (lanes_victim[g]),
            .frame      (frame),
            .clear      (clear),
            .clear_page (clear_page),
            .clear_mask (clear_mask)
        );
    end

    lru_lanes #(.LANES(LANES), .WAYS(WAYS), .FRAME(FRAME)) lanes (
        .looks         (looks),
        .hits          (hits),
        .held          (held),
        .same          (lanes_same),
        .page_of_first (twins),
        .in_use        (ways),
        .used          (old_lanes),
        .ages          (words),
        .fill          (fill),
        .frame         (frame),
        .victim        (lanes_victim),
        .found         (found),
        .frames        (frames),
        .next          (lanes_next)
    );

    always @* begin : compute_ways
        integer w;
        ways = 0;
        held = 0;
        for (w = 0; w < WAYS; w = w + 1) begin
            ways[w] = way_in_use[w];
            held = held | way_frames[(w * FRAMES) +: FRAMES];
        end
    end

    always @* begin : compute_page
        integer lane;
        integer other;
        integer w;
        page = 0;
        words = 0;
        old_lanes = 0;
        mates = 0;
        twins = 0;
        row = 0;
        hits = 0;
        one_set = 0;
        for (lane = 0; lane < LANES; lane = lane + 1) begin
            page = pages[(lane * PAGE) +: PAGE];
            one_set = page[SET-1:0];
            set[(lane * SET) +: SET] = one_set;
            old_lanes[lane] = used[one_set];
            if (looks[lane]) begin
                words = words
                    | ({{(PACKED - AGES){1'b0}}, ages[(one_set * AGES) +: AGES]} << (lane * AGES));
            end
            mates = 0;
            for (other = 0; other < LANES; other = other + 1)
                mates[other] = pages[(other * PAGE) +: SET] == one_set;
            lanes_same[(lane * LANES) +: LANES] = mates;
            twins[lane] = pages[PAGE-1:0] == page;
            row = 0;
            for (w = 0; w < WAYS; w = w + 1)
                row[w] = way_found[(w * LANES) + lane];
            hits = hits | ({{(TOUCHES - WAYS){1'b0}}, row} << (lane * WAYS));
        end
    end

    // A later lane of a set knows what an earlier one has done to the ages.
    always @(posedge clock) begin : update_used
        integer lane;
        reg [SETS-1:0] sets_used;
        if (reset) begin
            used <= 0;
        end else begin
            sets_used = used;
            for (lane = 0; lane < LANES; lane = lane + 1) begin
                if (found[lane]) begin
                    sets_used = sets_used | (ONE << set[(lane * SET) +: SET]);
                end
            end
            used <= sets_used;
        end
    end

    always @(posedge clock) begin : update_ages
        integer i;
        integer lane;
        for (i = 0; i < SETS; i = i + 1) begin
            for (lane = 0; lane < LANES; lane = lane + 1) begin
                if (found[lane] && (set[(lane * SET) +: SET] == i[SET-1:0])) begin
                    ages[(i * AGES) +: AGES] <= lanes_next[(lane * AGES) +: AGES];
                end
            end
        end
    end

endmodule

`default_nettype wire
