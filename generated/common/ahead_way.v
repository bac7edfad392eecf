// SPDX-License-Identifier: Apache-2.0
// ahead_way: part of mask, mosaic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// One way of a set-associative store that looks up a cycle ahead: of each set a key and a frame.
// One set may be written or invalidated.
module ahead_way #(
    parameter LANES = 3,
    parameter ASKED = 4,
    parameter SETS = 32,
    parameter KEY = 40,
    parameter FRAME = 32,
    // What follows from these; not to be set.
    parameter SET = ($clog2(SETS) > 1 ? $clog2(SETS) : 1),
    parameter LANE_SETS = LANES * SET,
    parameter FRAMES = LANES * FRAME,
    parameter ASKED_SETS = ASKED * SET,
    parameter ASKED_KEYS = ASKED * KEY
) (
    input  wire                  clock,      // Clock.
    input  wire                  reset,      // Synchronous reset, active high.
    input  wire [ASKED-1:0]      asked,      // Pages that are asked for, and set and key of each.
    input  wire [ASKED_SETS-1:0] asked_sets,
    input  wire [ASKED_KEYS-1:0] asked_keys,
    // Those whose set is `this_set`, and those of them whose key is `key`.
    input  wire [ASKED-1:0]      in_set,
    input  wire [ASKED-1:0]      with_key,
    output reg  [ASKED-1:0]      next_hits,  // Those that are here in the next cycle.
    input  wire [LANES-1:0]      hits,       // Lanes whose page is here, and the set of each lane.
    input  wire [LANE_SETS-1:0]  sets,
    output reg  [FRAMES-1:0]     frames,     // Their frames; 0 of other lanes.
    output wire [SETS-1:0]       filled,     // Sets that have a page here.
    input  wire [SET-1:0]        this_set,   // The set that is filled.
    input  wire                  write,      // Write a page there.
    input  wire [KEY-1:0]        key,
    input  wire [FRAME-1:0]      frame,
    // Invalidate what a set has here if its key is this one in the bits of the mask. What is asked
    // for in that cycle may be found nevertheless.
    input  wire                  clear,
    input  wire [SET-1:0]        clear_set,
    input  wire [KEY-1:0]        clear_key,
    input  wire [KEY-1:0]        clear_mask,
    // The set that is cleared, or else filled, has a page here that was not written in this cycle,
    // and stays.
    output reg                   stays
);

    localparam [SETS-1:0] ONE = 1;

    reg  [SET-1:0]            one_set;
    reg  [KEY-1:0]            one_key;
    reg  [SET-1:0]            lane_set;
    reg                       clears;    // What is to be cleared is here.
    reg  [FRAME-1:0]          one_frame;
    reg  [SETS-1:0]           valid;
    reg  [KEY-1:0]            keys [0:SETS-1];
    reg  [FRAME-1:0]          held [0:SETS-1];

    always @(posedge clock) begin
        if (write) begin
            keys[this_set] <= key;
            held[this_set] <= frame;
        end
    end

    always @* begin : compute_next_hits
        integer a;
        next_hits = 0;
        one_set = 0;
        one_key = 0;
        for (a = 0; a < ASKED; a = a + 1) begin
            one_set = asked_sets[(a * SET) +: SET];
            one_key = asked_keys[(a * KEY) +: KEY];
            if (asked[a] && valid[one_set] && (keys[one_set] == one_key)) begin
                next_hits[a] = 1'b1;
            end
        end
        if (write) begin
            next_hits = (next_hits & ~in_set) | with_key;
        end
    end

    always @* begin : compute_frames
        integer lane;
        frames = 0;
        lane_set = 0;
        one_frame = 0;
        for (lane = 0; lane < LANES; lane = lane + 1) begin
            if (hits[lane]) begin
                lane_set = sets[(lane * SET) +: SET];
                one_frame = held[lane_set];
                frames = frames | ({{(FRAMES - FRAME){1'b0}}, one_frame} << (lane * FRAME));
            end
        end
    end

    // The set at hand.
    assign filled = valid;

    always @* begin
        stays = valid[this_set];
        clears = 1'b0;
        if (clear) begin
            clears = ((keys[clear_set] ^ clear_key) & clear_mask) == {KEY{1'b0}};
            stays = valid[clear_set] && !clears;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            valid <= 0;
        end else begin
            if (write) begin
                valid <= valid | (ONE << this_set);
            end
            if (clears) begin
                valid <= valid & ~(ONE << clear_set);
            end
        end
    end

endmodule

`default_nettype wire
