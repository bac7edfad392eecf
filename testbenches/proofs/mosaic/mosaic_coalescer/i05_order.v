// SPDX-License-Identifier: Apache-2.0
// Invariant 5: the large bit is set only after valid entries were read at all depths above the last; no disabled bit is written before that is
// done, and the large bit is cleared only after all 32 lines are. (Lines that are checked first: `verify` of another configuration.)
// Engine: induction 2
module i05_order #(
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

    always @* if (!reset) begin
        if (m_valid && m_op == OR8) assert (read && !splinter);
        if (m_valid && m_op == OR_LINE) assert (set);
        if (m_valid && m_op == ANDN_LINE) assert (read);
        if (m_valid && m_op == ANDN8) assert (lines == 32 && !busy);
        // On the way there.
        assert (busy == under_way && tag < eng_out && phase != 2);
        for (i = 0; i < eng_out; i = i + 1) assert (!busy[i] || ops[3*i +: 3] == due);
        case (phase)
            WALK: assert (reads + above == pt_levels - 2 && !invalid && taken < 2 && !set && lines == 0);
            SET_LARGE: assert (read && !splinter && taken < 2 && !set && lines == 0);
            WRITE_LINES: assert (read && (set || splinter) && taken <= 32 && lines + outstanding == taken);
            CLEAR_LARGE: assert (splinter && lines == 32 && taken < 2);
            default: assert (busy == 0 && taken == 0);
        endcase
        if (phase != WRITE_LINES) assert (outstanding == taken);
        if (phase == WRITE_LINES) assert (taken != 32 || busy != 0);
    end

endmodule
