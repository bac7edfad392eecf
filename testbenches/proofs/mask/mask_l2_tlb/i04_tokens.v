// SPDX-License-Identifier: Apache-2.0
// Invariant 4: with tokens, and after an epoch of its application, a walk fills the main array if the warp that began it held a token in the cycle
// before, and else the bypass cache.
// Engine: induction 1
module i04_tokens #(
    parameter num_cores = 2,
    parameter warps_per_core = 8,
    parameter num_apps = 2,
    parameter asid_w = 2,
    parameter l2tlb_ports = 2,
    parameter walk_ctx = 2,
    parameter va_w = 16,
    parameter page_bits = 12,
    parameter PAGE = va_w - page_bits + asid_w,
    parameter WARP = $clog2(warps_per_core),
    parameter CORE = $clog2(num_cores),
    parameter APP = $clog2(num_apps),
    parameter LANES = l2tlb_ports + 1,
    parameter LOOKUP = PAGE + WARP + CORE + APP
) (
    input wire                       clock,
    input wire                       reset,
    input wire                       en_tokens,
    input wire [num_apps-1:0]        seen,
    input wire [num_cores*9-1:0]     share,
    input wire                       main__fill,
    input wire                       bypass__fill,
    input wire [walk_ctx-1:0]        walks__busy,
    input wire [6:0]                 walks__count,
    input wire [LANES-1:0]           walks__vacant,
    input wire [walk_ctx-1:0]        walks__ready,
    input wire                       held,
    input wire [walk_ctx-1:0]        walks__over,
    input wire [walk_ctx-1:0]        walks__poisoned,
    input wire [walk_ctx*LOOKUP-1:0] walks__lookup,
    input wire [LANES*walk_ctx-1:0]  walks__begun_in,
    input wire [LANES*LOOKUP-1:0]    walks__begun_lookup,
    input wire                       walks__ends,
    input wire [walk_ctx-1:0]        walks__ending,
    input wire [LOOKUP-1:0]          walks__end_lookup,
    input wire                       walks__end_found,
    input wire                       walks__fills_main,
    input wire                       walks__fills_bypass
);

    wire [walk_ctx*LOOKUP-1:0] lookups;
    wire                       sound;
    walk_states #(.CONTEXTS(walk_ctx), .LANES(LANES), .LOOKUP(LOOKUP)) states (
        .busy(walks__busy), .count(walks__count), .vacant(walks__vacant), .ready(walks__ready), .over(walks__over),
        .poisoned(walks__poisoned), .lookup(walks__lookup), .begun_in(walks__begun_in),
        .begun_lookup(walks__begun_lookup), .held(held),
        .ends(walks__ends), .ending(walks__ending), .end_lookup(walks__end_lookup), .lookups(lookups), .sound(sound)
    );

    // What was there in the cycle before.
    reg                    tokens_before;
    reg [num_apps-1:0]     seen_before;
    reg [num_cores*9-1:0]  share_before;
    always @(posedge clock) begin
        tokens_before <= en_tokens;
        seen_before <= seen;
        share_before <= share;
    end

    wire [LOOKUP-1:0] lookup = walks__end_lookup;
    wire [WARP-1:0] warp = lookup[PAGE +: WARP];
    wire [CORE-1:0] core = lookup[PAGE+WARP +: CORE];
    wire [APP-1:0] app = lookup[PAGE+WARP+CORE +: APP];
    wire holds = warp < share_before[core*9 +: 9];
    wire decides = tokens_before && seen_before[app];

    always @* if (!reset) begin
        if (main__fill) assert (!decides || holds);
        if (bypass__fill) assert (decides && !holds);
        assert (!walks__ends || walks__end_found == (walks__fills_main || walks__fills_bypass));
        assert (!walks__fills_main || (walks__ends && (!decides || holds)));
        assert (!walks__fills_bypass || (walks__ends && decides && !holds));
        assert (sound);
    end

endmodule
