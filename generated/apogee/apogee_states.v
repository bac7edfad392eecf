// SPDX-License-Identifier: Apache-2.0
// apogee_states: part of apogee, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The state of each entry and warp (specification section 2.4): a prefetch is sent (01), its line
// has come (10), or neither. Of a trigger the lowest bit says that it is slow. In one cycle the
// fill comes first, then the prefetch that is sent, then what is slow, then what the table writes
// (decisions P11, P13, P20).
module apogee_states #(
    parameter ENTRIES = 64,
    parameter WARPS = 4,
    // What follows from these; not to be set.
    parameter ENTRY = ($clog2(ENTRIES) > 1 ? $clog2(ENTRIES) : 1),
    parameter WARP = ($clog2(WARPS) > 1 ? $clog2(WARPS) : 1)
) (
    input  wire               clock,       // SM clock.
    // Entries that are FOA or SCALAR, and those that are TRIG.
    input  wire [ENTRIES-1:0] fixed,
    input  wire [ENTRIES-1:0] chained,
    input  wire               fill_v,      // A tracked line has come: its entry and warp.
    input  wire [ENTRY-1:0]   fill_entry,
    input  wire [WARP-1:0]    fill_warp,
    input  wire               sent_v,      // A tracked prefetch is sent: its entry and warp.
    input  wire [ENTRY-1:0]   sent_entry,
    input  wire [WARP-1:0]    sent_warp,
    // A demand has merged into a prefetch: its entry is slow if it is a trigger.
    input  wire               slow_v,
    input  wire [ENTRY-1:0]   slow_entry,
    input  wire               write,       // An entry is written.
    input  wire [ENTRY-1:0]   write_place,
    // Its states are cleared: all of them, or that of a warp.
    input  wire               clear_all,
    input  wire [WARP-1:0]    clear_warp,
    input  wire [ENTRY-1:0]   place,       // An entry that is FOA or SCALAR, and a warp.
    input  wire [WARP-1:0]    warp,
    // Their state after fill and sent prefetch of this cycle: sent, filled.
    output wire               is_sent,
    output wire               is_filled,
    input  wire [ENTRY-1:0]   trigger,     // A trigger.
    output wire               is_slow      // It is slow.
);

    localparam [WARPS-1:0] ONE = 1;
    localparam [WARPS-1:0] ALL = {WARPS{1'b1}};

    wire [WARPS-1:0]             fill_mask;
    wire [WARPS-1:0]             sent_mask;
    wire                         events;
    wire [WARPS-1:0]             old_sent;
    wire [WARPS-1:0]             old_filled;
    reg                          here_sent;
    reg                          here_filled;
    reg  [(ENTRIES * WARPS)-1:0] sent;
    reg  [(ENTRIES * WARPS)-1:0] filled;

    assign fill_mask = ONE << fill_warp;
    assign sent_mask = ONE << sent_warp;

    always @(posedge clock) begin : update_sent
        integer i;
        reg [WARPS-1:0] clear_mask;
        reg [(ENTRIES * WARPS)-1:0] now_sent;
        reg [(ENTRIES * WARPS)-1:0] now_filled;
        clear_mask = ONE << clear_warp;
        if (clear_all) begin
            clear_mask = ALL;
        end
        now_sent = sent;
        now_filled = filled;
        if (events) begin
            for (i = 0; i < ENTRIES; i = i + 1) begin
                if (fill_v && (fill_entry == i[ENTRY-1:0]) && fixed[i]) begin
                    now_filled[(i * WARPS) +: WARPS] = now_filled[(i * WARPS) +: WARPS]
                        | (now_sent[(i * WARPS) +: WARPS] & fill_mask);
                    now_sent[(i * WARPS) +: WARPS] = now_sent[(i * WARPS) +: WARPS] & ~fill_mask;
                end
                if (sent_v && (sent_entry == i[ENTRY-1:0]) && fixed[i]) begin
                    now_sent[(i * WARPS) +: WARPS] = now_sent[(i * WARPS) +: WARPS] | sent_mask;
                    now_filled[(i * WARPS) +: WARPS] = now_filled[(i * WARPS) +: WARPS]
                        & ~sent_mask;
                end
                if (slow_v && (slow_entry == i[ENTRY-1:0]) && chained[i]) begin
                    now_sent[(i * WARPS) +: WARPS] = now_sent[(i * WARPS) +: WARPS]
                        | {{(WARPS - 1){1'b0}}, 1'b1};
                end
                if (write && (write_place == i[ENTRY-1:0])) begin
                    now_sent[(i * WARPS) +: WARPS] = now_sent[(i * WARPS) +: WARPS] & ~clear_mask;
                    now_filled[(i * WARPS) +: WARPS] = now_filled[(i * WARPS) +: WARPS]
                        & ~clear_mask;
                end
            end
        end
        sent <= now_sent;
        filled <= now_filled;
    end

    assign events = fill_v || sent_v || slow_v || write;

    // The state that a load finds.
    assign old_sent = sent[(place * WARPS) +: WARPS];
    assign old_filled = filled[(place * WARPS) +: WARPS];

    always @* begin
        here_sent = old_sent[warp];
        here_filled = old_filled[warp];
        if (fill_v && (fill_entry == place) && (fill_warp == warp)) begin
            here_filled = here_filled || here_sent;
            here_sent = 1'b0;
        end
        if (sent_v && (sent_entry == place) && (sent_warp == warp)) begin
            here_sent = 1'b1;
            here_filled = 1'b0;
        end
    end

    assign is_sent = here_sent;
    assign is_filled = here_filled;
    assign is_slow = sent[trigger * WARPS];

endmodule

`default_nettype wire
