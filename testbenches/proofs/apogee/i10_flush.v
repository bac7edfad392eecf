// SPDX-License-Identifier: Apache-2.0
// Invariant 10: after a flush nothing of before is left: no entry, no load, no job, no line.
// Engine: induction 1
module i10_flush #(
    parameter n_entries = 4,
    parameter wait_depth = 2,
    parameter job_depth = 2,
    parameter pfq_depth = 2,
    parameter issue_latency = 8
) (
    input wire                            clock,
    input wire                            reset,
    input wire                            flush,
    input wire                            pf_v,
    input wire                            reads,
    input wire                            weighs,
    input wire                            holds,
    input wire                            closes,
    input wire                            links,
    input wire [issue_latency-7:0]        intake__line,
    input wire [$clog2(wait_depth+1)-1:0] intake__ripe,
    input wire                            intake__open,
    input wire [wait_depth-1:0]           intake__loads__used,
    input wire [wait_depth-1:0]           walker__walks__used,
    input wire                            walker__q_valid,
    input wire                            walker__l_valid,
    input wire [wait_depth-1:0]           outcome__outcomes__used,
    input wire [n_entries-1:0]            entries__valid,
    input wire [n_entries-1:0]            triggers__waiting,
    input wire                            triggers__is_chosen,
    input wire                            triggers__fire,
    input wire                            triggers__has_fired,
    input wire                            triggers__line_v,
    input wire [job_depth-1:0]            jobs__used,
    input wire                            generator__line_v,
    input wire [pfq_depth-1:0]            queue__lines__used
);

    reg flushed = 1'b0;
    always @(posedge clock) flushed <= flush && !reset;

    always @* if (!reset && flushed) begin
        assert (!pf_v && queue__lines__used == 0 && !generator__line_v && jobs__used == 0);
        assert (triggers__waiting == 0 && !triggers__is_chosen && !triggers__fire && !triggers__has_fired && !triggers__line_v);
        assert (!reads && !weighs && !holds && !closes && !links && entries__valid == 0);
        assert (intake__line == 0 && intake__ripe == 0 && !intake__open && intake__loads__used == 0);
        assert (walker__walks__used == 0 && !walker__q_valid && !walker__l_valid && outcome__outcomes__used == 0);
    end

endmodule
