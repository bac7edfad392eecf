// SPDX-License-Identifier: Apache-2.0
// mosaic_tlb_cam: part of mosaic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Translations in a content-addressed store with true LRU (specification sections 2.6 and 3). In a
// cycle a fill takes the lowest free entry, else the least recently used one; if its page is here
// already, that is only touched. A lookup of the cycle sees what the fill has done, and a clear
// comes behind both.
module mosaic_tlb_cam #(
    parameter WAYS = 128,
    parameter PAGE = 36,
    parameter FRAME = 32,
    // What follows from these; not to be set.
    parameter WAY = ($clog2(WAYS) > 1 ? $clog2(WAYS) : 1)
) (
    input  wire             clock,      // Clock.
    input  wire             reset,      // Synchronous reset, active high.
    input  wire             fill,       // Fill a page with a frame.
    input  wire [PAGE-1:0]  fill_page,
    input  wire [FRAME-1:0] fill_frame,
    input  wire             look,       // Look for a page.
    input  wire [PAGE-1:0]  look_page,
    output wire             found,      // It is here, and its frame; 0 if not.
    output wire [FRAME-1:0] frame,
    // Invalidate the entries whose page is this one in the bits of the mask. What is filled in the
    // cycle is none of them.
    input  wire             clear,
    input  wire [PAGE-1:0]  clear_page,
    input  wire [PAGE-1:0]  clear_mask
);

    localparam OLDEST = WAYS - 1;

    wire                      unused;          // Which entry is free is not needed as a number.
    reg  [WAYS-1:0]           present;         // The page to be filled is here.
    wire                      writes;
    reg  [WAYS-1:0]           victim;
    reg  [WAYS-1:0]           hit;
    reg  [FRAME-1:0]          found_frame;
    reg  [WAYS-1:0]           valid;
    reg  [(WAYS * PAGE)-1:0]  keys;
    reg  [(WAYS * FRAME)-1:0] held;
    // How many entries were used since each was; after reset the entries' numbers.
    reg  [(WAYS * WAY)-1:0]   age;
    wire [WAYS-1:0]           lowest_requests;
    wire [WAYS-1:0]           lowest_first;
    wire [WAY-1:0]            lowest_index;

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

    // What the lookup finds after it.
    always @* begin : compute_hit
        integer w;
        w = 0;
        hit = 0;
        found_frame = 0;
        if (look) begin
            for (w = 0; w < WAYS; w = w + 1) begin
                if (valid[w] && (keys[(w * PAGE) +: PAGE] == look_page)) begin
                    hit[w] = 1'b1;
                    found_frame = found_frame | held[(w * FRAME) +: FRAME];
                end
            end
            if (writes) begin
                if ((hit & victim) != {WAYS{1'b0}}) begin
                    hit = 0;
                    found_frame = 0;
                end
                if (look_page == fill_page) begin
                    hit = victim;
                    found_frame = fill_frame;
                end
            end
        end
    end

    assign found = hit != 0;
    assign frame = found_frame;

    // What is used gets age 0, and what was younger gets older by one.
    always @(posedge clock) begin : update_age
        integer i;
        integer w;
        reg [(2 * WAYS)-1:0] touched;
        reg [WAY-1:0] own;
        reg [(WAYS * WAY)-1:0] now;
        touched[(0 * WAYS) +: WAYS] = present;
        if (writes) begin
            touched[(0 * WAYS) +: WAYS] = victim;
        end
        touched[WAYS +: WAYS] = hit;
        own = 0;
        now = age;
        for (i = 0; i < 2; i = i + 1) begin
            if (touched[(i * WAYS) +: WAYS] != 0) begin
                own = 0;
                for (w = 0; w < WAYS; w = w + 1) begin
                    if (touched[(i * WAYS) + w]) begin
                        own = own | now[(w * WAY) +: WAY];
                    end
                end
                for (w = 0; w < WAYS; w = w + 1) begin
                    if (now[(w * WAY) +: WAY] < own) begin
                        now[(w * WAY) +: WAY] = now[(w * WAY) +: WAY] + 1'b1;
                    end else if (touched[(i * WAYS) + w]) begin
                        now[(w * WAY) +: WAY] = 0;
                    end
                end
            end
        end
        for (w = 0; w < WAYS; w = w + 1) begin
            if (fill || look) begin
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
