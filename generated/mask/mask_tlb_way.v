// SPDX-License-Identifier: Apache-2.0
// mask_tlb_way: part of mask, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// One way of the main array (specification section 3): of each set the key, which is what a page's
// number has above the number of the set with the address space on top, and the frame. All lanes
// look up at once; lane 0's page may be written, or its set invalidated.
module mask_tlb_way #(
    parameter LANES = 3,
    parameter SETS = 32,
    parameter KEY = 40,
    parameter ASID = 9,
    parameter FRAME = 32,
    // What follows from these; not to be set.
    parameter SET = ($clog2(SETS) > 1 ? $clog2(SETS) : 1),
    parameter PAGE = SET + KEY,
    parameter PAGES = LANES * PAGE,
    parameter FRAMES = LANES * FRAME
) (
    input  wire              clock,      // Clock.
    input  wire              reset,      // Synchronous reset, active high.
    // The page of each lane: its number, and above it its address space.
    input  wire [PAGES-1:0]  pages,
    input  wire [LANES-1:0]  looks,      // Lanes that look for their page.
    output reg  [LANES-1:0]  found,      // Lanes whose page is here.
    output reg  [FRAMES-1:0] frames,     // Its frame; 0 for the other lanes.
    output wire              in_use,     // The set of lane 0 has an entry here.
    input  wire              write,      // Write the page of lane 0.
    input  wire [FRAME-1:0]  frame,      // Its frame.
    // Invalidate the set of lane 0 if its entry is of an address space, or of any.
    input  wire              clear,
    input  wire              clear_all,
    input  wire [ASID-1:0]   clear_asid
);

    localparam [SETS-1:0] ONE = 1;
    localparam SPACE = KEY - ASID;

    reg  [PAGE-1:0]           page;
    reg  [SET-1:0]            set;
    wire [SET-1:0]            first;
    reg  [KEY-1:0]            key;
    wire [ASID-1:0]           first_space;
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
    assign first_space = keys[((first * KEY) + SPACE) +: ASID];
    assign in_use = valid[first];

    always @(posedge clock) begin
        if (reset) begin
            valid <= 0;
        end else begin
            if (write) begin
                valid <= valid | (ONE << first);
            end
            if (clear && (clear_all || (first_space == clear_asid))) begin
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
