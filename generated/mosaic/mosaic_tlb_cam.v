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

    wire                        unused;          // Which entry is free is not needed as a number.
    reg  [WAYS-1:0]             present;         // The page to be filled is here.
    wire                        writes;
    reg  [WAYS-1:0]             victim;
    reg  [WAYS-1:0]             hit;
    reg  [FRAME-1:0]            found_frame;
    reg  [LOOKS-1:0]            finds;
    reg  [(LOOKS * FRAME)-1:0]  frames;
    // What the fill touches, and what each lookup does; the age of that as the cycle begins, and
    // after all of them.
    reg  [(TOUCHES * WAYS)-1:0] touched;
    reg  [WAYS-1:0]             valid;
    reg  [(WAYS * PAGE)-1:0]    keys;
    reg  [(WAYS * FRAME)-1:0]   held;
    // How many entries were used since each was; after reset the entries' numbers.
    reg  [(WAYS * WAY)-1:0]     age;
    wire [WAYS-1:0]             lowest_requests;
    wire [WAYS-1:0]             lowest_first;
    wire [WAY-1:0]              lowest_index;

    first_set #(.N(WAYS)) lowest (
        .requests (lowest_requests),
        .first    (lowest_first),
        .index    (lowest_index)
    );

    // The entry that a fill takes.
    assign lowest_requests = ~valid;
    assign unused = lowest_index != 0;

    always @* begin : compute_victim
        integer w;
        w = 0;
        victim = lowest_first;
        if (&valid) begin
            for (w = 0; w < WAYS; w = w + 1)
                victim[w] = age[(w * WAY) +: WAY] == OLDEST[WAY-1:0];
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

    // What lookups find after it.
    always @* begin : compute_hit
        integer k;
        integer w;
        w = 0;
        hit = 0;
        found_frame = 0;
        finds = 0;
        for (k = 0; k < LOOKS; k = k + 1) begin
            hit = 0;
            found_frame = 0;
            if (look[k]) begin
                for (w = 0; w < WAYS; w = w + 1) begin
                    if (valid[w]
                        && (keys[(w * PAGE) +: PAGE] == look_page[(k * PAGE) +: PAGE])) begin
                        hit[w] = 1'b1;
                        found_frame = found_frame | held[(w * FRAME) +: FRAME];
                    end
                end
                if (writes) begin
                    if ((hit & victim) != {WAYS{1'b0}}) begin
                        hit = 0;
                        found_frame = 0;
                    end
                    if (look_page[(k * PAGE) +: PAGE] == fill_page) begin
                        hit = victim;
                        found_frame = fill_frame;
                    end
                end
            end
            finds[k] = hit != 0;
            frames[(k * FRAME) +: FRAME] = found_frame;
            touched[((k + 1) * WAYS) +: WAYS] = hit;
        end
        // What is used gets the lowest ages, the last of them 0; the others get older by one for
        // each that was older.
        touched[(0 * WAYS) +: WAYS] = present;
        if (writes) begin
            touched[(0 * WAYS) +: WAYS] = victim;
        end
    end

    assign found = finds;
    assign frame = frames;

    always @(posedge clock) begin : update_age
        integer i;
        integer j;
        integer w;
        reg [(TOUCHES * WAY)-1:0] own;
        reg [(TOUCHES * WAY)-1:0] place;
        reg [TOUCHES-1:0] sooner;
        reg [WAYS-1:0] both;
        reg [TOUCHES-1:0] first;
        reg [TOUCHES-1:0] last;
        reg [(WAYS * WAY)-1:0] now;
        own = 0;
        place = 0;
        now = age;
        first = 0;
        last = 0;
        sooner = 0;
        both = 0;
        if (fill || (look != 0)) begin
            for (j = 0; j < TOUCHES; j = j + 1) begin
                if (touched[(j * WAYS) +: WAYS] != 0) begin
                    first[j] = 1'b1;
                    last[j] = 1'b1;
                    for (i = 0; i < TOUCHES; i = i + 1) begin
                        both = touched[(i * WAYS) +: WAYS] & touched[(j * WAYS) +: WAYS];
                        if (sooner[i] && (both != 0)) begin
                            first[j] = 1'b0;
                            last[i] = 1'b0;
                        end
                    end
                    for (w = 0; w < WAYS; w = w + 1) begin
                        if (touched[(j * WAYS) + w]) begin
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
                    if (touched[(i * WAYS) + w]) begin
                        now[(w * WAY) +: WAY] = place[(i * WAY) +: WAY];
                    end
                end
            end
        end
        for (w = 0; w < WAYS; w = w + 1) begin
            if (fill || (look != 0)) begin
                age[(w * WAY) +: WAY] <= now[(w * WAY) +: WAY];
            end
            if (reset) begin
                age[(w * WAY) +: WAY] <= w[WAY-1:0];
            end
        end
    end

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
        for (w = 0; w < WAYS; w = w + 1) begin
            if (writes && victim[w]) begin
                keys[(w * PAGE) +: PAGE] <= fill_page;
                held[(w * FRAME) +: FRAME] <= fill_frame;
            end
        end
    end

endmodule

`default_nettype wire
