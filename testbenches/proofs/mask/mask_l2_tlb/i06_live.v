// SPDX-License-Identifier: Apache-2.0
// Invariant 6: `ptw_live` is the number of walks of each application.
// Engine: induction 1
module i06_live #(
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
    input wire [num_apps*7-1:0]      ptw_live
);

    // Contexts with a walk, also one that ends.
    wire [walk_ctx-1:0] walking = walks__busy | walks__ending;

    wire [walk_ctx*LOOKUP-1:0] lookups;
    wire                       sound;
    walk_states #(.CONTEXTS(walk_ctx), .LANES(LANES), .LOOKUP(LOOKUP)) states (
        .busy(walks__busy), .count(walks__count), .vacant(walks__vacant), .ready(walks__ready), .over(walks__over),
        .poisoned(walks__poisoned), .lookup(walks__lookup), .begun_in(walks__begun_in),
        .begun_lookup(walks__begun_lookup), .held(held),
        .ends(walks__ends), .ending(walks__ending), .end_lookup(walks__end_lookup), .lookups(lookups), .sound(sound)
    );

    reg [6:0] walks;
    integer a, i;
    always @* if (!reset) begin
        for (a = 0; a < num_apps; a = a + 1) begin
            walks = 0;
            for (i = 0; i < walk_ctx; i = i + 1)
                walks = walks + (walking[i] && lookups[i*LOOKUP+PAGE+WARP+CORE +: APP] == a);
            assert (ptw_live[a*7 +: 7] == walks);
        end
        assert (sound);
    end

endmodule
