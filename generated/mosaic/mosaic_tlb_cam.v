// SPDX-License-Identifier: Apache-2.0
// mosaic_tlb_cam: part of mosaic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Translations in a content-addressed store with true LRU (specification sections 2.6 and 3). In a
// cycle a fill takes the lowest free entry, else the least recently used one; if its page is here
// already, that is only touched. Lookups of the cycle see what the fill has done, and take effect
// in their order; a clear comes behind them.
module mosaic_tlb_cam #(
    parameter LOOKS = 1,
    parameter WAYS = 128,
    parameter PAGE = 36,
    parameter FRAME = 32,
    // What follows from these; not to be set.
    parameter TOUCHES = LOOKS + 1,
    parameter WAY = ($clog2(WAYS) > 1 ? $clog2(WAYS) : 1)
) (
    input  wire                       clock,      // Clock.
    input  wire                       reset,      // Synchronous reset, active high.
    input  wire                       fill,       // Fill a page with a frame.
    input  wire [PAGE-1:0]            fill_page,
    input  wire [FRAME-1:0]           fill_frame,
    input  wire [LOOKS-1:0]           look,       // Lookups, and the page of each.
    input  wire [(LOOKS * PAGE)-1:0]  look_page,
    output wire [LOOKS-1:0]           found,      // Those that find it, and its frame; 0 without.
    output wire [(LOOKS * FRAME)-1:0] frame,
    // Invalidate the entries whose page is this one in the bits of the mask. What is filled in the
    // cycle is none of them.
    input  wire                       clear,
    input  wire [PAGE-1:0]            clear_page,
    input  wire [PAGE-1:0]            clear_mask
);

    localparam OLDEST = WAYS - 1;

    // Which entry is free is not needed as a number.
    wire                            unused;
    reg  [WAYS-1:0]                 present;         // The page to be filled is here.
    wire                            writes;
    reg  [WAYS-1:0]                 victim;
    reg  [WAYS-1:0]                 recent;          // What the last cycle has used.
    // Who the oldest may be: of the highest ages, each if it was not used in the last cycle; which
    // of them it is, and whether it is one.
    reg  [((LOOKS + 2) * WAYS)-1:0] old;
    reg  [(LOOKS + 2)-1:0]          is_old;
    reg                             settled;
    reg  [WAY-1:0]                  one_age;
    reg  [WAYS-1:0]                 one_old;
    // If not, all were used in the last cycle: the one whose last use was before those of the
    // others.
    reg  [(TOUCHES * WAYS)-1:0]     lately;
    reg  [WAYS-1:0]                 lately_first;
    // A lookup's entry, in which the fill writes; its page is filled; it finds its page.
    reg  [WAYS-1:0]                 hit;
    reg                             evicted;
    reg                             filled;
    reg                             here;
    reg  [FRAME-1:0]                found_frame;
    reg  [LOOKS-1:0]                finds;
    // What the fill uses, and what each lookup does.
    reg  [(TOUCHES * WAYS)-1:0]     uses;
    reg  [(LOOKS * FRAME)-1:0]      frames;
    // The age of what was used, without the last cycle, and with all of it.
    reg  [(TOUCHES * WAY)-1:0]      own;
    reg  [(TOUCHES * WAY)-1:0]      place;
    reg  [TOUCHES-1:0]              sooner;          // Those before one of them.
    reg  [WAYS-1:0]                 both;            // The entry that two of them use.
    // Those that are the first, and the last, to use their entry.
    reg  [TOUCHES-1:0]              first;
    reg  [TOUCHES-1:0]              last;
    reg  [(WAYS * WAY)-1:0]         now;             // The ages after all.
    reg  [WAYS-1:0]                 valid;
    reg  [(WAYS * PAGE)-1:0]        keys;
    reg  [(WAYS * FRAME)-1:0]       held;
    // How many entries were used since each was, until the last cycle; after reset the entries'
    // numbers.
    reg  [(WAYS * WAY)-1:0]         age;
    reg  [(TOUCHES * WAYS)-1:0]     used;            // What the last cycle has used, in its order.
    wire [WAYS-1:0]                 lowest_requests;
    wire [WAYS-1:0]                 lowest_first;
    wire [WAY-1:0]                  lowest_index;

    first_set #(.N(WAYS)) lowest (
        .requests (lowest_requests),
        .first    (lowest_first),
        .index    (lowest_index)
    );

    // The oldest entry; ages do not count the last cycle yet.
    always @* begin : compute_recent
        integer i;
        recent = 0;
        for (i = 0; i < TOUCHES; i = i + 1)
            recent = recent | used[(i * WAYS) +: WAYS];
    end

    always @* begin : compute_old
        integer i;
        integer j;
        integer k;
        integer w;
        i = 0;
        j = 0;
        k = 0;
        w = 0;
        sooner = 0;
        settled = 1'b0;
        one_age = OLDEST[WAY-1:0];
        one_old = 0;
        lately_first = 0;
        old = 0;
        is_old = 0;
        lately = used;
        if (fill) begin
            for (k = 0; k < LOOKS + 2; k = k + 1) begin
                for (w = 0; w < WAYS; w = w + 1)
                    one_old[w] = age[(w * WAY) +: WAY] == one_age;
                old[(k * WAYS) +: WAYS] = one_old & ~recent;
                is_old[k] = (old[(k * WAYS) +: WAYS] != 0) && !settled;
                settled = settled || (old[(k * WAYS) +: WAYS] != 0);
                one_age = one_age - 1'b1;
            end
            for (j = 0; j < TOUCHES; j = j + 1) begin
                for (i = 0; i < TOUCHES; i = i + 1) begin
                    if (sooner[i]) begin
                        lately[(i * WAYS) +: WAYS] = lately[(i * WAYS) +: WAYS]
                            & ~used[(j * WAYS) +: WAYS];
                    end
                end
                sooner[j] = 1'b1;
            end
            for (j = 0; j < TOUCHES; j = j + 1) begin
                if (lately_first == 0) begin
                    lately_first = lately[(j * WAYS) +: WAYS];
                end
            end
        end
        // What the last cycle used gets the lowest ages, the last of it 0; the others get older by
        // one for each that was older.
        own = 0;
        place = 0;
        now = age;
        first = 0;
        last = 0;
        sooner = 0;
        both = 0;
        if (recent != 0) begin
            for (j = 0; j < TOUCHES; j = j + 1) begin
                if (used[(j * WAYS) +: WAYS] != 0) begin
                    first[j] = 1'b1;
                    last[j] = 1'b1;
                    for (i = 0; i < TOUCHES; i = i + 1) begin
                        both = used[(i * WAYS) +: WAYS] & used[(j * WAYS) +: WAYS];
                        if (sooner[i] && (both != 0)) begin
                            first[j] = 1'b0;
                            last[i] = 1'b0;
                        end
                    end
                    for (w = 0; w < WAYS; w = w + 1) begin
                        if (used[(j * WAYS) + w]) begin
                            own[(j * WAY) +: WAY] = own[(j * WAY) +: WAY] | age[(w * WAY) +: WAY];
                        end
                    end
                end
                sooner[j] = 1'b1;
            end
            sooner = 0;
            for (j = 0; j < TOUCHES; j = j + 1) begin
                for (i = 0; i < TOUCHES; i = i + 1) begin
                    if (sooner[i] && last[j]) begin
                        place[(i * WAY) +: WAY] = place[(i * WAY) +: WAY] + 1'b1;
                    end
                end
                sooner[j] = 1'b1;
            end
            for (w = 0; w < WAYS; w = w + 1) begin
                for (i = 0; i < TOUCHES; i = i + 1) begin
                    if (first[i] && (age[(w * WAY) +: WAY] < own[(i * WAY) +: WAY])) begin
                        now[(w * WAY) +: WAY] = now[(w * WAY) +: WAY] + 1'b1;
                    end
                end
                for (i = 0; i < TOUCHES; i = i + 1) begin
                    if (used[(i * WAYS) + w]) begin
                        now[(w * WAY) +: WAY] = place[(i * WAY) +: WAY];
                    end
                end
            end
        end
    end

    // The entry that a fill takes.
    assign lowest_requests = ~valid;
    assign unused = lowest_index != 0;

    always @* begin : compute_victim
        integer k;
        k = 0;
        victim = lowest_first;
        if (&valid) begin
            if (!settled) begin
                victim = lately_first;
            end
            for (k = 0; k < LOOKS + 2; k = k + 1) begin
                if (is_old[k]) begin
                    victim = victim | old[(k * WAYS) +: WAYS];
                end
            end
        end
    end

    always @* begin : compute_present
        integer w;
        w = 0;
        present = 0;
        if (fill) begin
            for (w = 0; w < WAYS; w = w + 1)
                present[w] = valid[w] && (keys[(w * PAGE) +: PAGE] == fill_page);
        end
    end

    assign writes = fill && (present == 0);

    always @* begin : compute_hit
        integer c;
        integer k;
        integer w;
        c = 0;
        w = 0;
        uses = 0;
        uses[(0 * WAYS) +: WAYS] = present;
        if (writes) begin
            uses[(0 * WAYS) +: WAYS] = victim;
        end
        // What lookups find after it.
        hit = 0;
        evicted = 1'b0;
        filled = 1'b0;
        here = 1'b0;
        found_frame = 0;
        finds = 0;
        for (k = 0; k < LOOKS; k = k + 1) begin
            hit = 0;
            evicted = 1'b0;
            filled = 1'b0;
            found_frame = 0;
            if (look[k]) begin
                for (w = 0; w < WAYS; w = w + 1) begin
                    if (valid[w]
                        && (keys[(w * PAGE) +: PAGE] == look_page[(k * PAGE) +: PAGE])) begin
                        hit[w] = 1'b1;
                        found_frame = found_frame | held[(w * FRAME) +: FRAME];
                    end
                end
                if (writes && (&valid)) begin
                    evicted = !settled && ((hit & lately_first) != {WAYS{1'b0}});
                    for (c = 0; c < LOOKS + 2; c = c + 1) begin
                        if (is_old[c] && ((hit & old[(c * WAYS) +: WAYS]) != {WAYS{1'b0}})) begin
                            evicted = 1'b1;
                        end
                    end
                end
                filled = writes && (look_page[(k * PAGE) +: PAGE] == fill_page);
            end
            here = (hit != 0) && !evicted;
            finds[k] = here || filled;
            frames[(k * FRAME) +: FRAME] = 0;
            if (filled) begin
                frames[(k * FRAME) +: FRAME] = fill_frame;
                uses[((k + 1) * WAYS) +: WAYS] = victim;
            end else if (here) begin
                frames[(k * FRAME) +: FRAME] = found_frame;
                uses[((k + 1) * WAYS) +: WAYS] = hit;
            end
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            used <= 0;
        end else begin
            used <= uses;
        end
    end

    assign found = finds;
    assign frame = frames;

    always @(posedge clock) begin : update_valid
        integer w;
        reg [WAYS-1:0] kept;
        reg [PAGE-1:0] apart;
        if (reset) begin
            valid <= 0;
        end else begin
            kept = valid;
            apart = 0;
            if (clear) begin
                for (w = 0; w < WAYS; w = w + 1) begin
                    apart = (keys[(w * PAGE) +: PAGE] ^ clear_page) & clear_mask;
                    if (apart == 0) begin
                        kept[w] = 1'b0;
                    end
                end
            end
            if (writes) begin
                kept = kept | victim;
            end
            valid <= kept;
        end
    end

    always @(posedge clock) begin : update_keys
        integer w;
        if (writes) begin
            for (w = 0; w < WAYS; w = w + 1) begin
                if (victim[w]) begin
                    keys[(w * PAGE) +: PAGE] <= fill_page;
                    held[(w * FRAME) +: FRAME] <= fill_frame;
                end
            end
        end
        if (reset) begin
            for (w = 0; w < WAYS; w = w + 1)
                age[(w * WAY) +: WAY] <= w[WAY-1:0];
        end else if (recent != 0) begin
            age <= now;
        end
    end

endmodule

`default_nettype wire
