// SPDX-License-Identifier: Apache-2.0
// cta_pf_engine: part of cta_prefetch, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// CTA-aware prefetcher of one SM (specification sections 2.2 and 2.3): learns the base addresses of
// each CTA's loads and their stride from warp to warp, verifies it, and prefetches for the warps
// that have not run yet.
// Protocol: what comes at the ports but `pf_ready` acts one cycle later; a load is looked up in
// between (P2). `pf_valid` and `pf_ready` are valid and ready; a request stays until it is
// accepted, unless its CTA ends or its entry is rewritten.
module cta_pf_engine #(
    parameter CTAS = 8,                         // CTA slots per SM
    parameter N_WARPS = 48,                     // Warps per SM
    parameter ENTRIES = 2,                      // Load PCs that a CTA slot has base addresses of
    parameter STRIDES = 2,                      // Load PCs with a stride
    // Base addresses of an entry, and most requests of a load that counts
    parameter BASES = 4,
    parameter PC = 32,                          // Bits of a PC
    parameter ADDRESS = 32,                     // Bits of an address; more than line_log2
    // Bits of a stride, two's complement; at most addr_w
    parameter STRIDE = 32,
    parameter MIS = 8,                          // Bits of a counter of mispredictions, saturating
    // A PC with more mispredictions than this is silent; at most 2^mis_w-2
    parameter THRESHOLD = 128,
    parameter LINE_LOG2 = 7,                    // Log2 of the bytes of an L1D line
    // Low bits that the verification of an address leaves out; at most line_log2
    parameter CMP_LOG2 = 7,
    // A load of a CTA whose entries are in use: replaces the least recently updated, or none: 0
    // lru_update, 1 sticky
    parameter PERCTA_REPL = 0,
    parameter [0:0] SKIP_OWN_DONE = 1'b1,       // Case 1 leaves out CTAs that case 2 has served
    parameter JOBS = 4,                         // Jobs that wait for the generator
    parameter [0:0] EXCL_INDIRECT = 1'b0,       // Loads that are flagged as indirect are ignored
    parameter [0:0] PF_EN = 1'b1,               // Prefetches are generated
    // What follows from these; not to be set.
    parameter CTA = ($clog2(CTAS) > 1 ? $clog2(CTAS) : 1),
    parameter WARP = $clog2(N_WARPS),
    parameter COUNT = $clog2(N_WARPS + 1),
    parameter LAST = ($clog2(BASES) > 1 ? $clog2(BASES) : 1),
    parameter REQUESTS = $clog2(BASES + 2),
    parameter ADDRESSES = BASES * ADDRESS,
    parameter JOB = WARP + CTA + PC + STRIDE + 1,
    parameter DISTANCE = WARP + 1,
    parameter LINE = (1 << LINE_LOG2) - 1,      // Bits of an address inside a line.
    parameter LOW = (1 << CMP_LOG2) - 1,        // Bits that are left out.
    // Loads of a CTA whose entries are in use are not registered (A6).
    parameter [0:0] STICKY = PERCTA_REPL == 1
) (
    input  wire                 clock,           // SM clock.
    input  wire                 reset,           // Synchronous reset, active high.
    // A kernel starts: tables, jobs and the generator are cleared.
    input  wire                 kernel_start,
    input  wire                 cta_start_valid, // A CTA starts.
    input  wire [CTA-1:0]       cta_start_slot,  // Its slot, below `n_cta`.
    input  wire [WARP-1:0]      cta_start_first, // Its first warp.
    input  wire [COUNT-1:0]     cta_start_nw,    // Its warps, at least 1; they are contiguous.
    input  wire                 cta_end_valid,   // A CTA ends.
    input  wire [CTA-1:0]       cta_end_slot,    // Its slot.
    input  wire                 ld_valid,        // A warp load has been coalesced. Always accepted.
    input  wire [PC-1:0]        ld_pc,           // PC of the load.
    input  wire [CTA-1:0]       ld_cta,          // CTA slot of the warp.
    input  wire [WARP-1:0]      ld_widx,         // The warp's number in its CTA.
    // Its requests; `n_base` + 1 for more than `n_base`.
    input  wire [REQUESTS-1:0]  ld_n,
    input  wire [ADDRESSES-1:0] ld_addr,         // Address of each request, the first lowest.
    input  wire                 ld_indirect,     // The address comes from a load.
    input  wire [CTA-1:0]       lead_cta,        // The leading CTA, from the scheduler.
    input  wire                 lead_valid,      // There is one.
    input  wire                 pf_ready,        // The L1D accepts the prefetch.
    // A prefetch is asked for; it stays until it is accepted, its CTA ends or its entry is
    // rewritten.
    output wire                 pf_valid,
    output wire [ADDRESS-1:0]   pf_addr,         // Address of the line; 0 without a prefetch.
    output wire [WARP-1:0]      pf_warp,         // The warp that it serves; 0 without a prefetch.
    output wire                 job_full,        // No further job can be taken.
    // Pulse: a leading warp's base addresses are registered.
    output wire                 st_reg,
    output wire                 st_stride,       // Pulse: a stride is installed.
    // Pulse: an entry is dropped, since its requests have no common stride.
    output wire                 st_nonstride,
    output wire                 st_verify,       // Pulse: a load is compared with its prediction.
    output wire                 st_mis,          // Pulse: and differs.
    // Pulse: a job is lost, since no further one can be taken.
    output wire                 st_jobdrop
);

    localparam [CTAS-1:0] EVERY_SLOT = {CTAS{1'b1}};
    localparam [JOBS-1:0] EVERY_JOB = {JOBS{1'b1}};
    localparam LAST_JOB = JOBS - 1;
    localparam JOB_PC_AT = WARP + CTA;
    localparam JOB_STRIDE_AT = WARP + CTA + PC;
    localparam JOB_OWN_AT = WARP + CTA + PC + STRIDE;

    wire                    counts;                // The load is of an active CTA.
    wire                    leading;
    wire                    registers;
    wire                    trails;
    wire                    detects;
    wire                    installs;
    wire                    drops;
    wire                    verifies;
    wire                    mispredicts;
    // A load of the leading CTA installs a stride that leads elsewhere.
    wire                    first_use;
    // A load of the leading CTA is verified and may start a job if it is predicted; if it is not.
    wire                    next_use;
    wire                    next_use_still;
    wire                    own_job;
    reg                     job_wanted;
    wire                    full;
    reg  [STRIDE-1:0]       stride;
    wire [JOB-1:0]          job;
    reg  [WARP-1:0]         job_widx;
    // The first job that waits, now and in the next cycle.
    wire [JOB-1:0]          head;
    wire [JOB-1:0]          following;
    wire [JOBS-1:0]         job_used;
    // Jobs behind the first one are of no use here, nor is which slots will be active.
    reg                     unused;
    reg  [CTAS-1:0]         clear;
    reg                     clears;                // The inputs of the cycle before.
    reg                     starts;
    reg  [CTA-1:0]          start_slot;
    reg  [WARP-1:0]         start_first;
    reg  [COUNT-1:0]        start_nw;
    reg                     ends;
    reg  [CTA-1:0]          end_slot;
    reg                     load;                  // A load that counts.
    reg  [PC-1:0]           pc;
    reg  [CTA-1:0]          cta;
    reg  [WARP-1:0]         widx;
    reg  [LAST-1:0]         last;                  // Its requests, less one.
    reg  [ADDRESSES-1:0]    addresses;
    reg                     leads;                 // Its CTA leads.
    wire [CTAS-1:0]         slots_active;
    wire [CTAS-1:0]         slots_active_next;
    wire [CTAS-1:0]         slots_changed;
    wire [WARP-1:0]         slots_first;
    wire [COUNT-1:0]        slots_nw;
    wire [COUNT-1:0]        slots_counted;
    wire                    percta_hit;
    wire [DISTANCE-1:0]     percta_distance;
    wire [LAST-1:0]         percta_entry_last;
    wire [ADDRESSES-1:0]    percta_bases;
    wire                    percta_room;
    wire [CTAS-1:0]         percta_holds;
    wire [CTAS-1:0]         percta_served;
    wire [WARP-1:0]         percta_job_lead;
    wire [ENTRIES-1:0]      percta_target_hit;
    wire [WARP-1:0]         percta_target_lead;
    wire [LAST-1:0]         percta_target_last;
    wire [ADDRESSES-1:0]    percta_read_bases;
    wire                    strides_hit;
    wire [STRIDE-1:0]       strides_stride;
    wire                    strides_trusted;
    wire                    strides_trusted_still;
    wire                    compare_adjacent;
    wire [STRIDE-1:0]       compare_step;
    wire                    compare_uniform;
    wire                    compare_differs;
    wire [(JOBS * JOB)-1:0] jobs_words;
    wire [JOB-1:0]          jobs_first_next;
    wire [JOBS-1:0]         jobs_used;
    wire                    generator_pop;
    wire [PC-1:0]           generator_search_pc;
    wire [CTAS-1:0]         generator_target;
    wire [CTA-1:0]          generator_read_cta;
    wire [ENTRIES-1:0]      generator_read_entry;

    cta_slots #(.CTAS(CTAS), .WARP(WARP), .COUNT(COUNT)) slots (
        .clock       (clock),
        .reset       (reset),
        .start_valid (starts),
        .start_slot  (start_slot),
        .start_first (start_first),
        .start_nw    (start_nw),
        .end_valid   (ends),
        .end_slot    (end_slot),
        .read        (generator_read_cta),
        .count       (head[WARP +: CTA]),
        .active      (slots_active),
        .active_next (slots_active_next),
        .changed     (slots_changed),
        .first       (slots_first),
        .nw          (slots_nw),
        .counted     (slots_counted)
    );

    cta_pf_percta #(
        .CTAS      (CTAS),
        .ENTRIES   (ENTRIES),
        .PC        (PC),
        .WARP      (WARP),
        .LAST      (LAST),
        .ADDRESSES (ADDRESSES)
    ) percta (
        .clock       (clock),
        .reset       (reset),
        .clear       (clear),
        .cta         (cta),
        .pc          (pc),
        .widx        (widx),
        .last        (last),
        .addresses   (addresses),
        .registers   (registers),
        .own_done    (own_job && !full && PF_EN),
        .drop        (drops),
        .look_cta    (ld_cta),
        .look_pc     (ld_pc),
        .look_widx   (ld_widx),
        .hit         (percta_hit),
        .distance    (percta_distance),
        .entry_last  (percta_entry_last),
        .bases       (percta_bases),
        .room        (percta_room),
        .job_pc      (generator_search_pc),
        .job_cta     (head[WARP +: CTA]),
        .holds       (percta_holds),
        .served      (percta_served),
        .job_lead    (percta_job_lead),
        .target      (generator_target),
        .target_hit  (percta_target_hit),
        .target_lead (percta_target_lead),
        .target_last (percta_target_last),
        .read_cta    (generator_read_cta),
        .read_entry  (generator_read_entry),
        .read_bases  (percta_read_bases)
    );

    cta_pf_dist #(
        .STRIDES   (STRIDES),
        .PC        (PC),
        .STRIDE    (STRIDE),
        .MIS       (MIS),
        .THRESHOLD (THRESHOLD)
    ) strides (
        .clock         (clock),
        .reset         (reset),
        .clear         (clears),
        .pc            (pc),
        .install       (installs),
        .step          (compare_step),
        .mispredicted  (mispredicts),
        .look_pc       (ld_pc),
        .hit           (strides_hit),
        .stride        (strides_stride),
        .trusted       (strides_trusted),
        .trusted_still (strides_trusted_still)
    );

    cta_pf_compare #(
        .BASES   (BASES),
        .ADDRESS (ADDRESS),
        .STRIDE  (STRIDE),
        .WARP    (WARP),
        .LOW     (LOW)
    ) compare (
        .bases      (percta_bases),
        .bases_last (percta_entry_last),
        .addresses  (addresses),
        .last       (last),
        .distance   (percta_distance),
        .stride     (strides_stride),
        .adjacent   (compare_adjacent),
        .step       (compare_step),
        .uniform    (compare_uniform),
        .differs    (compare_differs)
    );

    shift_list #(.N(JOBS), .W(JOB)) jobs (
        .clock      (clock),
        .reset      (reset),
        .clear      (clears),
        .take       (generator_pop),
        .up         (EVERY_JOB),
        .offer      (counts),
        .push       (job_wanted && !full && PF_EN),
        .data       (job),
        .words      (jobs_words),
        .first_next (jobs_first_next),
        .used       (jobs_used)
    );

    cta_pf_generator #(
        .CTAS          (CTAS),
        .ENTRIES       (ENTRIES),
        .PC            (PC),
        .WARP          (WARP),
        .COUNT         (COUNT),
        .BASES         (BASES),
        .ADDRESS       (ADDRESS),
        .STRIDE        (STRIDE),
        .SKIP_OWN_DONE (SKIP_OWN_DONE),
        .LINE          (LINE)
    ) generator (
        .clock       (clock),
        .reset       (reset),
        .clear       (clears),
        .job_valid   (job_used[0]),
        .job_own     (head[JOB_OWN_AT]),
        .job_cta     (head[WARP +: CTA]),
        .job_widx    (head[WARP-1:0]),
        .job_stride  (head[JOB_STRIDE_AT +: STRIDE]),
        .job_next_pc (following[JOB_PC_AT +: PC]),
        .pop         (generator_pop),
        .search_pc   (generator_search_pc),
        .holds       (percta_holds),
        .served      (percta_served),
        .job_lead    (percta_job_lead),
        .target      (generator_target),
        .target_hit  (percta_target_hit),
        .target_lead (percta_target_lead),
        .target_last (percta_target_last),
        .read_cta    (generator_read_cta),
        .read_entry  (generator_read_entry),
        .read_bases  (percta_read_bases),
        .first       (slots_first),
        .nw          (slots_nw),
        .job_nw      (slots_counted),
        .pf_ready    (pf_ready),
        .pf_valid    (pf_valid),
        .pf_addr     (pf_addr),
        .pf_warp     (pf_warp)
    );

    // First cycle: the inputs are taken; the tables look the load up.
    always @(posedge clock) begin
        if (reset) begin
            clears <= 1'b0;
            starts <= 1'b0;
        end else begin
            clears <= kernel_start;
            starts <= cta_start_valid;
        end
    end

    always @(posedge clock) begin
        start_slot <= cta_start_slot;
        start_first <= cta_start_first;
        start_nw <= cta_start_nw;
    end

    always @(posedge clock) begin
        if (reset) begin
            ends <= 1'b0;
        end else begin
            ends <= cta_end_valid;
        end
    end

    always @(posedge clock) begin
        end_slot <= cta_end_slot;
    end

    always @(posedge clock) begin
        if (reset) begin
            load <= 1'b0;
        end else begin
            load <= ld_valid
                && (ld_n != 0)
                && (ld_n <= BASES[REQUESTS-1:0])
                && !(EXCL_INDIRECT && ld_indirect);
        end
    end

    always @(posedge clock) begin
        pc <= ld_pc;
        cta <= ld_cta;
        widx <= ld_widx;
        last <= ld_n[LAST-1:0] - 1'b1;
        addresses <= ld_addr;
        leads <= lead_valid && (lead_cta == ld_cta);
    end

    always @* begin
        clear = slots_changed;
        if (clears) begin
            clear = EVERY_SLOT;
        end
    end

    // Second cycle: the load is registered, shows a stride, or is verified.
    assign counts = load && !clears && slots_active[cta];
    assign leading = !percta_hit || (percta_distance == 0);
    assign registers = counts && leading && (percta_hit || percta_room || !STICKY);
    assign trails = counts && !leading;
    assign detects = trails && !strides_hit && compare_adjacent;
    assign installs = detects && compare_uniform;
    assign drops = detects && !compare_uniform;
    assign verifies = trails && strides_hit;
    assign mispredicts = verifies && compare_differs;

    // Jobs: case 2 for the own CTA, case 1 for the others.
    assign own_job = registers && strides_hit && strides_trusted && (strides_stride != 0);
    assign first_use = leads && installs && (compare_step != 0);
    assign next_use = leads && verifies && strides_trusted && (strides_stride != 0);
    assign next_use_still = next_use && strides_trusted_still;

    always @* begin
        job_wanted = own_job || first_use || next_use;
        if (compare_differs) begin
            job_wanted = own_job || first_use || next_use_still;
        end
    end

    assign job_used = jobs_used;
    assign full = job_used[LAST_JOB];

    always @* begin
        stride = compare_step;
        if (strides_hit) begin
            stride = strides_stride;
        end
    end

    always @* begin
        job_widx = widx;
        if (own_job) begin
            job_widx = 0;
        end
    end

    assign job = {own_job, stride, pc, cta, job_widx};
    assign job_full = full;
    assign st_reg = registers;
    assign st_stride = installs;
    assign st_nonstride = drops;
    assign st_verify = verifies;
    assign st_mis = mispredicts;
    assign st_jobdrop = job_wanted && full && PF_EN;

    // The generator.
    assign head = jobs_words[(0 * JOB) +: JOB];
    assign following = jobs_first_next;

    always @* begin : compute_unused
        integer i;
        unused = (slots_active_next != 0) || (following != 0);
        for (i = 0; i < JOBS; i = i + 1)
            unused = unused || (jobs_words[(i * JOB) +: JOB] != 0);
    end

endmodule

`default_nettype wire
