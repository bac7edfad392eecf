// SPDX-License-Identifier: Apache-2.0
// Invariant 2: the lookups that are counted are those in flight and in the queue, so each of these leaves it by an answer or a walk, and
// the queue never runs over.
// Engine: induction 1
module i02_lookups #(
    parameter l2tlb_ports = 2,
    parameter l2tlb_latency = 3,
    parameter replay_depth = 4,
    parameter STAGES = l2tlb_latency - 1,
    parameter COUNT = $clog2(replay_depth + 1)
) (
    input wire                          clock,
    input wire                          reset,
    input wire [COUNT-1:0]              flights,
    input wire [STAGES*l2tlb_ports-1:0] flying,
    input wire [COUNT-1:0]              replay__words,
    input wire                          replay__empty
);

    reg [7:0] lookups;
    integer i;
    always @* begin
        lookups = 0;
        for (i = 0; i < STAGES * l2tlb_ports; i = i + 1) lookups = lookups + flying[i];
    end

    always @* if (!reset) assert (replay__empty == (replay__words == 0));
    always @* if (!reset) assert (flights == lookups && lookups + replay__words <= replay_depth);

endmodule
