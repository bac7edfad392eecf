// SPDX-License-Identifier: Apache-2.0
// medic_tuner: part of medic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Tunes the boundary between mostly-miss and balanced warps of one SM (specification section 2.3):
// by how much replies miss more often than those of warps that are profiled, which never bypass.
module medic_tuner #(
    parameter BITS = 16,
    parameter LEAST = 64,  // Least replies of each kind.
    parameter RISE_1 = 5,  // Rise for one step, and for more.
    parameter RISE_2 = 10,
    parameter RISE_3 = 15,
    parameter RISE_4 = 20,
    parameter LO_0 = 20,   // The boundary, and the lowered ones.
    parameter LO_1 = 15,
    parameter LO_2 = 10,
    parameter LO_3 = 5,
    parameter LO_4 = 0
) (
    input  wire       clock,     // SM clock.
    input  wire       reset,     // Synchronous reset, active high.
    // The epoch ends in this cycle; a reply of this cycle is not counted.
    input  wire       epoch_end,
    input  wire       reply,     // A reply arrives.
    input  wire       prof,      // Its warp was being profiled when its request left.
    input  wire       miss,      // It was a miss, or bypassed the L2.
    output reg  [6:0] boundary   // The boundary in percent.
);

    localparam [3:0] STEPS = 4'd15;
    localparam [3:0] HALF = 4'd9; // The last of the first seven.
    localparam [3:0] LAST = 4'd1;

    wire            turn;                 // The first percentage is found in this cycle.
    wire            decide;
    // Percentage of now over that of the profiled, two's complement.
    wire [7:0]      rise;
    wire [6:0]      risen;
    // Cycles until the new boundary is decided on (P12): one for each bit of the two percentages,
    // and one.
    reg  [3:0]      left;
    reg  [BITS-1:0] held_replies;         // Replies and misses of now at the end of the epoch.
    reg  [BITS-1:0] held_misses;
    reg  [6:0]      reference_rate;       // Percentage of misses of the profiled.
    reg             enough;               // The last epoch had replies enough of both kinds.
    // Steps by which the boundary is lowered: so many ones, from the lowest bit on.
    reg  [3:0]      lowered;
    wire [BITS-1:0] reference_replies;
    wire [BITS-1:0] reference_misses;
    wire [BITS-1:0] current_replies;
    wire [BITS-1:0] current_misses;
    reg  [BITS-1:0] divider_part;
    reg  [BITS-1:0] divider_whole;
    wire [6:0]      divider_percent;
    wire [6:0]      divider_percent_next;

    medic_samples #(.BITS(BITS)) reference (
        .clock   (clock),
        .reset   (reset),
        .clear   (epoch_end),
        .count   (reply && prof),
        .miss    (miss),
        .replies (reference_replies),
        .misses  (reference_misses)
    );

    medic_samples #(.BITS(BITS)) current (
        .clock   (clock),
        .reset   (reset),
        .clear   (epoch_end),
        .count   (reply && !prof),
        .miss    (miss),
        .replies (current_replies),
        .misses  (current_misses)
    );

    medic_percent #(.BITS(BITS)) divider (
        .clock        (clock),
        .start        (epoch_end || turn),
        .part         (divider_part),
        .whole        (divider_whole),
        .step         (left != 4'd0),
        .percent      (divider_percent),
        .percent_next (divider_percent_next)
    );

    always @(posedge clock) begin
        if (reset) begin
            enough <= 1'b0;
        end else if (epoch_end) begin
            enough <= (reference_replies >= LEAST[BITS-1:0])
                && (current_replies >= LEAST[BITS-1:0]);
        end
    end

    // After the end of the epoch the two miss rates, one after the other.
    assign turn = left == HALF;
    assign decide = left == LAST;

    always @(posedge clock) begin
        if (reset) begin
            left <= 4'd0;
        end else if (epoch_end) begin
            left <= STEPS;
        end else if (left != 4'd0) begin
            left <= left - 4'd1;
        end
    end

    always @(posedge clock) begin
        if (epoch_end) begin
            held_replies <= current_replies;
            held_misses <= current_misses;
        end
    end

    always @* begin
        divider_part = reference_misses;
        divider_whole = reference_replies;
        if (turn) begin
            divider_part = held_misses;
            divider_whole = held_replies;
        end
    end

    always @(posedge clock) begin
        if (turn) begin
            reference_rate <= divider_percent_next;
        end
    end

    // Lowered at once, raised by a step an epoch.
    assign rise = {1'b0, divider_percent} - {1'b0, reference_rate};
    assign risen = rise[6:0];

    always @(posedge clock) begin : update_lowered
        reg [3:0] measured;
        if (reset) begin
            lowered <= 4'd0;
        end else begin
            measured = 4'd0;
            if (!rise[7]) begin
                measured[0] = risen >= RISE_1[6:0];
                measured[1] = risen >= RISE_2[6:0];
                measured[2] = risen >= RISE_3[6:0];
                measured[3] = risen >= RISE_4[6:0];
            end
            if (decide && enough) begin
                lowered <= measured | (lowered >> 1);
            end
        end
    end

    always @* begin
        boundary = LO_0[6:0];
        if (lowered[0]) begin
            boundary = LO_1[6:0];
        end
        if (lowered[1]) begin
            boundary = LO_2[6:0];
        end
        if (lowered[2]) begin
            boundary = LO_3[6:0];
        end
        if (lowered[3]) begin
            boundary = LO_4[6:0];
        end
    end

endmodule

`default_nettype wire
