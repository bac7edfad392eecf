// SPDX-License-Identifier: Apache-2.0
// Invariant 1: a prefetch is for a warp of an active CTA that has an entry for the job's PC, and not for that entry's leading
// warp; its address is that of a line.
// Engine: induction 1
module i01_requests #(
    parameter n_cta = 2,
    parameter n_warps = 8,
    parameter percta_entries = 2,
    parameter pc_w = 2,
    parameter addr_w = 8,
    parameter line_log2 = 5,
    parameter CTA = $clog2(n_cta),
    parameter WARP = $clog2(n_warps),
    parameter COUNT = $clog2(n_warps + 1)
) (
    input wire                      clock,
    input wire                      reset,
    input wire                      pf_valid,
    input wire [addr_w-1:0]         pf_addr,
    input wire [WARP-1:0]           pf_warp,
    input wire                      starts,
    input wire [WARP-1:0]           start_first,
    input wire [COUNT-1:0]          start_nw,
    input wire [CTA-1:0]            cta,
    input wire [pc_w-1:0]           pc,
    input wire [n_cta-1:0]          slots__active,
    input wire [WARP-1:0]           slots__first_warp_0,
    input wire [WARP-1:0]           slots__first_warp_1,
    input wire [COUNT-1:0]          slots__warps_0,
    input wire [COUNT-1:0]          slots__warps_1,
    input wire [percta_entries-1:0] percta__entry,
    input wire [n_cta-1:0]          percta__each_way_0__way__valid,
    input wire [n_cta-1:0]          percta__each_way_1__way__valid,
    input wire [n_cta*pc_w-1:0]     percta__each_way_0__way__entry_pc,
    input wire [n_cta*pc_w-1:0]     percta__each_way_1__way__entry_pc,
    input wire [n_cta*WARP-1:0]     percta__each_way_0__way__lead,
    input wire [n_cta*WARP-1:0]     percta__each_way_1__way__lead,
    input wire                      generator__running,
    input wire [pc_w-1:0]           generator__pc,
    input wire [CTA-1:0]            generator__read_cta,
    input wire [percta_entries-1:0] generator__read_entry,
    input wire [WARP-1:0]           generator__widx,
    input wire [WARP:0]             generator__distance
);

    wire [percta_entries*n_cta-1:0] valid = {percta__each_way_1__way__valid, percta__each_way_0__way__valid};
    wire [percta_entries*n_cta*pc_w-1:0] entry_pc =
        {percta__each_way_1__way__entry_pc, percta__each_way_0__way__entry_pc};
    wire [percta_entries*n_cta*WARP-1:0] lead = {percta__each_way_1__way__lead, percta__each_way_0__way__lead};
    wire [n_cta*WARP-1:0] first = {slots__first_warp_1, slots__first_warp_0};
    wire [n_cta*COUNT-1:0] warps = {slots__warps_1, slots__warps_0};

    wire [percta_entries-1:0] of_load, of_target;
    wire unique_0, unique_1;
    cta_pf_entries #(.n_cta(n_cta), .percta_entries(percta_entries), .pc_w(pc_w)) loaded (
        .valid(valid), .entry_pc(entry_pc), .cta(cta), .pc(pc), .matching(of_load), .single(unique_0)
    );
    cta_pf_entries #(.n_cta(n_cta), .percta_entries(percta_entries), .pc_w(pc_w)) targeted (
        .valid(valid), .entry_pc(entry_pc), .cta(generator__read_cta), .pc(generator__pc), .matching(of_target),
        .single(unique_1)
    );

    // The warp that is prefetched for belongs to slot `c` by the entry of way `i`.
    reg belongs, leads;
    reg [WARP-1:0] leader;
    integer c, i;
    always @* begin
        belongs = 1'b0;
        leader = 0;
        leads = 1'b0;
        for (c = 0; c < n_cta; c = c + 1) if (c == generator__read_cta && slots__active[c]) begin
            if (pf_warp >= first[c*WARP +: WARP] && pf_warp - first[c*WARP +: WARP] < warps[c*COUNT +: COUNT])
                belongs = |of_target;
            for (i = 0; i < percta_entries; i = i + 1) if (of_target[i]) begin
                leader = leader | lead[(i*n_cta+c)*WARP +: WARP];
                if (pf_warp == first[c*WARP +: WARP] + lead[(i*n_cta+c)*WARP +: WARP]) leads = 1'b1;
            end
        end
    end

    // Warps that there are; their CTA's are at least one (decision P18).
    always @* if (!reset && starts) assume (start_nw != 0 && start_first + start_nw <= n_warps);

    always @* if (!reset) begin
        assert (unique_0 && percta__entry == of_load);
        for (c = 0; c < n_cta; c = c + 1) begin
            assert (!slots__active[c] || first[c*WARP +: WARP] + warps[c*COUNT +: COUNT] <= n_warps);
            for (i = 0; i < percta_entries; i = i + 1) assert (!valid[i*n_cta+c] || slots__active[c]);
        end
        if (generator__running) begin
            assert (generator__read_entry == of_target);
            if (of_target != 0) assert (generator__distance == {1'b0, generator__widx} - {1'b0, leader});
        end
        if (pf_valid) assert (belongs && !leads && pf_addr[line_log2-1:0] == 0);
    end

endmodule
