// SPDX-License-Identifier: Apache-2.0
// mask_tlb_bypass: part of mask, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The bypass cache: a content-addressed store of translations with true LRU (specification sections
// 2.3, 2.5 and 3). Lanes take effect in their order; lane 0 may fill, which those behind it see.
module mask_tlb_bypass #(
    parameter LANES = 3,
    parameter WAYS = 32,
    parameter PAGE = 45,
    parameter ASID = 9,
    parameter FRAME = 32,
    // What follows from these; not to be set.
    parameter WAY = ($clog2(WAYS) > 1 ? $clog2(WAYS) : 1),
    parameter AGES = WAYS * WAY,
    parameter PACKED = LANES * AGES,
    parameter TOUCHES = LANES * WAYS,
    parameter PAGES = LANES * PAGE,
    parameter FRAMES = LANES * FRAME
) (
    input  wire              clock,      // Clock.
    input  wire              reset,      // Synchronous reset, active high.
    // The page of each lane: its number, and above it its address space.
    input  wire [PAGES-1:0]  pages,
    input  wire [LANES-1:0]  looks,      // Lanes that look for their page.
    output wire [LANES-1:0]  found,      // Those of them that find it.
    output wire [FRAMES-1:0] frames,     // Its frame; of other lanes without meaning.
    input  wire              fill,       // Write the page of lane 0, which is not here.
    input  wire [FRAME-1:0]  frame,      // Its frame.
    input  wire              clear,      // Invalidate what there is of an address space, or all.
    input  wire              clear_all,
    input  wire [ASID-1:0]   clear_asid
);

    localparam SPACE = PAGE - ASID;

    reg  [PAGE-1:0]            page;
    reg  [FRAME-1:0]           one_frame;
    reg  [FRAMES-1:0]          word;
    reg  [PACKED-1:0]          words;
    reg  [LANES-1:0]           twins;
    reg  [WAYS-1:0]            row;
    reg  [TOUCHES-1:0]         hits;
    reg  [WAYS-1:0]            valid;
    reg  [(WAYS * PAGE)-1:0]   keys;
    reg  [(WAYS * FRAME)-1:0]  held;
    // Something has been touched since reset; until then ages are the entries' numbers, whatever
    // the register holds.
    reg                        used;
    reg  [AGES-1:0]            ages;
    reg  [(LANES * LANES)-1:0] lanes_same;
    reg  [LANES-1:0]           lanes_used;
    wire [WAYS-1:0]            lanes_victim;
    wire [(LANES * AGES)-1:0]  lanes_next;

    lru_lanes #(.LANES(LANES), .WAYS(WAYS), .FRAME(FRAME)) lanes (
        .looks         (looks),
        .hits          (hits),
        .held          (word),
        .same          (lanes_same),
        .page_of_first (twins),
        .in_use        (valid),
        .used          (lanes_used),
        .ages          (words),
        .fill          (fill),
        .frame         (frame),
        .victim        (lanes_victim),
        .found         (found),
        .frames        (frames),
        .next          (lanes_next)
    );

    always @* begin : compute_page
        integer lane;
        integer w;
        w = 0;
        page = 0;
        one_frame = 0;
        word = 0;
        words = 0;
        twins = 0;
        row = 0;
        hits = 0;
        for (lane = 0; lane < LANES; lane = lane + 1) begin
            page = pages[(lane * PAGE) +: PAGE];
            twins[lane] = pages[PAGE-1:0] == page;
            words = words | ({{(PACKED - AGES){1'b0}}, ages} << (lane * AGES));
            row = 0;
            if (looks[lane]) begin
                for (w = 0; w < WAYS; w = w + 1) begin
                    if (valid[w] && (keys[(w * PAGE) +: PAGE] == page)) begin
                        row[w] = 1'b1;
                        one_frame = held[(w * FRAME) +: FRAME];
                        word = word | ({{(FRAMES - FRAME){1'b0}}, one_frame} << (lane * FRAME));
                    end
                end
            end
            hits = hits | ({{(TOUCHES - WAYS){1'b0}}, row} << (lane * WAYS));
        end
    end

    always @* begin : compute_lanes_same
        integer lane;
        for (lane = 0; lane < LANES; lane = lane + 1)
            lanes_same[(lane * LANES) +: LANES] = looks;
    end

    always @* begin
        lanes_used = 0;
        if (used) begin
            lanes_used = looks;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            used <= 1'b0;
        end else begin
            used <= used || (found != 0);
        end
    end

    always @(posedge clock) begin : update_ages
        integer lane;
        for (lane = 0; lane < LANES; lane = lane + 1) begin
            if (found[lane]) begin
                ages <= lanes_next[(lane * AGES) +: AGES];
            end
        end
    end

    always @(posedge clock) begin : update_valid
        integer w;
        reg [WAYS-1:0] kept;
        if (reset) begin
            valid <= 0;
        end else begin
            kept = valid;
            if (clear) begin
                for (w = 0; w < WAYS; w = w + 1) begin
                    if (clear_all || (keys[((w * PAGE) + SPACE) +: ASID] == clear_asid)) begin
                        kept[w] = 1'b0;
                    end
                end
            end
            valid <= kept | lanes_victim;
        end
    end

    always @(posedge clock) begin : update_keys
        integer w;
        for (w = 0; w < WAYS; w = w + 1) begin
            if (lanes_victim[w]) begin
                keys[(w * PAGE) +: PAGE] <= pages[PAGE-1:0];
                held[(w * FRAME) +: FRAME] <= frame;
            end
        end
    end

endmodule

`default_nettype wire
