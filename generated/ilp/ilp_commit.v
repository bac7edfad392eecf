// SPDX-License-Identifier: Apache-2.0
// ilp_commit: part of ilp, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The engine that commits entries to the register file (specification section 2.1): it chooses a
// warp in turn when it is idle or its last beat is taken, then shows the beats of the warp's oldest
// entry one after the other.
module ilp_commit #(
    parameter WARPS = 32,
    parameter K = 3,
    parameter BEATS = 4,
    // What follows from these; not to be set.
    parameter WARP = $clog2(WARPS),
    parameter BEAT = ($clog2(BEATS) > 1 ? $clog2(BEATS) : 1)
) (
    input  wire             clock,        // Fast clock.
    input  wire             reset,        // Synchronous reset, active high.
    input  wire [WARPS-1:0] candidates,   // Warps whose oldest entry can commit.
    input  wire             behind,       // The entry behind the one that commits can do so too.
    input  wire [K-1:0]     behind_entry, // That entry.
    output wire [WARP-1:0]  chosen_warp,  // The warp that is chosen in this cycle, if one is.
    input  wire [K-1:0]     head,         // Its oldest entry.
    input  wire             ready,        // The register file takes the beat.
    output reg              busy,         // There is one: of this warp, entry and number.
    output reg  [WARP-1:0]  warp,
    output reg  [K-1:0]     entry,
    output reg  [BEAT-1:0]  beat,
    output wire             finishes      // The last beat of the entry is taken.
);

    localparam [WARPS-1:0] ONE = 1;
    localparam LAST = WARPS - 1;
    localparam LAST_BEAT = BEATS - 1;

    wire             ends;
    wire [WARPS-1:0] own;
    reg  [WARPS-1:0] allowed;
    reg  [WARP-1:0]  next;       // The warp that is considered first.
    wire [WARPS-1:0] turn_grant;

    quick_round_robin #(.N(WARPS)) turn (
        .requests (allowed),
        .start    (next),
        .grant    (turn_grant),
        .index    (chosen_warp)
    );

    assign ends = busy && ready && (beat == LAST_BEAT[BEAT-1:0]);
    assign finishes = ends;

    // The warp that has just committed goes on with the entry behind.
    assign own = ONE << warp;

    always @* begin
        allowed = 0;
        if (ends) begin
            allowed = candidates & ~own;
            if (behind) begin
                allowed = candidates | own;
            end
        end else if (!busy) begin
            allowed = candidates;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            busy <= 1'b0;
            warp <= 0;
            entry <= 0;
            beat <= 0;
            next <= 0;
        end else begin
            if (busy && ready) begin
                beat <= beat + 1'b1;
            end
            if (ends) begin
                busy <= 1'b0;
            end
            if (turn_grant != 0) begin
                busy <= 1'b1;
                beat <= 0;
                warp <= chosen_warp;
                entry <= head;
                if (ends && (chosen_warp == warp)) begin
                    entry <= behind_entry;
                end
                next <= chosen_warp + 1'b1;
                if (chosen_warp == LAST[WARP-1:0]) begin
                    next <= 0;
                end
            end
        end
    end

endmodule

`default_nettype wire
