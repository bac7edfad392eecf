// SPDX-License-Identifier: Apache-2.0
// apogee_triggers: part of apogee, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The triggers of a load fire (specification section 2.5, step 1, and decision P9): the lowest
// first, one a cycle from the third cycle after the lookup on. Each is chosen, read, and fires; its
// line is queued two cycles later.
module apogee_triggers #(
    parameter ENTRIES = 64,
    parameter PC = 10,
    parameter ADDRESS = 28,
    parameter CONF = 8,
    parameter DIST = 6,
    // What follows from these; not to be set.
    parameter ENTRY = ($clog2(ENTRIES) > 1 ? $clog2(ENTRIES) : 1)
) (
    input  wire               clock,           // SM clock.
    input  wire               reset,           // Synchronous reset, active high.
    input  wire               clear,           // Forget the triggers at the end of this cycle.
    // Triggers of the load that is looked up in this cycle.
    input  wire [ENTRIES-1:0] found,
    input  wire [PC-1:0]      pc,              // PC of the load.
    input  wire               last_valid,      // There was a load before it, with this PC.
    input  wire [PC-1:0]      last_pc,
    output reg  [ENTRY-1:0]   read,            // The entry that is read.
    // Its line, confidence, hops, and whether it is slow.
    input  wire [ADDRESS-1:0] read_address,
    input  wire [CONF-1:0]    read_confidence,
    input  wire [DIST-1:0]    read_hops,
    input  wire               read_slow,
    output reg                fire,            // A trigger fires.
    output wire               moves,           // It moves to the load before.
    output reg  [ENTRY-1:0]   place,           // Its entry, and how the entry is written.
    output reg  [PC-1:0]      new_pc,
    output reg  [ADDRESS-1:0] address,
    output reg  [CONF-1:0]    new_confidence,
    output reg  [DIST-1:0]    new_hops,
    output reg                line_v,          // A line is to be queued.
    output reg  [ADDRESS-1:0] line,            // That line.
    output reg  [ENTRY-1:0]   line_entry,      // Its entry.
    output reg                has_fired,       // A trigger has fired in the cycle before.
    // No trigger is left, and none has fired in the last cycle; from the second cycle after the
    // lookup on.
    output reg                quiet
);

    localparam [ENTRIES-1:0] ONE = 1;

    wire               can_move;
    wire               move_now;
    wire [ENTRIES-1:0] first;
    reg  [ENTRIES-1:0] waiting;
    reg                is_chosen;
    reg  [CONF-1:0]    entry_confidence;
    reg  [DIST-1:0]    entry_hops;
    reg                entry_slow;
    reg  [ENTRY-1:0]   fired;
    reg  [ADDRESS-1:0] fired_address;
    wire [ENTRY-1:0]   lowest_index;

    first_index #(.N(ENTRIES)) lowest (
        .requests (waiting),
        .index    (lowest_index)
    );

    assign first = ONE << lowest_index;

    always @(posedge clock) begin
        if (reset) begin
            waiting <= 0;
            is_chosen <= 1'b0;
        end else begin
            waiting <= (waiting & ~first) | found;
            if (clear) begin
                waiting <= 0;
            end
            is_chosen <= (waiting != 0) && !clear;
        end
    end

    always @(posedge clock) begin
        read <= lowest_index;
    end

    always @(posedge clock) begin
        if (reset) begin
            fire <= 1'b0;
        end else begin
            fire <= is_chosen && !clear;
        end
    end

    always @(posedge clock) begin
        place <= read;
        address <= read_address;
        entry_confidence <= read_confidence;
        entry_hops <= read_hops;
        entry_slow <= read_slow;
    end

    // A slow one moves to the load before, if there is one; else it is confirmed.
    assign can_move = last_valid && (last_pc != pc) && !(&entry_hops);
    assign move_now = entry_slow && can_move;
    assign moves = move_now;

    always @* begin
        new_pc = pc;
        new_hops = entry_hops;
        if (move_now) begin
            new_pc = last_pc;
            new_hops = entry_hops + 1'b1;
        end
    end

    always @* begin
        new_confidence = entry_confidence;
        if (!entry_slow && !(&entry_confidence)) begin
            new_confidence = entry_confidence + 1'b1;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            has_fired <= 1'b0;
        end else begin
            has_fired <= fire && !clear;
        end
    end

    always @(posedge clock) begin
        fired <= place;
        fired_address <= address;
    end

    always @(posedge clock) begin
        if (reset) begin
            line_v <= 1'b0;
        end else begin
            line_v <= has_fired && !clear;
        end
    end

    always @(posedge clock) begin
        line_entry <= fired;
        line <= fired_address;
    end

    // Known a cycle ahead; in the cycle after a lookup nobody asks.
    always @(posedge clock) begin
        if (reset) begin
            quiet <= 1'b0;
        end else begin
            quiet <= (waiting == 0) && !is_chosen && !fire;
        end
    end

endmodule

`default_nettype wire
