// SPDX-License-Identifier: Apache-2.0
// cta_sched_pending: part of cta_prefetch, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The pending warp that is promoted to the ready queue (specification section 2.4, step 3): a
// leading one, else one of the leading CTA, else any; of each class the first behind that which was
// promoted last, in cyclic order.
// The three classes are searched side by side, each in both halves of the order.
module cta_sched_pending #(
    parameter WARPS = 48,
    // What follows from these; not to be set.
    parameter WARP = $clog2(WARPS)
) (
    input  wire             clock,    // SM clock.
    input  wire             reset,    // Synchronous reset, active high.
    input  wire             clear,    // The order begins at warp 0 again.
    input  wire [WARPS-1:0] ready,    // Pending warps that are not stalled.
    input  wire [WARPS-1:0] marked,   // Warps that are marked as leading.
    input  wire [WARPS-1:0] leading,  // Warps of the leading CTA.
    input  wire             hold,     // Only marked warps may be promoted.
    input  wire             promoted, // The warp is promoted.
    output wire             valid,    // There is a warp to promote.
    output wire [WARP-1:0]  warp      // That warp.
);

    localparam [WARPS-1:0] ALL = {WARPS{1'b1}};

    reg  [WARPS-1:0] behind;               // Warps behind it.
    wire [WARPS-1:0] first_class;
    wire [WARPS-1:0] second_class;
    reg  [WARP-1:0]  choice;
    // A warp has been promoted since the order began at warp 0.
    reg              moved;
    reg  [WARP-1:0]  last;                 // The warp promoted last.
    wire [WARP-1:0]  marked_behind_index;
    wire [WARP-1:0]  marked_any_index;
    wire [WARP-1:0]  leading_behind_index;
    wire [WARP-1:0]  leading_any_index;
    wire [WARP-1:0]  ready_behind_index;
    wire [WARP-1:0]  ready_any_index;

    first_index #(.N(WARPS)) marked_behind (
        .requests (first_class & behind),
        .index    (marked_behind_index)
    );

    first_index #(.N(WARPS)) marked_any (
        .requests (first_class),
        .index    (marked_any_index)
    );

    first_index #(.N(WARPS)) leading_behind (
        .requests (second_class & behind),
        .index    (leading_behind_index)
    );

    first_index #(.N(WARPS)) leading_any (
        .requests (second_class),
        .index    (leading_any_index)
    );

    first_index #(.N(WARPS)) ready_behind (
        .requests (ready & behind),
        .index    (ready_behind_index)
    );

    first_index #(.N(WARPS)) ready_any (
        .requests (ready),
        .index    (ready_any_index)
    );

    always @* begin
        behind = ALL;
        if (moved) begin
            behind = (ALL << last) << 1;
        end
    end

    assign first_class = ready & marked;
    assign second_class = ready & leading;

    always @* begin
        choice = ready_any_index;
        if ((ready & behind) != {WARPS{1'b0}}) begin
            choice = ready_behind_index;
        end
        if (second_class != 0) begin
            choice = leading_any_index;
        end
        if ((second_class & behind) != {WARPS{1'b0}}) begin
            choice = leading_behind_index;
        end
        if (first_class != 0) begin
            choice = marked_any_index;
        end
        if ((first_class & behind) != {WARPS{1'b0}}) begin
            choice = marked_behind_index;
        end
    end

    assign warp = choice;
    assign valid = (first_class != 0) || ((ready != 0) && !hold);

    always @(posedge clock) begin
        if (reset) begin
            moved <= 1'b0;
            last <= 0;
        end else begin
            if (promoted) begin
                moved <= 1'b1;
                last <= choice;
            end
            // A new kernel begins at warp 0.
            if (clear) begin
                moved <= 1'b0;
            end
        end
    end

endmodule

`default_nettype wire
