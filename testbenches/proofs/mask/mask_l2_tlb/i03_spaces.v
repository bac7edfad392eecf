// SPDX-License-Identifier: Apache-2.0
// Invariant 3: what SMs wait for is of their address space, in flight and in walks, so no answer is of another one. The oldest lookup of the queue is
// assumed to be of its SM's, as all were when they went in.
// Engine: induction 1
// Cut: replay__head
module i03_spaces #(
    parameter num_cores = 2,
    parameter warps_per_core = 8,
    parameter num_apps = 2,
    parameter asid_w = 2,
    parameter l2tlb_ports = 2,
    parameter l2tlb_latency = 3,
    parameter walk_ctx = 2,
    parameter va_w = 16,
    parameter page_bits = 12,
    parameter PAGE = va_w - page_bits + asid_w,
    parameter CONTEXT = $clog2(walk_ctx),
    parameter WARP = $clog2(warps_per_core),
    parameter CORE = $clog2(num_cores),
    parameter APP = $clog2(num_apps),
    parameter LOOKUP = PAGE + WARP + CORE + APP,
    parameter STAGES = l2tlb_latency - 1
) (
    input wire                                 clock,
    input wire                                 reset,
    input wire                                 root_we,
    input wire [CORE-1:0]                      root_core,
    input wire [num_cores*asid_w-1:0]          spaces,
    input wire [STAGES*l2tlb_ports-1:0]        flying,
    input wire [STAGES*l2tlb_ports*LOOKUP-1:0] stage,
    input wire [LOOKUP-1:0]                    replay__head,
    input wire [walk_ctx-1:0]                  walks__busy,
    input wire [walk_ctx*LOOKUP-1:0]           walks__lookup,
    input wire [l2tlb_ports-1:0]                lk_valid,
    input wire [l2tlb_ports*CORE-1:0]           lk_core,
    input wire [walk_ctx*num_cores-1:0]        walks__waiters
);

    // The address space of an SM is that of a lookup.
    function of_its_sm(input [LOOKUP-1:0] lookup);
        of_its_sm = lookup[PAGE-1 -: asid_w] == spaces[lookup[PAGE+WARP +: CORE]*asid_w +: asid_w];
    endfunction

    integer i, c;
    always @* begin
        assume (of_its_sm(replay__head));
        // The root of an SM changes only while it waits for nothing.
        for (i = 0; i < STAGES * l2tlb_ports; i = i + 1)
            assume (!root_we || !flying[i] || stage[i*LOOKUP+PAGE+WARP +: CORE] != root_core);
        for (i = 0; i < walk_ctx; i = i + 1) assume (!root_we || !walks__busy[i] || !walks__waiters[i*num_cores+root_core]);
        for (i = 0; i < l2tlb_ports; i = i + 1) assume (!root_we || !lk_valid[i] || lk_core[i*CORE +: CORE] != root_core);
        assume (!root_we || replay__head[PAGE+WARP +: CORE] != root_core);
    end

    always @* if (!reset) begin
        for (i = 0; i < STAGES * l2tlb_ports; i = i + 1) assert (!flying[i] || of_its_sm(stage[i*LOOKUP +: LOOKUP]));
        for (i = 0; i < walk_ctx; i = i + 1)
            for (c = 0; c < num_cores; c = c + 1)
                assert (!walks__busy[i] || !walks__waiters[i*num_cores+c]
                    || walks__lookup[i*LOOKUP+PAGE-1 -: asid_w] == spaces[c*asid_w +: asid_w]);
    end

endmodule
