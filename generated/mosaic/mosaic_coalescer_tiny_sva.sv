// SPDX-License-Identifier: Apache-2.0
// mosaic_coalescer_tiny_sva: the invariants of mosaic_coalescer_tiny, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 5: the large bit is set only after valid entries were read at all depths above the last; no disabled bit is written before that is
// done, and the large bit is cleared only after all 32 lines are. (Lines that are checked first: `verify` of another configuration.)
module mosaic_coalescer_tiny_i05_order #(
    parameter pt_levels = 2,
    parameter eng_out = 2,
    parameter TAG = ($clog2(eng_out) > 1 ? $clog2(eng_out) : 1),
    parameter DATA = 64
) (
    input wire               clock,
    input wire               reset,
    input wire               cmd_valid,
    input wire               cmd_ready,
    input wire               m_valid,
    input wire               m_ready,
    input wire [2:0]         m_op,
    input wire [3:0]         m_tag,
    input wire               a_valid,
    input wire [3:0]         a_tag,
    input wire [DATA-1:0]    a_data,
    input wire [2:0]         phase,
    input wire               splinter,
    input wire [2:0]         above,
    input wire [5:0]         taken,
    input wire [TAG-1:0]     tag,
    input wire [eng_out-1:0] under_way
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    localparam READ8 = 0, OR8 = 1, ANDN8 = 2, OR_LINE = 3, ANDN_LINE = 4;
    localparam WALK = 1, SET_LARGE = 3, WRITE_LINES = 4, CLEAR_LARGE = 5;

    // The operations under way, and what has been done of the command.
    reg [eng_out-1:0]   busy;
    reg [3*eng_out-1:0] ops;
    reg [2:0]           reads;
    reg                 invalid, set;
    reg [5:0]           lines;

    wire       ends = a_valid && a_tag < eng_out && busy[a_tag];
    wire [2:0] ended = ops[3*a_tag +: 3];
    always @(posedge clock) begin
        if (ends) busy[a_tag] <= 1'b0;
        if (m_valid && m_ready) begin
            busy[m_tag] <= 1'b1;
            ops[3*m_tag +: 3] <= m_op;
        end
        if (ends && ended == READ8) begin
            reads <= reads + 1;
            invalid <= invalid || !a_data[0];
        end
        if (ends && ended == OR8) set <= 1'b1;
        if (ends && (ended == OR_LINE || ended == ANDN_LINE)) lines <= lines + 1;
        if (cmd_valid && cmd_ready) {reads, invalid, set, lines} <= 0;
        if (reset) busy <= 0;
    end

    wire read = reads == pt_levels - 1 && !invalid;
    reg [5:0] outstanding;
    reg [2:0] due;
    integer   i;
    always @* begin
        outstanding = 0;
        for (i = 0; i < eng_out; i = i + 1) outstanding = outstanding + busy[i];
        due = READ8;
        if (phase == SET_LARGE) due = OR8;
        if (phase == CLEAR_LARGE) due = ANDN8;
        if (phase == WRITE_LINES) due = splinter ? ANDN_LINE : OR_LINE;
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            if (m_valid && m_op == OR8) begin if (armed) assert (read && !splinter) else $error("%m: invariant 5"); end
            if (m_valid && m_op == OR_LINE) begin if (armed) assert (set) else $error("%m: invariant 5"); end
            if (m_valid && m_op == ANDN_LINE) begin if (armed) assert (read) else $error("%m: invariant 5"); end
            if (m_valid && m_op == ANDN8) begin if (armed) assert (lines == 32 && !busy) else $error("%m: invariant 5"); end
            // On the way there.
            begin if (armed) assert (busy == under_way && tag < eng_out && phase != 2) else $error("%m: invariant 5"); end
            for (i = 0; i < eng_out; i = i + 1) begin if (armed) assert (!busy[i] || ops[3*i +: 3] == due) else $error("%m: invariant 5"); end
            case (phase)
                WALK: begin if (armed) assert (reads + above == pt_levels - 2 && !invalid && taken < 2 && !set && lines == 0) else $error("%m: invariant 5"); end
                SET_LARGE: begin if (armed) assert (read && !splinter && taken < 2 && !set && lines == 0) else $error("%m: invariant 5"); end
                WRITE_LINES: begin if (armed) assert (read && (set || splinter) && taken <= 32 && lines + outstanding == taken) else $error("%m: invariant 5"); end
                CLEAR_LARGE: begin if (armed) assert (splinter && lines == 32 && taken < 2) else $error("%m: invariant 5"); end
                default: begin if (armed) assert (busy == 0 && taken == 0) else $error("%m: invariant 5"); end
            endcase
            if (phase != WRITE_LINES) begin if (armed) assert (outstanding == taken) else $error("%m: invariant 5"); end
            if (phase == WRITE_LINES) begin if (armed) assert (taken != 32 || busy != 0) else $error("%m: invariant 5"); end
        end
    end

endmodule

// Invariant 10: each command ends exactly once, and none is taken before the last one has.
module mosaic_coalescer_tiny_i10_done (
    input wire clock,
    input wire reset,
    input wire cmd_valid,
    input wire cmd_ready,
    input wire large_on,
    input wire done
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg under_way;
    always @(posedge clock) begin
        if (cmd_valid && cmd_ready) under_way <= 1'b1;
        else if (done) under_way <= 1'b0;
        if (reset) under_way <= 1'b0;
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (!done || under_way) else $error("%m: invariant 10"); end
            begin if (armed) assert (cmd_ready == (!under_way || done)) else $error("%m: invariant 10"); end
            begin if (armed) assert (!large_on || under_way) else $error("%m: invariant 10"); end
        end
    end

endmodule

bind mosaic_coalescer_tiny mosaic_coalescer_tiny_i05_order #(
    .pt_levels(2), .eng_out(2)) i05_order (
    .clock(clock), .reset(reset), .cmd_valid(cmd_valid), .cmd_ready(cmd_ready), .m_valid(m_valid),
    .m_ready(m_ready), .m_op(m_op), .m_tag(m_tag), .a_valid(a_valid), .a_tag(a_tag),
    .a_data(a_data), .phase(unit.phase), .splinter(unit.splinter), .above(unit.above),
    .taken(unit.taken), .tag(unit.tag), .under_way(unit.under_way));

bind mosaic_coalescer_tiny mosaic_coalescer_tiny_i10_done i10_done (
    .clock(clock), .reset(reset), .cmd_valid(cmd_valid), .cmd_ready(cmd_ready), .large_on(large_on),
    .done(done));


`default_nettype wire
