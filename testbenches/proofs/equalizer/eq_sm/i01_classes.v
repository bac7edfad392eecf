// SPDX-License-Identifier: Apache-2.0
// Invariant 1, for one sample, with section 2.1: each count is the number of warps of its class, and all are 0 in a cycle
// that is no sample.
// Engine: pdr
// Cut: epoch_sample
//
// Any cycle can be a sample.
module i01_classes #(
    parameter n_warps = 8,
    parameter barrier_active = 0,
    parameter COUNT = $clog2(n_warps + 1)
) (
    input wire               epoch_sample,
    input wire [n_warps-1:0] slot_live,
    input wire [n_warps-1:0] ib_valid,
    input wire [n_warps-1:0] at_barrier,
    input wire [n_warps-1:0] sb_ready,
    input wire [n_warps-1:0] is_mem,
    input wire [n_warps-1:0] issued,
    input wire               lsu_blocked,
    input wire [n_warps-1:0] pause_warp,
    input wire [COUNT-1:0]   sampler_n_active,
    input wire [COUNT-1:0]   sampler_n_wait,
    input wire [COUNT-1:0]   sampler_n_xalu,
    input wire [COUNT-1:0]   sampler_n_xmem
);

    reg [COUNT-1:0] active, waiting, xalu, xmem;
    integer w;
    always @* begin
        active = 0;
        waiting = 0;
        xalu = 0;
        xmem = 0;
        for (w = 0; w < n_warps; w = w + 1) if (epoch_sample && slot_live[w] && ib_valid[w] && !pause_warp[w]) begin
            if (!at_barrier[w] || barrier_active) active = active + 1'b1;
            if (!at_barrier[w] && !issued[w]) begin
                if (!sb_ready[w]) waiting = waiting + 1'b1;
                else if (!is_mem[w]) xalu = xalu + 1'b1;
                else if (lsu_blocked) xmem = xmem + 1'b1;
            end
        end
    end

    always @* begin
        assert (sampler_n_active == active && sampler_n_wait == waiting);
        assert (sampler_n_xalu == xalu && sampler_n_xmem == xmem);
    end

endmodule
