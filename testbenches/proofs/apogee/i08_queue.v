// SPDX-License-Identifier: Apache-2.0
// Invariant 8: the L1D looks for no more lines than were queued: the queue holds those that were and that it has not looked for, at most
// pfq_depth; a line that finds no place is lost, and told.
// Engine: pdr
module i08_queue #(
    parameter pfq_depth = 2
) (
    input wire                 clock,
    input wire                 reset,
    input wire                 flush,
    input wire                 pf_v,
    input wire                 pf_rdy,
    input wire                 triggers__line_v,
    input wire                 generator__line_v,
    input wire                 queue__lost,
    input wire                 queue__accept,
    input wire [pfq_depth-1:0] queue__lines__used
);

    reg [$clog2(pfq_depth+1):0] held;    // Queued and not looked for.
    always @(posedge clock) begin
        if (reset || flush) held <= 0;
        else held <= held + ((triggers__line_v && !queue__lost) || queue__accept) - (pf_v && pf_rdy);
    end

    integer i;
    always @* if (!reset) begin
        assert (held <= pfq_depth && pf_v == (held != 0));
        for (i = 0; i < pfq_depth; i = i + 1) assert (queue__lines__used[i] == (held > i));
        assert (queue__lost == (triggers__line_v && held == pfq_depth));
        assert (queue__accept == (generator__line_v && !triggers__line_v && held != pfq_depth));
    end

endmodule
