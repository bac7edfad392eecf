// SPDX-License-Identifier: Apache-2.0
// lru_lanes: part of mosaic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// What the accesses of a cycle find in a store with true LRU, in the order of their lanes, and what
// becomes of its ages. Lane 0 may fill, into the lowest free way, else over the least recently
// used, which those behind it see; if its page is here, that is only touched.
module lru_lanes #(
    parameter LANES = 3,
    parameter WAYS = 16,
    parameter FRAME = 32,
    // What follows from these; not to be set.
    parameter WAY = ($clog2(WAYS) > 1 ? $clog2(WAYS) : 1),
    parameter AGES = WAYS * WAY,
    parameter PACKED = LANES * AGES,
    parameter TOUCHES = LANES * WAYS,
    parameter FRAMES = LANES * FRAME
) (
    input  wire [LANES-1:0]           looks,         // Lanes that look for their page.
    // For each lane the ways that hold its page as the cycle begins: one at most.
    input  wire [TOUCHES-1:0]         hits,
    input  wire [FRAMES-1:0]          held,          // The frames that they hold; 0 without.
    input  wire [(LANES * LANES)-1:0] same,          // For each lane the lanes of the same set.
    input  wire [LANES-1:0]           page_of_first, // Lanes with the page of lane 0.
    input  wire [WAYS-1:0]            in_use,        // Ways that the set of lane 0 uses.
    // Lanes whose set has been touched since reset, and the ages of the set of each lane, from way
    // 0 on; of other sets they are the ways' numbers, whatever this says.
    input  wire [LANES-1:0]           used,
    input  wire [PACKED-1:0]          ages,
    input  wire                       fill,          // Lane 0 fills, and its frame.
    input  wire [FRAME-1:0]           frame,
    // The way that a fill takes; none if its page is here.
    output reg  [WAYS-1:0]            victim,
    // Lanes that find their page, and their frames; of other lanes without meaning.
    output wire [LANES-1:0]           found,
    output wire [FRAMES-1:0]          frames,
    // The ages of the set of each lane after the lane.
    output wire [(LANES * AGES)-1:0]  next
);

    localparam OLDEST = WAYS - 1;

    reg  [WAY-1:0]     age;
    reg  [PACKED-1:0]  words;
    wire [AGES-1:0]    first_ages;
    wire               unused;          // Which way is free is not needed as a number.
    wire               writes;
    reg  [WAYS-1:0]    taken;
    reg  [WAYS-1:0]    ways;
    reg  [LANES-1:0]   touching;
    reg  [TOUCHES-1:0] touched;
    reg  [FRAMES-1:0]  answers;
    wire [WAYS-1:0]    lowest_requests;
    wire [WAYS-1:0]    lowest_first;
    wire [WAY-1:0]     lowest_index;

    lru_touch #(.LANES(LANES), .WAYS(WAYS)) touch (
        .ages    (words),
        .looks   (looks),
        .same    (same),
        .touched (touched),
        .next    (next)
    );

    first_set #(.N(WAYS)) lowest (
        .requests (lowest_requests),
        .first    (lowest_first),
        .index    (lowest_index)
    );

    always @* begin : compute_age
        integer lane;
        integer w;
        w = 0;
        age = 0;
        words = 0;
        for (lane = 0; lane < LANES; lane = lane + 1) begin
            if (looks[lane]) begin
                for (w = 0; w < WAYS; w = w + 1) begin
                    age = w[WAY-1:0];
                    if (used[lane]) begin
                        age = ages[((lane * AGES) + (w * WAY)) +: WAY];
                    end
                    words = words | (({{(PACKED - WAY){1'b0}}, age} << (w * WAY)) << (lane * AGES));
                end
            end
        end
    end

    // The way that a fill takes.
    assign lowest_requests = ~in_use;
    assign first_ages = words[AGES-1:0];

    always @* begin : compute_taken
        integer w;
        w = 0;
        taken = lowest_first;
        if (&in_use) begin
            for (w = 0; w < WAYS; w = w + 1) begin
                if (first_ages[(w * WAY) +: WAY] == OLDEST[WAY-1:0]) begin
                    taken[w] = 1'b1;
                end
            end
        end
    end

    assign unused = lowest_index != 0;
    assign writes = fill && (hits[WAYS-1:0] == 0);

    always @* begin
        victim = 0;
        if (writes) begin
            victim = taken;
        end
    end

    // What each lane finds after the fill.
    always @* begin : compute_ways
        integer lane;
        ways = 0;
        touching = 0;
        touched = 0;
        answers = held;
        for (lane = 0; lane < LANES; lane = lane + 1) begin
            ways = hits[(lane * WAYS) +: WAYS];
            if (writes && same[lane * LANES]) begin
                ways = ways & ~taken;
            end
            if (writes && page_of_first[lane]) begin
                ways = taken;
                answers = answers | ({{(FRAMES - FRAME){1'b0}}, frame} << (lane * FRAME));
            end
            if (looks[lane] && (ways != 0)) begin
                touching[lane] = 1'b1;
                touched = touched | ({{(TOUCHES - WAYS){1'b0}}, ways} << (lane * WAYS));
            end
        end
    end

    assign found = touching;
    assign frames = answers;

endmodule

`default_nettype wire
