// SPDX-License-Identifier: Apache-2.0
// cta_pf_engine_tiny_sva: the invariants of cta_pf_engine_tiny, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 1: a prefetch is for a warp of an active CTA that has an entry for the job's PC, and not for that entry's leading
// warp; its address is that of a line.
module cta_pf_engine_tiny_i01_requests #(
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

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire [percta_entries*n_cta-1:0] valid = {percta__each_way_1__way__valid, percta__each_way_0__way__valid};
    wire [percta_entries*n_cta*pc_w-1:0] entry_pc =
        {percta__each_way_1__way__entry_pc, percta__each_way_0__way__entry_pc};
    wire [percta_entries*n_cta*WARP-1:0] lead = {percta__each_way_1__way__lead, percta__each_way_0__way__lead};
    wire [n_cta*WARP-1:0] first = {slots__first_warp_1, slots__first_warp_0};
    wire [n_cta*COUNT-1:0] warps = {slots__warps_1, slots__warps_0};

    wire [percta_entries-1:0] of_load, of_target;
    wire unique_0, unique_1;
    cta_pf_engine_tiny_cta_pf_entries #(.n_cta(n_cta), .percta_entries(percta_entries), .pc_w(pc_w)) loaded (
        .valid(valid), .entry_pc(entry_pc), .cta(cta), .pc(pc), .matching(of_load), .single(unique_0)
    );
    cta_pf_engine_tiny_cta_pf_entries #(.n_cta(n_cta), .percta_entries(percta_entries), .pc_w(pc_w)) targeted (
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
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset && starts) begin assume (start_nw != 0 && start_first + start_nw <= n_warps) else armed = 1'b0; end
    end
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (unique_0 && percta__entry == of_load) else $error("%m: invariant 1"); end
            for (c = 0; c < n_cta; c = c + 1) begin
                begin if (armed) assert (!slots__active[c] || first[c*WARP +: WARP] + warps[c*COUNT +: COUNT] <= n_warps) else $error("%m: invariant 1"); end
                for (i = 0; i < percta_entries; i = i + 1) begin if (armed) assert (!valid[i*n_cta+c] || slots__active[c]) else $error("%m: invariant 1"); end
            end
            if (generator__running) begin
                begin if (armed) assert (generator__read_entry == of_target) else $error("%m: invariant 1"); end
                if (of_target != 0) begin if (armed) assert (generator__distance == {1'b0, generator__widx} - {1'b0, leader}) else $error("%m: invariant 1"); end
            end
            if (pf_valid) begin if (armed) assert (belongs && !leads && pf_addr[line_log2-1:0] == 0) else $error("%m: invariant 1"); end
        end
    end

endmodule

// Invariant 2: at most one valid entry of a PC in each slot of PerCTA, and in DIST.
module cta_pf_engine_tiny_i02_unique #(
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

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire [percta_entries-1:0] matching;
    wire single;
    cta_pf_engine_tiny_cta_pf_entries #(.n_cta(n_cta), .percta_entries(percta_entries), .pc_w(pc_w)) entries (
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

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (single && percta__entry == matching) else $error("%m: invariant 2"); end
            begin if (armed) assert (strides__hit == known) else $error("%m: invariant 2"); end
            for (i = 0; i < dist_entries; i = i + 1) for (j = 0; j < i; j = j + 1)
                begin if (armed) assert (!strides__valid[i] || !strides__valid[j] ||
                        strides__entry_pc[i*pc_w +: pc_w] != strides__entry_pc[j*pc_w +: pc_w]) else $error("%m: invariant 2"); end
        end
    end

endmodule

// Invariant 3: a PC with more mispredictions than the threshold makes no job; mispredictions never decrease, unless the stride
// is installed.
module cta_pf_engine_tiny_i03_silent #(
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

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

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

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            // What is counted is the count of the load's PC.
            begin if (armed) assert (strides__hit == known && (!known || here)) else $error("%m: invariant 3"); end
            for (i = 0; i < dist_entries; i = i + 1) for (j = 0; j < i; j = j + 1)
                begin if (armed) assert (!strides__valid[i] || !strides__valid[j] ||
                        strides__entry_pc[i*pc_w +: pc_w] != strides__entry_pc[j*pc_w +: pc_w]) else $error("%m: invariant 3"); end
            if (jobs__push) begin if (armed) assert (st_stride || (known && count <= mis_thresh && (!st_mis || count < mis_thresh))) else $error("%m: invariant 3"); end
            for (i = 0; i < dist_entries; i = i + 1) if (past && strides__valid[i] && !(installed && place == i))
                begin if (armed) assert (counts[i*mis_w +: mis_w] >= earlier[i*mis_w +: mis_w]) else $error("%m: invariant 3"); end
        end
    end

endmodule

