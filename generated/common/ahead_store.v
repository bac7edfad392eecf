// SPDX-License-Identifier: Apache-2.0
// ahead_store: part of mask, mosaic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// A set-associative store with true LRU that looks up a cycle ahead, such as a TLB with pages that
// are known before their turn; with one set it is content-addressed. Who asks keeps what is found
// for the next cycle, in which lanes take effect in their order. Lane 0 may fill the set at hand,
// with a page that is not here: into the lowest free way, else over the least recently used.
module ahead_store #(
    parameter LANES = 3,
    parameter ASKED = 4,
    parameter SETS = 32,
    parameter WAYS = 16,
    parameter KEY = 40,
    parameter FRAME = 32,
    // What follows from these; not to be set.
    parameter SET = ($clog2(SETS) > 1 ? $clog2(SETS) : 1),
    parameter WAY = ($clog2(WAYS) > 1 ? $clog2(WAYS) : 1),
    parameter ORDER = WAYS * WAYS,
    parameter TOUCHES = LANES * WAYS,
    parameter FOUND = ASKED * WAYS,
    parameter LANE_SETS = LANES * SET,
    parameter FRAMES = LANES * FRAME,
    parameter ASKED_SETS = ASKED * SET,
    parameter ASKED_KEYS = ASKED * KEY
) (
    input  wire                  clock,        // Clock.
    input  wire                  reset,        // Synchronous reset, active high.
    input  wire [ASKED-1:0]      asked,        // Pages that are asked for, and set and key of each.
    input  wire [ASKED_SETS-1:0] asked_sets,
    input  wire [ASKED_KEYS-1:0] asked_keys,
    // For each of them the ways that hold it in the next cycle: one at most.
    output wire [FOUND-1:0]      next_hits,
    // Lanes that look for their page, or fill it; the set of each, and the ways that hold its page
    // as the cycle begins.
    input  wire [LANES-1:0]      looks,
    input  wire [LANE_SETS-1:0]  sets,
    input  wire [TOUCHES-1:0]    hits,
    // Lanes that find their page, and their frames; of other lanes without meaning.
    output wire [LANES-1:0]      found,
    output reg  [FRAMES-1:0]     frames,
    // Fill a page of this set, and its frame; lanes with this page, lane 0 among them.
    input  wire                  fill,
    input  wire [SET-1:0]        this_set,
    input  wire [SETS-1:0]       this_set_bit, // That set as one bit of a word.
    input  wire [KEY-1:0]        key,
    input  wire [FRAME-1:0]      frame,
    input  wire [LANES-1:0]      with_fill,
    // Invalidate what a set has of pages whose key is this one in the bits of the mask. Lanes of
    // the next cycle do not look, and nothing is filled.
    input  wire                  clear,
    input  wire [SET-1:0]        clear_set,
    input  wire [KEY-1:0]        clear_key,
    input  wire [KEY-1:0]        clear_mask
);

    localparam [WAYS-1:0] FIRST_WAY = 1;

    reg  [ASKED-1:0]           in_set;
    reg  [ASKED-1:0]           with_key;
    reg  [ASKED-1:0]           row;
    reg  [FOUND-1:0]           next_found;
    reg  [LANES-1:0]           hits_here;
    reg  [FRAMES-1:0]          held;
    // Ways that are in use after this cycle in the set at hand, and sets whose ways all are as it
    // begins.
    reg  [WAYS-1:0]            in_use;
    reg  [WAYS-1:0]            taken;
    wire                       unused;        // Which way is free is not needed as a number.
    reg  [WAYS-1:0]            victim;
    reg  [SET-1:0]             one_set;       // The set of a lane.
    reg  [WAYS-1:0]            ways;
    reg  [WAYS-1:0]            row_bits;
    // A lane's entry is the one that the fill goes over; a lane finds its page.
    reg                        evicted;
    reg                        here;
    reg  [LANES-1:0]           touching;
    // What each lane sets and clears in the order of its set.
    reg  [(LANES * ORDER)-1:0] sets_bits;
    reg  [(LANES * ORDER)-1:0] clears_bits;
    wire [(WAYS * ASKED)-1:0]  way_next_hits;
    reg  [(WAYS * LANES)-1:0]  way_hits;
    wire [(WAYS * FRAMES)-1:0] way_frames;
    wire [(WAYS * SETS)-1:0]   way_filled;
    wire [WAYS-1:0]            way_stays;
    // The order of use in each set, as a triangular matrix: bit j of row i, i < j, says that way j
    // was used after way i.
    reg  [(SETS * ORDER)-1:0]  order;
    // The way of each set that the next fill takes: the lowest that is free, else the one that was
    // used before all others. Bit 0 is inverted, as all are free after reset.
    reg  [(SETS * WAYS)-1:0]   next_way;
    wire [WAYS-1:0]            lowest_first;
    wire [WAY-1:0]             lowest_index;

    genvar g;

    for (g = 0; g < WAYS; g = g + 1) begin : each_way
        ahead_way #(.LANES(LANES), .ASKED(ASKED), .SETS(SETS), .KEY(KEY), .FRAME(FRAME)) way (
            .clock      (clock),
            .reset      (reset),
            .asked      (asked),
            .asked_sets (asked_sets),
            .asked_keys (asked_keys),
            .in_set     (in_set),
            .with_key   (with_key),
            .next_hits  (way_next_hits[(g * ASKED) +: ASKED]),
            .hits       (way_hits[(g * LANES) +: LANES]),
            .sets       (sets),
            .frames     (way_frames[(g * FRAMES) +: FRAMES]),
            .filled     (way_filled[(g * SETS) +: SETS]),
            .this_set   (this_set),
            .write      (victim[g]),
            .key        (key),
            .frame      (frame),
            .clear      (clear),
            .clear_set  (clear_set),
            .clear_key  (clear_key),
            .clear_mask (clear_mask),
            .stays      (way_stays[g])
        );
    end

    first_set #(.N(WAYS)) lowest (
        .requests (~in_use),
        .first    (lowest_first),
        .index    (lowest_index)
    );

    // What is asked for.
    always @* begin : compute_in_set
        integer a;
        in_set = 0;
        with_key = 0;
        for (a = 0; a < ASKED; a = a + 1) begin
            if (asked[a] && (asked_sets[(a * SET) +: SET] == this_set)) begin
                in_set[a] = 1'b1;
                if (asked_keys[(a * KEY) +: KEY] == key) begin
                    with_key[a] = 1'b1;
                end
            end
        end
    end

    always @* begin : compute_hits_here
        integer lane;
        integer w;
        hits_here = 0;
        for (w = 0; w < WAYS; w = w + 1) begin
            hits_here = 0;
            for (lane = 0; lane < LANES; lane = lane + 1)
                hits_here[lane] = hits[(lane * WAYS) + w];
            way_hits[(w * LANES) +: LANES] = hits_here;
        end
    end

    always @* begin : compute_row
        integer a;
        integer w;
        next_found = 0;
        row = 0;
        for (w = 0; w < WAYS; w = w + 1) begin
            row = way_next_hits[(w * ASKED) +: ASKED];
            for (a = 0; a < ASKED; a = a + 1)
                next_found[(a * WAYS) + w] = row[a];
        end
    end

    assign next_hits = next_found;

    always @* begin : compute_held
        integer w;
        held = 0;
        for (w = 0; w < WAYS; w = w + 1)
            held = held | way_frames[(w * FRAMES) +: FRAMES];
    end

    // The way that a fill takes.
    always @* begin : compute_taken
        integer i;
        taken = 0;
        for (i = 0; i < SETS; i = i + 1) begin
            if (this_set_bit[i]) begin
                taken = taken | (next_way[(i * WAYS) +: WAYS] ^ FIRST_WAY);
            end
        end
    end

    always @* begin
        victim = 0;
        if (fill) begin
            victim = taken;
        end
    end

    always @* begin : compute_in_use
        integer w;
        in_use = 0;
        for (w = 0; w < WAYS; w = w + 1)
            in_use[w] = victim[w] || way_stays[w];
    end

    always @(posedge clock) begin : update_order
        integer i;
        integer lane;
        integer w;
        reg [SETS-1:0] full;
        reg [SET-1:0] set_at_hand;
        reg [ORDER-1:0] next_order;
        reg [WAYS-1:0] later_ways;
        reg [WAYS-1:0] earlier_ways;
        reg [WAYS-1:0] used_after;
        reg [WAYS-1:0] next_oldest;
        reg set_touched;
        if (reset) begin
            order <= 0;
            next_way <= 0;
        end else begin
            full = 0;
            full = ~full;
            for (w = 0; w < WAYS; w = w + 1)
                full = full & way_filled[(w * SETS) +: SETS];
            // A way that is touched was used after all others, and none after it; lanes in their
            // order.
            // The next fill takes a free way, else the one that no other was used before.
            next_order = 0;
            later_ways = 0;
            earlier_ways = 0;
            used_after = 0;
            next_oldest = 0;
            set_touched = 1'b0;
            if (touching != 0) begin
                for (i = 0; i < SETS; i = i + 1) begin
                    next_order = order[(i * ORDER) +: ORDER];
                    set_touched = 1'b0;
                    for (lane = 0; lane < LANES; lane = lane + 1) begin
                        if (touching[lane] && (sets[(lane * SET) +: SET] == i[SET-1:0])) begin
                            next_order = (next_order | sets_bits[(lane * ORDER) +: ORDER])
                                & ~clears_bits[(lane * ORDER) +: ORDER];
                            set_touched = 1'b1;
                        end
                    end
                    if (set_touched) begin
                        used_after = 0;
                        next_oldest = 0;
                        for (w = 0; w < WAYS; w = w + 1) begin
                            later_ways = next_order[(w * WAYS) +: WAYS];
                            earlier_ways = ~later_ways & ({WAYS{1'b1}} << (w + 1));
                            next_oldest[w] = earlier_ways == 0;
                            used_after = used_after | later_ways;
                        end
                        order[(i * ORDER) +: ORDER] <= next_order;
                        if (full[i] || (fill && this_set_bit[i])) begin
                            next_way[(i * WAYS) +: WAYS] <= (next_oldest & ~used_after) ^ FIRST_WAY;
                        end
                    end
                end
            end
            set_at_hand = this_set;
            if (clear) begin
                set_at_hand = clear_set;
            end
            if ((fill || clear) && !(&in_use)) begin
                next_way[(set_at_hand * WAYS) +: WAYS] <= lowest_first ^ FIRST_WAY;
            end
        end
    end

    assign unused = lowest_index != 0;

    // What each lane finds after the fill.
    always @* begin : compute_frames
        integer lane;
        integer w;
        w = 0;
        one_set = 0;
        ways = 0;
        row_bits = 0;
        evicted = 1'b0;
        here = 1'b0;
        touching = 0;
        frames = held;
        sets_bits = 0;
        clears_bits = 0;
        for (lane = 0; lane < LANES; lane = lane + 1) begin
            one_set = sets[(lane * SET) +: SET];
            ways = hits[(lane * WAYS) +: WAYS];
            evicted = fill && (one_set == this_set) && ((ways & taken) != {WAYS{1'b0}});
            here = (ways != 0) && !evicted;
            if (fill && with_fill[lane]) begin
                ways = taken;
                here = 1'b1;
                frames = frames | ({{(FRAMES - FRAME){1'b0}}, frame} << (lane * FRAME));
            end
            if (looks[lane] && here) begin
                touching[lane] = 1'b1;
                for (w = 0; w < WAYS; w = w + 1) begin
                    row_bits = ways & ({WAYS{1'b1}} << (w + 1));
                    sets_bits[(lane * ORDER) +: ORDER] = sets_bits[(lane * ORDER) +: ORDER]
                        | ({{(ORDER - WAYS){1'b0}}, row_bits} << (w * WAYS));
                    if (ways[w]) begin
                        row_bits = {WAYS{1'b1}} << (w + 1);
                        clears_bits[(lane * ORDER) +: ORDER] = clears_bits[(lane * ORDER) +: ORDER]
                            | ({{(ORDER - WAYS){1'b0}}, row_bits} << (w * WAYS));
                    end
                end
            end
        end
    end

    assign found = touching;

endmodule

`default_nettype wire
