// SPDX-License-Identifier: Apache-2.0
// Invariant 8: a paused warp is never counted, and pause_warp holds the live warps of the paused CTAs, one register
// later.
// Engine: pdr
module i08_paused_warps #(
    parameter n_warps = 8,
    parameter n_cta = 2,
    parameter ID = $clog2(n_cta),
    parameter COUNT = $clog2(n_warps + 1)
) (
    input wire                  clock,
    input wire                  reset,
    input wire [n_warps-1:0]    slot_live,
    input wire [n_warps*ID-1:0] warp_cta,
    input wire [n_cta-1:0]      pause_cta,
    input wire [n_warps-1:0]    pause_warp,
    input wire                  epoch_sample,
    input wire [COUNT-1:0]      sampler_n_active
);

    reg               after_reset;
    reg [n_warps-1:0] live;
    reg [n_warps*ID-1:0] of_cta;
    always @(posedge clock) begin
        after_reset <= reset;
        live <= slot_live;
        of_cta <= warp_cta;
    end

    // Warps that may be counted.
    reg [COUNT-1:0] countable;
    integer w;
    always @* begin
        countable = 0;
        for (w = 0; w < n_warps; w = w + 1) countable = countable + (slot_live[w] && !pause_warp[w]);
        assert (!epoch_sample || sampler_n_active <= countable);
    end

    genvar i;
    generate
        for (i = 0; i < n_warps; i = i + 1) begin : warp
            always @* begin
                if (!after_reset)
                    assert (pause_warp[i] == (live[i] && pause_cta[of_cta[i*ID +: ID]]));
                else
                    assert (!pause_warp[i]);
            end
        end
    endgenerate

endmodule
