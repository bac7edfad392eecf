// SPDX-License-Identifier: Apache-2.0
// Invariant 2: at most one valid entry of a PC in each slot of PerCTA, and in DIST.
// Engine: induction 1
module i02_unique #(
    parameter n_cta = 2,
    parameter percta_entries = 2,
    parameter dist_entries = 2,
    parameter pc_w = 2,
    parameter CTA = $clog2(n_cta)
) (
    input wire                         clock,
    input wire                         reset,
    input wire [CTA-1:0]               cta,
    input wire [pc_w-1:0]              pc,
    input wire [percta_entries-1:0]    percta__entry,
    input wire [n_cta-1:0]             percta__each_way_0__way__valid,
    input wire [n_cta-1:0]             percta__each_way_1__way__valid,
    input wire [n_cta*pc_w-1:0]        percta__each_way_0__way__entry_pc,
    input wire [n_cta*pc_w-1:0]        percta__each_way_1__way__entry_pc,
    input wire                         strides__hit,
    input wire [dist_entries-1:0]      strides__valid,
    input wire [dist_entries*pc_w-1:0] strides__entry_pc
);

    wire [percta_entries-1:0] matching;
    wire single;
    cta_pf_entries #(.n_cta(n_cta), .percta_entries(percta_entries), .pc_w(pc_w)) entries (
        .valid({percta__each_way_1__way__valid, percta__each_way_0__way__valid}),
        .entry_pc({percta__each_way_1__way__entry_pc, percta__each_way_0__way__entry_pc}),
        .cta(cta), .pc(pc), .matching(matching), .single(single)
    );

    reg known;               // The load's PC has a stride.
    integer i, j;
    always @* begin
        known = 1'b0;
        for (i = 0; i < dist_entries; i = i + 1)
            if (strides__valid[i] && strides__entry_pc[i*pc_w +: pc_w] == pc) known = 1'b1;
    end

    always @* if (!reset) begin
        assert (single && percta__entry == matching);
        assert (strides__hit == known);
        for (i = 0; i < dist_entries; i = i + 1) for (j = 0; j < i; j = j + 1)
            assert (!strides__valid[i] || !strides__valid[j] ||
                    strides__entry_pc[i*pc_w +: pc_w] != strides__entry_pc[j*pc_w +: pc_w]);
    end

endmodule