// Invariant 4: the tables change only by loads, starts and ends of CTAs and starts of kernels, a cycle after they come; a load
// of no or too many requests changes nothing.
module cta_pf_engine_tiny_i04_tables #(
    parameter n_cta = 2,
    parameter n_warps = 8,
    parameter dist_entries = 2,
    parameter n_base = 2,
    parameter pc_w = 2,
    parameter addr_w = 8,
    parameter stride_w = 8,
    parameter mis_w = 8,
    parameter excl_indirect = 0,
    parameter WARP = $clog2(n_warps),
    parameter LAST = n_base > 1 ? $clog2(n_base) : 1,
    parameter BASES = n_base * addr_w
) (
    input wire                          clock,
    input wire                          reset,
    input wire                          kernel_start,
    input wire                          cta_start_valid,
    input wire                          cta_end_valid,
    input wire                          ld_valid,
    input wire [$clog2(n_base+2)-1:0]   ld_n,
    input wire                          ld_indirect,
    input wire                          clears,
    input wire                          starts,
    input wire                          ends,
    input wire                          load,
    input wire [n_cta-1:0]              slots__active,
    input wire [n_cta-1:0]              percta__each_way_0__way__valid,
    input wire [n_cta-1:0]              percta__each_way_1__way__valid,
    input wire [n_cta*pc_w-1:0]         percta__each_way_0__way__entry_pc,
    input wire [n_cta*pc_w-1:0]         percta__each_way_1__way__entry_pc,
    input wire [n_cta*WARP-1:0]         percta__each_way_0__way__lead,
    input wire [n_cta*WARP-1:0]         percta__each_way_1__way__lead,
    input wire [n_cta-1:0]              percta__each_way_0__way__done,
    input wire [n_cta-1:0]              percta__each_way_1__way__done,
    input wire [n_cta*LAST-1:0]         percta__each_way_0__way__entry_last,
    input wire [BASES-1:0]              percta__each_way_0__way__bases_0,
    input wire [BASES-1:0]              percta__each_way_0__way__bases_1,
    input wire [n_cta*LAST-1:0]         percta__each_way_1__way__entry_last,
    input wire [BASES-1:0]              percta__each_way_1__way__bases_0,
    input wire [BASES-1:0]              percta__each_way_1__way__bases_1,
    input wire [dist_entries-1:0]       strides__valid,
    input wire [dist_entries*pc_w-1:0]  strides__entry_pc,
    input wire [stride_w-1:0]           strides__stride_of_0,
    input wire [stride_w-1:0]           strides__stride_of_1,
    input wire [mis_w-1:0]              strides__mispredictions_0,
    input wire [mis_w-1:0]              strides__mispredictions_1
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    localparam BITS = n_cta + 2 * n_cta * (2 + pc_w + WARP + LAST) + 4 * BASES + dist_entries * (1 + pc_w + stride_w + mis_w);
    wire [BITS-1:0] tables = {
        slots__active, percta__each_way_0__way__valid, percta__each_way_1__way__valid, percta__each_way_0__way__entry_pc,
        percta__each_way_1__way__entry_pc, percta__each_way_0__way__lead, percta__each_way_1__way__lead,
        percta__each_way_0__way__done, percta__each_way_1__way__done, percta__each_way_0__way__entry_last,
        percta__each_way_1__way__entry_last, percta__each_way_0__way__bases_0, percta__each_way_0__way__bases_1,
        percta__each_way_1__way__bases_0, percta__each_way_1__way__bases_1, strides__valid,
        strides__entry_pc, strides__stride_of_0, strides__stride_of_1, strides__mispredictions_0, strides__mispredictions_1
    };

    wire targeted = ld_valid && ld_n != 0 && ld_n <= n_base && !(excl_indirect && ld_indirect);
    reg            acts = 1'b1;     // Something came in the cycle before.
    reg            acted = 1'b1;    // And in that before it.
    reg [BITS-1:0] earlier;
    always @(posedge clock) begin
        acts <= !reset && (kernel_start || cta_start_valid || cta_end_valid || targeted);
        acted <= reset || acts;
        earlier <= tables;
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (acts || !(clears || starts || ends || load)) else $error("%m: invariant 4"); end
            begin if (armed) assert (acted || tables == earlier) else $error("%m: invariant 4"); end
        end
    end

endmodule

// Invariant 9: a job that is not held back is over within n_cta * n_base + n_cta cycles (case 1) or
// n_warps * (n_base + 1) (case 2).
module cta_pf_engine_tiny_i09_progress #(
    parameter n_cta = 2,
    parameter n_warps = 8,
    parameter n_base = 2
) (
    input wire clock,
    input wire reset,
    input wire pf_valid,
    input wire pf_ready,
    input wire generator__running,
    input wire generator__own
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    localparam OTHERS = n_cta * n_base + n_cta;
    localparam OWN = n_warps * (n_base + 1);

    // Cycles of the job in which it was not held back.
    reg [$clog2(OWN+OTHERS+1)-1:0] busy;
    always @(posedge clock) begin
        if (reset || !generator__running) busy <= 0;
        else if (pf_ready || !pf_valid) busy <= busy + 1'b1;
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset && generator__running) begin if (armed) assert (busy < (generator__own ? OWN : OTHERS)) else $error("%m: invariant 9"); end
    end
