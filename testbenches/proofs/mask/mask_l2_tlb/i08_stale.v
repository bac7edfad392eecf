// SPDX-License-Identifier: Apache-2.0
// Invariant 8: a walk that read a table before a flush of its address space begins anew before it fills.
// Engine: induction 1
module i08_stale #(
    parameter num_cores = 2,
    parameter warps_per_core = 8,
    parameter num_apps = 2,
    parameter asid_w = 2,
    parameter l2tlb_entries = 4,
    parameter l2tlb_ways = 2,
    parameter l2tlb_latency = 3,
    parameter l2tlb_ports = 2,
    parameter walk_ctx = 2,
    parameter va_w = 16,
    parameter page_bits = 12,
    parameter PAGE = va_w - page_bits + asid_w,
    parameter SETS = l2tlb_entries / l2tlb_ways,
    parameter SET = $clog2(SETS),
    parameter CONTEXT = $clog2(walk_ctx),
    parameter WARP = $clog2(warps_per_core),
    parameter CORE = $clog2(num_cores),
    parameter APP = $clog2(num_apps),
    parameter LANES = l2tlb_ports + 1,
    parameter LOOKUP = PAGE + WARP + CORE + APP,
    parameter FLUSH = $clog2(l2tlb_latency + SETS + 1)
) (
    input wire                       clock,
    input wire                       reset,
    input wire [walk_ctx-1:0]        walks__busy,
    input wire [6:0]                 walks__count,
    input wire [LANES-1:0]           walks__vacant,
    input wire [walk_ctx-1:0]        walks__ready,
    input wire                       held,
    input wire [walk_ctx-1:0]        walks__over,
    input wire [walk_ctx*LOOKUP-1:0] walks__lookup,
    input wire [LANES*walk_ctx-1:0]  walks__begun_in,
    input wire [LANES*LOOKUP-1:0]    walks__begun_lookup,
    input wire                       walks__ends,
    input wire [walk_ctx-1:0]        walks__ending,
    input wire [LOOKUP-1:0]          walks__end_lookup,
    input wire [walk_ctx-1:0]        walks__poisoned,
    input wire [walk_ctx*3-1:0]      walks__depth,
    input wire                       walks__reads,
    input wire [CONTEXT-1:0]         walks__read_context,
    input wire [2:0]                 walks__read_depth,
    input wire                       flushing,
    input wire [FLUSH-1:0]           flush_cycle,
    input wire                       first_clear,
    input wire                       flushes_all,
    input wire [asid_w-1:0]          flushed
);

    wire [walk_ctx*LOOKUP-1:0] lookups;
    wire                       sound;
    walk_states #(.CONTEXTS(walk_ctx), .LANES(LANES), .LOOKUP(LOOKUP)) states (
        .busy(walks__busy), .count(walks__count), .vacant(walks__vacant), .ready(walks__ready), .over(walks__over),
        .poisoned(walks__poisoned), .lookup(walks__lookup), .begun_in(walks__begun_in),
        .begun_lookup(walks__begun_lookup), .held(held),
        .ends(walks__ends), .ending(walks__ending), .end_lookup(walks__end_lookup), .lookups(lookups), .sound(sound)
    );

    // Walks whose tables are of before the flush, until they read the first again.
    reg [walk_ctx-1:0] stale;
    integer i;
    always @(posedge clock)
        for (i = 0; i < walk_ctx; i = i + 1) begin
            if (walks__reads && walks__read_context == i && walks__read_depth == 1) stale[i] <= 1'b0;
            if (first_clear && walks__busy[i] && (flushes_all || lookups[i*LOOKUP+PAGE-asid_w +: asid_w] == flushed))
                stale[i] <= 1'b1;
            if (reset) stale[i] <= 1'b0;
        end

    always @* if (!reset) begin
        assert ((walks__ending & stale) == 0);
        for (i = 0; i < walk_ctx; i = i + 1)
            assert (!stale[i] || (walks__busy[i] && (walks__poisoned[i] || (walks__ready[i] && walks__depth[i*3 +: 3] == 1))));
        assert (sound);
        if (flushing && flush_cycle >= l2tlb_latency) assert (!walks__ends);
    end

endmodule
