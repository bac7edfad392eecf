// SPDX-License-Identifier: Apache-2.0
// apogee_generator: part of apogee, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The line generator (specification section 2.3, decisions P21 and P22): takes a job, and has a
// line at hand in each cycle from the next one on until the job is done. Offsets of at most a line
// give consecutive lines, larger ones a line per lane; both end at the line of the last lane. A job
// may have two groups, one iteration apart.
module apogee_generator #(
    parameter ADDRESS = 28,
    parameter OFFSET = 8,
    parameter LANE = 5,
    parameter STEP = 20,
    parameter ENTRY = 6,
    parameter WARP = 2,
    parameter LOW = 31   // Bits of an address inside a line.
) (
    input  wire               clock,         // SM clock.
    input  wire               reset,         // Synchronous reset, active high.
    input  wire               clear,         // Forget the job at the end of this cycle.
    input  wire               job_valid,     // There is a job.
    input  wire [ADDRESS-1:0] job_target,    // Address of lane -1 in some iteration.
    input  wire [2:0]         job_shift,     // Iterations from that to the first group.
    input  wire               job_both,      // There is a second group.
    input  wire [STEP-1:0]    job_iteration, // Bytes from an iteration to the next.
    input  wire [OFFSET-1:0]  job_offset,    // Offset from lane to lane.
    input  wire [ENTRY-1:0]   job_entry,     // Entry and warp.
    input  wire [WARP-1:0]    job_warp,
    output wire               pop,           // The job is taken.
    input  wire               accept,        // The line at hand is queued.
    output reg                line_v,        // A line is at hand.
    output wire [ADDRESS-1:0] line,          // That line.
    output reg  [ENTRY-1:0]   entry,         // Entry and warp of the job.
    output reg  [WARP-1:0]    warp,
    output reg                first          // It is the first line of the job.
);

    localparam OFFSET_SIGN = OFFSET - 1;
    localparam STEP_SIGN = STEP - 1;

    wire [ADDRESS-1:0]       in_line;
    reg  [ADDRESS-1:0]       job_wide;
    wire                     takes;
    wire                     group_done;
    reg                      second;
    reg  [ADDRESS-1:0]       cursor;             // An address in the line at hand.
    reg  [ADDRESS-1:0]       first_lane;         // Address of lane 0, and of the last lane.
    reg  [ADDRESS-1:0]       last;
    reg  [OFFSET-1:0]        offset;
    reg  [STEP-1:0]          iteration;
    wire [ADDRESS-1:0]       group_sum;
    wire [ADDRESS-1:0]       group_carry;
    reg  [(3 * ADDRESS)-1:0] from_first_addends;
    wire [ADDRESS-1:0]       from_first_sum;
    wire [ADDRESS-1:0]       from_first_carry;
    reg  [(3 * ADDRESS)-1:0] from_last_addends;
    wire [ADDRESS-1:0]       from_last_sum;
    wire [ADDRESS-1:0]       from_last_carry;
    wire [ADDRESS-1:0]       first_sum_sum;
    wire [ADDRESS-1:0]       last_sum_sum;

    scaled #(.STRIDE(STEP), .ADDRESS(ADDRESS), .BITS(2)) group (
        .enable   (job_valid),
        .base     (job_target),
        .stride   (job_iteration),
        .distance (job_shift),
        .sum      (group_sum),
        .carry    (group_carry)
    );

    carry_save #(.N(3), .W(ADDRESS)) from_first (
        .enable  (1'b1),
        .addends (from_first_addends),
        .sum     (from_first_sum),
        .carry   (from_first_carry)
    );

    carry_save #(.N(3), .W(ADDRESS)) from_last (
        .enable  (1'b1),
        .addends (from_last_addends),
        .sum     (from_last_sum),
        .carry   (from_last_carry)
    );

    prefix_adder #(.W(ADDRESS)) first_sum (
        .a   (from_first_sum),
        .b   (from_first_carry),
        .sum (first_sum_sum)
    );

    prefix_adder #(.W(ADDRESS)) last_sum (
        .a   (from_last_sum),
        .b   (from_last_carry),
        .sum (last_sum_sum)
    );

    // Lane 0 and the last lane of the first group.
    always @* begin
        job_wide = 0;
        if (job_offset[OFFSET_SIGN]) begin
            job_wide = ~job_wide;
        end
        job_wide[OFFSET-1:0] = job_offset;
    end

    always @* begin
        from_first_addends[(0 * ADDRESS) +: ADDRESS] = group_sum;
        from_first_addends[ADDRESS +: ADDRESS] = group_carry;
        from_first_addends[(2 * ADDRESS) +: ADDRESS] = job_wide;
    end

    always @* begin
        from_last_addends[(0 * ADDRESS) +: ADDRESS] = group_sum;
        from_last_addends[ADDRESS +: ADDRESS] = group_carry;
        from_last_addends[(2 * ADDRESS) +: ADDRESS] = job_wide << LANE;
    end

    // The next line: a line further, or that of the next lane if that is more.
    assign in_line = {{(ADDRESS - 8){1'b0}}, LOW[7:0]};

    always @(posedge clock) begin : update_first
        reg [ADDRESS-1:0] wide;
        reg [ADDRESS-1:0] size;
        reg [ADDRESS-1:0] stride;
        reg [ADDRESS-1:0] iteration_wide;
        wide = 0;
        if (offset[OFFSET_SIGN]) begin
            wide = ~wide;
        end
        wide[OFFSET-1:0] = offset;
        stride = in_line + 1'b1;
        size = wide;
        if (offset[OFFSET_SIGN]) begin
            stride = ~in_line;
            size = ~wide;
        end
        if ((size & ~in_line) != {ADDRESS{1'b0}}) begin
            stride = wide;
        end
        iteration_wide = 0;
        if (iteration[STEP_SIGN]) begin
            iteration_wide = ~iteration_wide;
        end
        iteration_wide[STEP-1:0] = iteration;
        if (takes) begin
            first <= 1'b1;
            second <= job_both;
            cursor <= first_sum_sum;
            first_lane <= first_sum_sum;
            last <= last_sum_sum;
            offset <= job_offset;
            iteration <= job_iteration;
            entry <= job_entry;
            warp <= job_warp;
        end else if (accept) begin
            first <= 1'b0;
            cursor <= cursor + stride;
            if (group_done) begin
                second <= 1'b0;
                cursor <= first_lane + iteration_wide;
                last <= last + iteration_wide;
            end
        end
    end

    assign group_done = ((cursor ^ last) & ~in_line) == {ADDRESS{1'b0}};
    assign takes = job_valid && !line_v;
    assign pop = takes;

    always @(posedge clock) begin
        if (reset) begin
            line_v <= 1'b0;
        end else begin
            if (takes) begin
                line_v <= 1'b1;
            end
            if (line_v && accept && group_done && !second) begin
                line_v <= 1'b0;
            end
            if (clear) begin
                line_v <= 1'b0;
            end
        end
    end

    assign line = cursor & ~in_line;

endmodule

`default_nettype wire
