// SPDX-License-Identifier: Apache-2.0
// apogee_training: part of apogee, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// What a load does to its entry (specification sections 2.2 to 2.4). Its entry and its lanes are
// weighed in one cycle; its commit decides in a later one, when state and outcome are known.
// Lane -1 of a warp is one before lane 0: the address of lane 0 is one offset above its own.
module apogee_training #(
    parameter WARPS = 4,
    parameter LANE = 5,
    parameter ADDRESS = 28,
    parameter OFFSET = 8,
    parameter CONF = 8,
    parameter DIST = 6,
    parameter ITER = 12,
    // A prefetch is too late only for a load that did not hit (A5).
    parameter [0:0] SLOW_REQUIRES_MISS = 1'b1,
    // The iteration before the one at the distance is offered as well (A11).
    parameter [0:0] GAP_FILL = 1'b1,
    // One change of the distance per round of the warps (A25).
    parameter [0:0] RATE_LIMIT = 1'b1,
    // What follows from these; not to be set.
    parameter WARP = ($clog2(WARPS) > 1 ? $clog2(WARPS) : 1),
    parameter RUNNING = $clog2(WARPS + 1),
    parameter COUNT = LANE + 1,
    parameter ITER_SIGNED = ((ITER + 1) < ADDRESS ? ITER + 1 : ADDRESS),
    parameter STEP = ((OFFSET + ITER) < ADDRESS ? OFFSET + ITER : ADDRESS),
    parameter PLACE = WARP + LANE,
    parameter AHEAD_ADD = ((WARP + LANE) > ITER ? WARP + LANE : ITER) + 2,
    parameter AHEAD = (AHEAD_ADD < ADDRESS ? AHEAD_ADD : ADDRESS),
    parameter OFFSET_BITS = OFFSET - 1,
    parameter DIST_DISTANCE = DIST + 1,
    parameter SUM = (CONF > COUNT ? CONF : COUNT) + 1,
    parameter OVER = SUM - CONF,
    parameter ITER_WIDE = ITER + 1
) (
    input  wire               clock,            // SM clock.
    // A load is weighed: the inputs up to `running` are its own.
    input  wire               weigh,
    input  wire [ADDRESS-1:0] entry_address,    // Its entry, or a new one.
    input  wire [OFFSET-1:0]  entry_offset,
    input  wire [CONF-1:0]    entry_confidence,
    input  wire [LANE-1:0]    entry_lane,
    input  wire [DIST-1:0]    entry_distance,
    input  wire [WARP-1:0]    entry_warp,
    input  wire [WARP-1:0]    entry_since,
    input  wire [WARP-1:0]    warp,             // Its warp.
    // Its active lanes, the offset that they show, the last of them and its address.
    input  wire [COUNT-1:0]   active,
    input  wire [OFFSET-1:0]  offset,
    input  wire [LANE-1:0]    lane,
    input  wire [ADDRESS-1:0] address,
    input  wire [ITER-1:0]    threads,          // Threads that advance together.
    input  wire [RUNNING-1:0] running,          // Running warps.
    input  wire               commits,          // It commits: the inputs from here on are its own.
    input  wire               linear,           // Its lanes are on one line.
    input  wire               is_sent,          // State of its entry and warp: sent, filled.
    input  wire               is_filled,
    input  wire               miss,             // Its outcome.
    input  wire               merged,
    output wire               trains,           // It teaches or confirms the offset.
    output wire               trusted,          // It goes by the offset.
    output wire               mismatch,         // It does not: the entry starts again.
    output wire               grows,            // The distance grows, or shrinks.
    output wire               shrinks,
    output reg  [OFFSET-1:0]  new_offset,       // The entry afterwards.
    output reg  [CONF-1:0]    new_confidence,
    output reg  [DIST-1:0]    new_distance,
    output reg  [WARP-1:0]    new_since,
    output reg  [STEP-1:0]    iteration,        // Bytes from an iteration to the next.
    // Address of lane -1, as many iterations ahead as the entry's distance was.
    output wire [ADDRESS-1:0] target,
    // Distance after less distance before, less the iteration that is offered as well.
    output reg  [2:0]         shift,
    output reg                both              // Two iterations are offered.
);

    localparam [DIST-1:0] ONE_DISTANCE = 1;
    localparam [COUNT-1:0] ONE_ACTIVE = 1;
    localparam [COUNT-1:0] TWO_ACTIVE = 2;
    localparam [SUM-1:0] TWO_MORE = 2;
    localparam [CONF-1:0] FULL = {CONF{1'b1}};

    wire [SUM-1:0]       more;
    wire [SUM-1:0]       sum;
    wire [RUNNING-1:0]   last_warp;
    wire [PLACE-1:0]     here;
    wire [PLACE-1:0]     there;
    wire [ITER_WIDE-1:0] threads_signed;
    wire [AHEAD_ADD-1:0] threads_on;
    wire [AHEAD_ADD-1:0] threads_next;
    wire [AHEAD_ADD-1:0] threads_wide;
    wire                 goes_by;
    wire                 teaches;
    wire                 starts_again;
    wire                 predicted;
    wire                 late;
    wire                 early;
    // Unless it was too early: the distance, what is counted since it has changed, whether two
    // iterations are offered, and from where on.
    reg  [DIST-1:0]      far;
    reg  [WARP-1:0]      since;
    wire                 two;
    reg  [2:0]           ahead;
    wire                 two_closer;             // The same of the shorter distance.
    reg  [2:0]           ahead_closer;
    reg                  weighed;                // Until its commit.
    // The offset that it shows, and its entry's distance.
    reg  [OFFSET-1:0]    shown;
    reg  [DIST-1:0]      distance;
    reg                  single;                 // One, two, more active lanes.
    reg                  pair;
    reg                  many;
    reg                  same;                   // The entry's offset is the one that is shown.
    reg                  untrained;
    reg  [OFFSET-1:0]    old_offset;
    reg  [CONF-1:0]      old_confidence;
    reg  [CONF-1:0]      raised;
    reg  [DIST-1:0]      farther;
    reg  [DIST-1:0]      closer;
    reg                  can_grow;
    reg                  can_shrink;
    reg                  may;                    // The distance may change.
    reg  [WARP-1:0]      older;
    reg  [ADDRESS-1:0]   origin;                 // Address of lane -1.
    // From the entry's last access to this one: bytes, and threads, in the same iteration and in
    // the next.
    reg  [ADDRESS-1:0]   moved;
    reg  [AHEAD-1:0]     same_iteration;
    reg  [AHEAD-1:0]     next_iteration;
    wire [ADDRESS-1:0]   from_lane_sum;
    wire [ADDRESS-1:0]   from_lane_carry;
    wire [ADDRESS-1:0]   origin_sum_sum;
    wire [STEP-1:0]      per_iteration_sum;
    wire [STEP-1:0]      per_iteration_carry;
    wire [STEP-1:0]      step_sum_sum;
    wire                 expected_enable;
    wire [ADDRESS-1:0]   expected_sum;
    wire [ADDRESS-1:0]   expected_carry;
    wire [ADDRESS-1:0]   expected_next_sum;
    wire [ADDRESS-1:0]   expected_next_carry;
    wire                 is_expected_equal;
    wire                 is_expected_next_equal;
    wire [ADDRESS-1:0]   to_target_sum;
    wire [ADDRESS-1:0]   to_target_carry;

    scaled #(.STRIDE(OFFSET), .ADDRESS(ADDRESS), .BITS(LANE)) from_lane (
        .enable   (weigh),
        .base     (address),
        .stride   (offset),
        .distance (~{{(COUNT - LANE){1'b0}}, lane}),
        .sum      (from_lane_sum),
        .carry    (from_lane_carry)
    );

    prefix_adder #(.W(ADDRESS)) origin_sum (
        .a   (from_lane_sum),
        .b   (from_lane_carry),
        .sum (origin_sum_sum)
    );

    scaled #(.STRIDE(ITER_SIGNED), .ADDRESS(STEP), .BITS(OFFSET_BITS)) per_iteration (
        .enable   (weigh),
        .base     ({STEP{1'b0}}),
        .stride   (threads_signed[ITER_SIGNED-1:0]),
        .distance (offset),
        .sum      (per_iteration_sum),
        .carry    (per_iteration_carry)
    );

    prefix_adder #(.W(STEP)) step_sum (
        .a   (per_iteration_sum),
        .b   (per_iteration_carry),
        .sum (step_sum_sum)
    );

    scaled #(.STRIDE(AHEAD), .ADDRESS(ADDRESS), .BITS(OFFSET_BITS)) expected (
        .enable   (expected_enable),
        .base     ({ADDRESS{1'b0}}),
        .stride   (same_iteration),
        .distance (shown),
        .sum      (expected_sum),
        .carry    (expected_carry)
    );

    scaled #(.STRIDE(AHEAD), .ADDRESS(ADDRESS), .BITS(OFFSET_BITS)) expected_next (
        .enable   (weighed),
        .base     ({ADDRESS{1'b0}}),
        .stride   (next_iteration),
        .distance (shown),
        .sum      (expected_next_sum),
        .carry    (expected_next_carry)
    );

    sum_is #(.W(ADDRESS), .LOW(0)) is_expected (
        .a     (expected_sum),
        .b     (expected_carry),
        .c     (moved),
        .equal (is_expected_equal)
    );

    sum_is #(.W(ADDRESS), .LOW(0)) is_expected_next (
        .a     (expected_next_sum),
        .b     (expected_next_carry),
        .c     (moved),
        .equal (is_expected_next_equal)
    );

    scaled #(.STRIDE(STEP), .ADDRESS(ADDRESS), .BITS(DIST)) to_target (
        .enable   (weighed),
        .base     (origin),
        .stride   (iteration),
        .distance ({{(DIST_DISTANCE - DIST){1'b0}}, distance}),
        .sum      (to_target_sum),
        .carry    (to_target_carry)
    );

    prefix_adder #(.W(ADDRESS)) target_sum (
        .a   (to_target_sum),
        .b   (to_target_carry),
        .sum (target)
    );

    // Weighing: what does not depend on the outcome.
    assign more = {{(SUM - COUNT){1'b0}}, active} - TWO_MORE;
    assign sum = {{(SUM - CONF){1'b0}}, entry_confidence} + more;
    assign last_warp = running - 1'b1;
    assign threads_signed = {{(ITER_WIDE - ITER){1'b0}}, threads};
    assign here = {warp, lane};
    assign there = {entry_warp, entry_lane};
    assign threads_on = {{(AHEAD_ADD - PLACE){1'b0}}, here} - {{(AHEAD_ADD - PLACE){1'b0}}, there};
    assign threads_wide = {{(AHEAD_ADD - ITER){1'b0}}, threads};
    assign threads_next = threads_on + threads_wide;

    always @(posedge clock) begin
        if (commits) begin
            weighed <= 1'b0;
        end
        if (weigh) begin
            weighed <= 1'b1;
            shown <= offset;
            single <= active == ONE_ACTIVE;
            pair <= active == TWO_ACTIVE;
            many <= active > TWO_ACTIVE;
            same <= offset == entry_offset;
            untrained <= entry_confidence == 0;
            old_offset <= entry_offset;
            old_confidence <= entry_confidence;
            raised <= sum[CONF-1:0];
            if (sum[CONF +: OVER] != 0) begin
                raised <= FULL;
            end
            distance <= entry_distance;
            farther <= entry_distance + 1'b1;
            closer <= entry_distance - 1'b1;
            can_grow <= !(&entry_distance);
            can_shrink <= entry_distance != ONE_DISTANCE;
            may <= !RATE_LIMIT || ({{(RUNNING - WARP){1'b0}}, entry_since} == last_warp);
            older <= entry_since;
            if ({{(RUNNING - WARP){1'b0}}, entry_since} != last_warp) begin
                older <= entry_since + 1'b1;
            end
            origin <= origin_sum_sum;
            iteration <= step_sum_sum;
            moved <= address - entry_address;
            same_iteration <= threads_on[AHEAD-1:0];
            next_iteration <= threads_next[AHEAD-1:0];
        end
    end

    // The commit: what the load has shown.
    assign teaches = many && linear && (untrained || same);
    assign goes_by = teaches || (pair && linear && same && !untrained);
    assign starts_again = !goes_by && !single;
    assign trains = teaches;
    assign trusted = goes_by;
    assign mismatch = starts_again;

    always @* begin
        new_offset = old_offset;
        new_confidence = old_confidence;
        if (teaches) begin
            new_offset = shown;
            new_confidence = raised;
        end
        if (starts_again) begin
            new_confidence = 0;
        end
    end

    // Whether it is where the offset predicts, in the same iteration or in the next.
    assign expected_enable = weighed;
    assign predicted = is_expected_equal || is_expected_next_equal;

    // Too late, or too early.
    assign late = may
        && is_sent
        && (miss || merged || !SLOW_REQUIRES_MISS)
        && can_grow
        && !starts_again;
    assign early = may && is_filled && miss && predicted && can_shrink && goes_by;
    assign grows = late;
    assign shrinks = early;

    always @* begin
        far = distance;
        since = older;
        if (late) begin
            far = farther;
            since = 0;
        end
        if (starts_again) begin
            far = ONE_DISTANCE;
            since = 0;
        end
    end

    // What is prefetched.
    assign two = GAP_FILL && (far != ONE_DISTANCE);

    always @* begin
        ahead = 3'd0;
        if (late) begin
            ahead = 3'd1;
        end
        if (two) begin
            ahead = ahead - 3'd1;
        end
    end

    // Whether it is too early is known last.
    assign two_closer = GAP_FILL && (closer != ONE_DISTANCE);

    always @* begin
        ahead_closer = 3'd7;
        if (two_closer) begin
            ahead_closer = 3'd6;
        end
    end

    always @* begin
        new_distance = far;
        new_since = since;
        both = two;
        shift = ahead;
        if (early) begin
            new_distance = closer;
            new_since = 0;
            both = two_closer;
            shift = ahead_closer;
        end
    end

endmodule

`default_nettype wire