endmodule

// Invariant 10: the FIFO holds the jobs that were made and not taken, at most job_depth; a job that is lost leaves no trace:
// no entry is marked as served by it.
module cta_pf_engine_tiny_i10_jobs #(
    parameter job_depth = 2
) (
    input wire                 clock,
    input wire                 reset,
    input wire                 clears,
    input wire                 job_full,
    input wire                 job_wanted,
    input wire                 st_jobdrop,
    input wire [job_depth-1:0] jobs__used,
    input wire                 jobs__push,
    input wire                 generator__pop,
    input wire                 percta__own_done
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg [$clog2(job_depth+1):0] held;    // Made and not taken.
    always @(posedge clock) begin
        if (reset || clears) held <= 0;
        else held <= held + (job_wanted && !job_full) - generator__pop;
    end

    integer i;
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (held <= job_depth && job_full == (held == job_depth)) else $error("%m: invariant 10"); end
            for (i = 0; i < job_depth; i = i + 1) begin if (armed) assert (jobs__used[i] == (held > i)) else $error("%m: invariant 10"); end
            begin if (armed) assert (jobs__push == (job_wanted && !job_full) && st_jobdrop == (job_wanted && job_full)) else $error("%m: invariant 10"); end
            begin if (armed) assert (!generator__pop || held != 0) else $error("%m: invariant 10"); end
            begin if (armed) assert (!percta__own_done || jobs__push) else $error("%m: invariant 10"); end
        end
    end

endmodule

module cta_pf_engine_tiny_cta_pf_entries #(
    parameter n_cta = 2,
    parameter percta_entries = 2,
    parameter pc_w = 2,
    parameter CTA = $clog2(n_cta)
) (
    input wire [percta_entries*n_cta-1:0]      valid,
    input wire [percta_entries*n_cta*pc_w-1:0] entry_pc,
    input wire [CTA-1:0]                       cta,
    input wire [pc_w-1:0]                      pc,
    output reg [percta_entries-1:0]            matching, // Entries of slot `cta` for `pc`.
    output reg                                 single    // No slot has two entries for one PC.
);

    integer c, i, j;
    always @* begin
        single = 1'b1;
        for (i = 0; i < percta_entries; i = i + 1) begin
            matching[i] = valid[i*n_cta+cta] && entry_pc[(i*n_cta+cta)*pc_w +: pc_w] == pc;
            for (j = 0; j < i; j = j + 1) for (c = 0; c < n_cta; c = c + 1)
                if (valid[i*n_cta+c] && valid[j*n_cta+c] &&
                    entry_pc[(i*n_cta+c)*pc_w +: pc_w] == entry_pc[(j*n_cta+c)*pc_w +: pc_w]) single = 1'b0;
        end
    end

endmodule

bind cta_pf_engine_tiny cta_pf_engine_tiny_i01_requests #(
    .n_cta(2), .n_warps(8), .percta_entries(2), .pc_w(2), .addr_w(8), .line_log2(5)) i01_requests (
    .clock(clock), .reset(reset), .pf_valid(pf_valid), .pf_addr(pf_addr), .pf_warp(pf_warp),
    .starts(unit.starts), .start_first(unit.start_first), .start_nw(unit.start_nw), .cta(unit.cta),
    .pc(unit.pc), .slots__active(unit.slots.active), .slots__first_warp_0(unit.slots.first_warp[0]),
    .slots__first_warp_1(unit.slots.first_warp[1]), .slots__warps_0(unit.slots.warps[0]),
    .slots__warps_1(unit.slots.warps[1]), .percta__entry(unit.percta.entry),
    .percta__each_way_0__way__valid(unit.percta.each_way[0].way.valid),
    .percta__each_way_1__way__valid(unit.percta.each_way[1].way.valid),
    .percta__each_way_0__way__entry_pc(unit.percta.each_way[0].way.entry_pc),
    .percta__each_way_1__way__entry_pc(unit.percta.each_way[1].way.entry_pc),
    .percta__each_way_0__way__lead(unit.percta.each_way[0].way.lead),
    .percta__each_way_1__way__lead(unit.percta.each_way[1].way.lead),
    .generator__running(unit.generator.running), .generator__pc(unit.generator.pc),
    .generator__read_cta(unit.generator.read_cta),
    .generator__read_entry(unit.generator.read_entry), .generator__widx(unit.generator.widx),
    .generator__distance(unit.generator.distance));

