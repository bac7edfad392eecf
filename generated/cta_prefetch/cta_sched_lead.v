// SPDX-License-Identifier: Apache-2.0
// cta_sched_lead: part of cta_prefetch, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The leading CTA (specification section 2.4, decisions P11 and P12): the first that starts when
// none leads; when it ends, the next active slot in cyclic order.
module cta_sched_lead #(
    parameter CTAS = 8,
    // What follows from these; not to be set.
    parameter CTA = ($clog2(CTAS) > 1 ? $clog2(CTAS) : 1)
) (
    input  wire            clock,       // SM clock.
    input  wire            reset,       // Synchronous reset, active high.
    // None leads any more, but for one that starts in this cycle.
    input  wire            clear,
    input  wire            start_valid, // A CTA starts.
    input  wire [CTA-1:0]  start_slot,  // Its slot.
    input  wire            end_valid,   // A CTA ends.
    input  wire [CTA-1:0]  end_slot,    // Its slot.
    input  wire [CTAS-1:0] active_next, // Slots that are active after this cycle.
    output reg             valid,       // A CTA leads.
    output reg  [CTA-1:0]  slot,        // Its slot; 0 if none does.
    output wire [CTA-1:0]  slot_next    // That of the next cycle.
);

    localparam LAST = CTAS - 1;

    reg  [CTA-1:0]  behind;
    reg  [CTA-1:0]  following;
    wire            unused;     // Which slot it is stands in its number.
    wire [CTAS-1:0] next_grant;
    wire [CTA-1:0]  next_index;

    round_robin #(.N(CTAS)) next (
        .requests (active_next),
        .start    (behind),
        .grant    (next_grant),
        .index    (next_index)
    );

    // The slot that ends comes last: it may start in the same cycle.
    always @* begin
        behind = slot + 1'b1;
        if (slot == LAST[CTA-1:0]) begin
            behind = 0;
        end
    end

    assign unused = next_grant != 0;

    always @* begin
        following = slot;
        if (clear || !valid) begin
            following = 0;
            if (start_valid) begin
                following = start_slot;
            end
        end else if (end_valid && (end_slot == slot)) begin
            following = next_index;
        end
    end

    assign slot_next = following;

    always @(posedge clock) begin
        if (reset) begin
            valid <= 1'b0;
            slot <= 0;
        end else begin
            slot <= following;
            if (clear || !valid) begin
                valid <= start_valid;
            end else if (end_valid && (end_slot == slot)) begin
                valid <= active_next != 0;
            end
        end
    end

endmodule

`default_nettype wire
