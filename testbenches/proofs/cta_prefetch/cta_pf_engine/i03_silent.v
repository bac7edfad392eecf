// SPDX-License-Identifier: Apache-2.0
// Invariant 3: a PC with more mispredictions than the threshold makes no job; mispredictions never decrease, unless the stride
// is installed.
// Engine: induction 1
module i03_silent #(
    parameter dist_entries = 2,
    parameter pc_w = 2,
    parameter mis_w = 8,
    parameter mis_thresh = 2,
    parameter PLACE = $clog2(dist_entries)
) (
    input wire                         clock,
    input wire                         reset,
    input wire [pc_w-1:0]              pc,
    input wire                         jobs__push,
    input wire                         st_stride,
    input wire                         st_mis,
    input wire                         strides__hit,
    input wire [PLACE-1:0]             strides__place,
    input wire [PLACE-1:0]             strides__turn,
    input wire [dist_entries-1:0]      strides__valid,
    input wire [dist_entries*pc_w-1:0] strides__entry_pc,
    input wire [mis_w-1:0]             strides__mispredictions_0,
    input wire [mis_w-1:0]             strides__mispredictions_1
);

    wire [dist_entries*mis_w-1:0] counts = {strides__mispredictions_1, strides__mispredictions_0};
    wire [mis_w-1:0] count = counts[strides__place*mis_w +: mis_w];

    // As they were a cycle before, and which stride was installed then.
    reg                          past = 1'b0;
    reg [dist_entries*mis_w-1:0] earlier;
    reg                          installed;
    reg [PLACE-1:0]              place;
    always @(posedge clock) begin
        past <= !reset;
        earlier <= counts;
        installed <= st_stride;
        place <= strides__turn;
    end

    reg known, here;
    integer i, j;
    always @* begin
        known = 1'b0;
        here = 1'b0;
        for (i = 0; i < dist_entries; i = i + 1) if (strides__valid[i] && strides__entry_pc[i*pc_w +: pc_w] == pc) begin
            known = 1'b1;
            if (i == strides__place) here = 1'b1;
        end
    end

    always @* if (!reset) begin
        // What is counted is the count of the load's PC.
        assert (strides__hit == known && (!known || here));
        for (i = 0; i < dist_entries; i = i + 1) for (j = 0; j < i; j = j + 1)
            assert (!strides__valid[i] || !strides__valid[j] ||
                    strides__entry_pc[i*pc_w +: pc_w] != strides__entry_pc[j*pc_w +: pc_w]);
        if (jobs__push) assert (st_stride || (known && count <= mis_thresh && (!st_mis || count < mis_thresh)));
        for (i = 0; i < dist_entries; i = i + 1) if (past && strides__valid[i] && !(installed && place == i))
            assert (counts[i*mis_w +: mis_w] >= earlier[i*mis_w +: mis_w]);
    end

endmodule
