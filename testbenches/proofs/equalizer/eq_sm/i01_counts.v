// SPDX-License-Identifier: Apache-2.0
// Invariant 1, for one sample: the count of Active warps is never below the counts of Waiting, Xalu and Xmem warps
// together and never above n_warps.
// Engine: pdr
module i01_counts #(
    parameter n_warps = 8,
    parameter COUNT = $clog2(n_warps + 1)
) (
    input wire [COUNT-1:0] sampler_n_active,
    input wire [COUNT-1:0] sampler_n_wait,
    input wire [COUNT-1:0] sampler_n_xalu,
    input wire [COUNT-1:0] sampler_n_xmem
);

    always @* begin
        assert (sampler_n_active <= n_warps);
        assert (sampler_n_active >= sampler_n_wait + sampler_n_xalu + sampler_n_xmem + 32'd0);
    end

endmodule