bind cta_pf_engine_tiny cta_pf_engine_tiny_i02_unique #(
    .n_cta(2), .percta_entries(2), .dist_entries(2), .pc_w(2)) i02_unique (
    .clock(clock), .reset(reset), .cta(unit.cta), .pc(unit.pc), .percta__entry(unit.percta.entry),
    .percta__each_way_0__way__valid(unit.percta.each_way[0].way.valid),
    .percta__each_way_1__way__valid(unit.percta.each_way[1].way.valid),
    .percta__each_way_0__way__entry_pc(unit.percta.each_way[0].way.entry_pc),
    .percta__each_way_1__way__entry_pc(unit.percta.each_way[1].way.entry_pc),
    .strides__hit(unit.strides.hit), .strides__valid(unit.strides.valid),
    .strides__entry_pc(unit.strides.entry_pc));

bind cta_pf_engine_tiny cta_pf_engine_tiny_i03_silent #(
    .dist_entries(2), .pc_w(2), .mis_w(8), .mis_thresh(2)) i03_silent (
    .clock(clock), .reset(reset), .pc(unit.pc), .jobs__push(unit.jobs.push), .st_stride(st_stride),
    .st_mis(st_mis), .strides__hit(unit.strides.hit), .strides__place(unit.strides.place),
    .strides__turn(unit.strides.turn), .strides__valid(unit.strides.valid),
    .strides__entry_pc(unit.strides.entry_pc),
    .strides__mispredictions_0(unit.strides.mispredictions[0]),
    .strides__mispredictions_1(unit.strides.mispredictions[1]));

bind cta_pf_engine_tiny cta_pf_engine_tiny_i04_tables #(
    .n_cta(2), .n_warps(8), .dist_entries(2), .n_base(2), .pc_w(2), .addr_w(8), .stride_w(8),
    .mis_w(8), .excl_indirect(0)) i04_tables (
    .clock(clock), .reset(reset), .kernel_start(kernel_start), .cta_start_valid(cta_start_valid),
    .cta_end_valid(cta_end_valid), .ld_valid(ld_valid), .ld_n(ld_n), .ld_indirect(ld_indirect),
    .clears(unit.clears), .starts(unit.starts), .ends(unit.ends), .load(unit.load),
    .slots__active(unit.slots.active),
    .percta__each_way_0__way__valid(unit.percta.each_way[0].way.valid),
    .percta__each_way_1__way__valid(unit.percta.each_way[1].way.valid),
    .percta__each_way_0__way__entry_pc(unit.percta.each_way[0].way.entry_pc),
    .percta__each_way_1__way__entry_pc(unit.percta.each_way[1].way.entry_pc),
    .percta__each_way_0__way__lead(unit.percta.each_way[0].way.lead),
    .percta__each_way_1__way__lead(unit.percta.each_way[1].way.lead),
    .percta__each_way_0__way__done(unit.percta.each_way[0].way.done),
    .percta__each_way_1__way__done(unit.percta.each_way[1].way.done),
    .percta__each_way_0__way__entry_last(unit.percta.each_way[0].way.entry_last),
    .percta__each_way_0__way__bases_0(unit.percta.each_way[0].way.bases[0]),
    .percta__each_way_0__way__bases_1(unit.percta.each_way[0].way.bases[1]),
    .percta__each_way_1__way__entry_last(unit.percta.each_way[1].way.entry_last),
    .percta__each_way_1__way__bases_0(unit.percta.each_way[1].way.bases[0]),
    .percta__each_way_1__way__bases_1(unit.percta.each_way[1].way.bases[1]),
    .strides__valid(unit.strides.valid), .strides__entry_pc(unit.strides.entry_pc),
    .strides__stride_of_0(unit.strides.stride_of[0]),
    .strides__stride_of_1(unit.strides.stride_of[1]),
    .strides__mispredictions_0(unit.strides.mispredictions[0]),
    .strides__mispredictions_1(unit.strides.mispredictions[1]));

bind cta_pf_engine_tiny cta_pf_engine_tiny_i09_progress #(
    .n_cta(2), .n_warps(8), .n_base(2)) i09_progress (
    .clock(clock), .reset(reset), .pf_valid(pf_valid), .pf_ready(pf_ready),
    .generator__running(unit.generator.running), .generator__own(unit.generator.own));

bind cta_pf_engine_tiny cta_pf_engine_tiny_i10_jobs #(
    .job_depth(2)) i10_jobs (
    .clock(clock), .reset(reset), .clears(unit.clears), .job_full(job_full),
    .job_wanted(unit.job_wanted), .st_jobdrop(st_jobdrop), .jobs__used(unit.jobs.used),
    .jobs__push(unit.jobs.push), .generator__pop(unit.generator.pop),
    .percta__own_done(unit.percta.own_done));


`default_nettype wire
