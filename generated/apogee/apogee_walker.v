// SPDX-License-Identifier: Apache-2.0
// apogee_walker: part of apogee, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The lane walker (specification section 2.2): whether the addresses of a load's active lanes are
// linear in the lane's number, and with which offset. The first two active lanes give the offset,
// and all lanes of each beat are held to it at once: all pairs have one exact ratio if, and only
// if, all addresses are on one line. A beat a cycle. What a load shows is known at the end of the
// third cycle after its last beat, and then waits for its commit.
module apogee_walker #(
    parameter LANES = 8,
    parameter LANE = 5,
    parameter ADDRESS = 28,
    parameter OFFSET = 8,
    parameter WAIT = 4,
    parameter [0:0] GENERAL_DIV = 1'b1,  // Gaps that are no powers of two are divided by.
    // What follows from these; not to be set.
    parameter PLACE = ($clog2(LANES) > 1 ? $clog2(LANES) : 1),
    parameter COUNT = LANE + 1,
    parameter ADDRESSES = LANES * ADDRESS,
    parameter SPAN = OFFSET + LANE,
    parameter REST = ADDRESS + 1 - SPAN,
    parameter BEAT = $clog2(LANES + 1),
    parameter WALK = ADDRESS + LANE + OFFSET + COUNT + 1
) (
    input  wire                 clock,          // SM clock.
    input  wire                 reset,          // Synchronous reset, active high.
    input  wire                 clear,          // Forget all loads at the end of this cycle.
    input  wire                 take,           // A beat is taken.
    input  wire                 take_first,     // It is the first, the last one of its load.
    input  wire                 take_last,
    input  wire [LANES-1:0]     take_mask,      // Its active lanes.
    input  wire [ADDRESSES-1:0] take_addresses, // Their addresses.
    input  wire                 commit,         // The oldest load leaves.
    // The load that will be the oldest one in the next cycle, if none leaves in this one: its
    // active lanes.
    output wire [COUNT-1:0]     next_active,
    output wire [OFFSET-1:0]    next_offset,    // Their offset from lane to lane, if there are two.
    output wire [LANE-1:0]      next_lane,      // The last active lane, and its address.
    output wire [ADDRESS-1:0]   next_address,
    // The oldest load: its last active lane and address, and whether its active lanes are on one
    // line.
    output wire [LANE-1:0]      lane,
    output wire [ADDRESS-1:0]   address,
    output wire                 linear
);

    localparam [WAIT-1:0] ALL_WALKS = {WAIT{1'b1}};
    localparam SIGN_AT = SPAN - 1; // Sign of a difference.
    // Where active lanes, offset, lane and address are in what waits, above whether they are
    // linear.
    localparam [31:0] ACTIVE_AT = 32'd1;
    localparam OFFSET_AT = COUNT + 1;
    localparam LANE_AT = OFFSET + COUNT + 1;
    localparam ADDRESS_AT = LANE + OFFSET + COUNT + 1;

    reg  [COUNT-1:0]          start;
    reg  [COUNT-1:0]          count;
    reg                       seen;
    wire                      some;
    wire [LANE-1:0]           first_lane;
    wire [LANE-1:0]           last_lane;
    wire [COUNT-1:0]          now_active;
    wire [ADDRESS-1:0]        step;
    wire [REST-1:0]           high;
    wire [LANE-1:0]           lane_gap;
    wire                      is_known;
    wire                      fits;
    wire                      finished;
    wire [WALK-1:0]           walk;
    reg  [WALK-1:0]           next_walk;
    wire [WALK-1:0]           oldest;
    wire [WAIT-1:0]           used;
    // Loads behind the oldest are of no use yet, nor is how many wait.
    reg                       unused;
    reg  [COUNT-1:0]          passed;             // Lanes of the load before this beat.
    reg  [COUNT-1:0]          counted;            // Active ones of them.
    // There are some: of the last beat that had any, the first one and its address, then the last
    // one and its address.
    reg                       has_seen;
    reg  [LANE-1:0]           seen_lane;
    reg  [ADDRESS-1:0]        seen_address;
    reg  [LANE-1:0]           seen_last;
    reg  [ADDRESS-1:0]        seen_last_address;
    reg                       q_valid;            // The beat while the quotient is found: `q_`.
    reg                       q_first;
    reg                       q_last;
    reg  [LANES-1:0]          q_mask;
    reg  [PLACE-1:0]          q_place;
    reg  [(LANES * SPAN)-1:0] q_away;
    reg  [SPAN-1:0]           q_step;
    reg  [LANE-1:0]           q_gap;
    reg                       q_joined;           // It continues a beat with an active lane.
    reg                       q_far;              // Some lane is too far away to be on the line.
    reg                       q_pair;             // It shows an offset.
    reg  [COUNT-1:0]          q_active;
    reg  [LANE-1:0]           q_lane;
    reg  [ADDRESS-1:0]        q_address;
    reg                       known;              // The load has shown its offset.
    reg  [OFFSET-1:0]         slope;
    // The beat while its lanes are held to the line: `l_`.
    reg                       l_valid;
    reg                       l_first;
    reg                       l_last;
    reg  [LANES-1:0]          l_mask;
    reg  [PLACE-1:0]          l_place;
    reg  [(LANES * SPAN)-1:0] l_away;
    reg  [SPAN-1:0]           l_step;
    reg  [LANE-1:0]           l_gap;
    reg                       l_joined;
    // Some lane is too far away, or the gap is one that is not divided by.
    reg                       l_far;
    reg  [COUNT-1:0]          l_active;
    reg  [LANE-1:0]           l_lane;
    reg  [ADDRESS-1:0]        l_address;
    reg                       is_linear;
    wire                      beat_valid;
    wire                      beat_first;
    wire                      beat_last;
    wire [LANES-1:0]          beat_mask;
    wire                      beat_pair;
    wire [PLACE-1:0]          beat_place;
    wire [PLACE-1:0]          beat_second;
    wire [PLACE-1:0]          beat_final_place;
    wire [ADDRESS-1:0]        beat_address;
    wire [ADDRESS-1:0]        beat_final_address;
    wire [(LANES * SPAN)-1:0] beat_away;
    wire [LANES-1:0]          beat_near;
    wire [SPAN-1:0]           beat_second_away;
    wire [BEAT-1:0]           counter_ones;
    reg  [SPAN-1:0]           divider_difference;
    reg  [LANE-1:0]           divider_gap;
    wire [OFFSET-1:0]         divider_quotient;
    wire                      divider_plain;
    wire                      line_enable;
    wire                      line_linear;
    wire                      line_continues;
    wire [(WAIT * WALK)-1:0]  walks_words;
    wire [WALK-1:0]           walks_first_next;
    wire [WAIT-1:0]           walks_used;

    apogee_beat #(.LANES(LANES), .ADDRESS(ADDRESS), .SPAN(SPAN)) beat (
        .clock          (clock),
        .reset          (reset),
        .clear          (clear),
        .take           (take),
        .take_first     (take_first),
        .take_last      (take_last),
        .take_mask      (take_mask),
        .take_addresses (take_addresses),
        .valid          (beat_valid),
        .first          (beat_first),
        .last           (beat_last),
        .mask           (beat_mask),
        .pair           (beat_pair),
        .place          (beat_place),
        .second         (beat_second),
        .final_place    (beat_final_place),
        .address        (beat_address),
        .final_address  (beat_final_address),
        .away           (beat_away),
        .near           (beat_near),
        .second_away    (beat_second_away)
    );

    popcount #(.N(LANES)) counter (
        .enable (beat_valid),
        .bits   (beat_mask),
        .ones   (counter_ones)
    );

    apogee_quotient #(.OFFSET(OFFSET), .LANE(LANE)) divider (
        .clock      (clock),
        .difference (divider_difference),
        .gap        (divider_gap),
        .quotient   (divider_quotient),
        .plain      (divider_plain)
    );

    apogee_line #(.LANES(LANES), .LANE(LANE), .OFFSET(OFFSET)) line (
        .enable    (line_enable),
        .mask      (l_mask),
        .first     (l_place),
        .away      (l_away),
        .step      (l_step),
        .gap       (l_gap),
        .offset    (slope),
        .linear    (line_linear),
        .continues (line_continues)
    );

    shift_list #(.N(WAIT), .W(WALK)) walks (
        .clock      (clock),
        .reset      (reset),
        .clear      (clear),
        .take       (commit),
        .up         (ALL_WALKS),
        .offer      (finished),
        .push       (finished),
        .data       (walk),
        .words      (walks_words),
        .first_next (walks_first_next),
        .used       (walks_used)
    );

    // A cycle after the beat: where it is in the load, and what lies before it.
    always @* begin
        start = passed;
        count = counted;
        seen = has_seen;
        if (beat_first) begin
            start = 0;
            count = 0;
            seen = 1'b0;
        end
    end

    assign some = beat_mask != 0;
    assign first_lane = start[LANE-1:0] + {{(LANE - PLACE){1'b0}}, beat_place};
    assign step = beat_address - seen_address;
    assign high = step[SIGN_AT +: REST];
    assign lane_gap = first_lane - seen_lane;
    assign last_lane = start[LANE-1:0] + {{(LANE - PLACE){1'b0}}, beat_final_place};

    always @(posedge clock) begin : update_passed
        reg [LANE-1:0] now_lane;
        reg [ADDRESS-1:0] now_address;
        now_lane = seen_last;
        now_address = seen_last_address;
        if (some) begin
            now_lane = last_lane;
            now_address = beat_final_address;
        end
        if (beat_valid) begin
            passed <= start + LANES[COUNT-1:0];
            counted <= now_active;
            has_seen <= seen || some;
            seen_last <= now_lane;
            seen_last_address <= now_address;
            if (some) begin
                seen_lane <= first_lane;
                seen_address <= beat_address;
            end
        end
        if (beat_valid) begin
            q_first <= beat_first;
            q_last <= beat_last;
            q_mask <= beat_mask;
            q_place <= beat_place;
            q_away <= beat_away;
            q_step <= step[SPAN-1:0];
            q_gap <= lane_gap;
            q_joined <= seen && some;
            q_far <= ((beat_mask & ~beat_near) != {LANES{1'b0}})
                || (seen && some && (high != 0) && !(&high));
            q_pair <= beat_pair || (seen && some);
            q_active <= now_active;
            q_lane <= now_lane;
            q_address <= now_address;
        end
    end

    assign now_active = count + {{(COUNT - BEAT){1'b0}}, counter_ones};

    // The offset shows between the first two lanes: of this beat, or of the one before and this.
    always @* begin
        divider_difference = beat_second_away;
        divider_gap = {{(LANE - PLACE){1'b0}}, beat_second} - {{(LANE - PLACE){1'b0}}, beat_place};
        if (seen) begin
            divider_difference = step[SPAN-1:0];
            divider_gap = lane_gap;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            q_valid <= 1'b0;
        end else begin
            q_valid <= beat_valid && !clear;
        end
    end

    // Two cycles: the offset.
    assign is_known = known && !q_first;

    always @(posedge clock) begin
        if (q_valid) begin
            known <= is_known || q_pair;
            if (!is_known) begin
                slope <= divider_quotient;
            end
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            l_valid <= 1'b0;
        end else begin
            l_valid <= q_valid && !clear;
        end
    end

    always @(posedge clock) begin
        if (q_valid) begin
            l_first <= q_first;
            l_last <= q_last;
            l_mask <= q_mask;
            l_place <= q_place;
            l_away <= q_away;
            l_step <= q_step;
            l_gap <= q_gap;
            l_joined <= q_joined;
            l_far <= q_far || (q_pair && !is_known && !divider_plain && !GENERAL_DIV);
            l_active <= q_active;
            l_lane <= q_lane;
            l_address <= q_address;
        end
    end

    // Three cycles: all lanes are on the line, or not.
    assign line_enable = l_valid;
    assign fits = !l_far && line_linear && (line_continues || !l_joined) && (is_linear || l_first);

    always @(posedge clock) begin
        if (l_valid) begin
            is_linear <= fits;
        end
    end

    assign finished = l_valid && l_last;
    assign walk = {l_address, l_lane, slope, l_active, fits};
    assign used = walks_used;

    // A load may be weighed in the cycle in which it begins to wait.
    always @* begin
        next_walk = walk;
        if (used[0]) begin
            next_walk = walks_words[(0 * WALK) +: WALK];
        end
    end

    assign next_active = next_walk[ACTIVE_AT +: COUNT];
    assign next_offset = next_walk[OFFSET_AT +: OFFSET];
    assign next_lane = next_walk[LANE_AT +: LANE];
    assign next_address = next_walk[ADDRESS_AT +: ADDRESS];
    assign oldest = walks_words[(0 * WALK) +: WALK];
    assign lane = oldest[LANE_AT +: LANE];
    assign address = oldest[ADDRESS_AT +: ADDRESS];
    assign linear = oldest[0];

    always @* begin : compute_unused
        integer i;
        unused = (walks_first_next != 0) || (used != 0) || next_walk[0] || (oldest != 0);
        for (i = 0; i < WAIT; i = i + 1)
            unused = unused || (walks_words[(i * WALK) +: WALK] != 0);
    end

endmodule

`default_nettype wire
