// SPDX-License-Identifier: Apache-2.0
// Invariant 1: the sum of Active warps is never below the sums of Waiting, Xalu and Xmem warps together, and none
// exceeds n_warps times the samples so far.
// Engine: induction 1
// Cut: sampler_n_active sampler_n_wait sampler_n_xalu sampler_n_xmem
//
// The counts are cut from the warps and assumed to be what i01_counts proves of them.
// Sums are read before the decision clears them: in cycles 0 and 1 of an epoch they may still be the last epoch's.
module i01_sums #(
    parameter n_warps = 8,
    parameter epoch_len = 512,
    parameter sample_period = 128,
    parameter SUM = $clog2(n_warps * (epoch_len / sample_period) + 1),
    parameter COUNT = $clog2(n_warps + 1)
) (
    input wire [SUM-1:0]               active__sum,
    input wire [SUM-1:0]               waiting__sum,
    input wire [SUM-1:0]               xalu__sum,
    input wire [SUM-1:0]               xmem__sum,
    input wire [COUNT-1:0]             sampler_n_active,
    input wire [COUNT-1:0]             sampler_n_wait,
    input wire [COUNT-1:0]             sampler_n_xalu,
    input wire [COUNT-1:0]             sampler_n_xmem,
    input wire [COUNT-1:0]             active__counted,
    input wire [COUNT-1:0]             waiting__counted,
    input wire [COUNT-1:0]             xalu__counted,
    input wire [COUNT-1:0]             xmem__counted,
    input wire                         active__pending,
    input wire                         waiting__pending,
    input wire                         xalu__pending,
    input wire                         xmem__pending,
    input wire [$clog2(epoch_len)-1:0] epoch__cycle,
    input wire                         epoch__ended_1,
    input wire                         epoch__ended_2
);

    // Samples of which the sums can consist.
    wire [31:0] samples = (epoch__cycle > 1) ? epoch__cycle / sample_period : epoch_len / sample_period;
    wire [31:0] parts = waiting__sum + xalu__sum + xmem__sum;
    wire [31:0] counted = waiting__counted + xalu__counted + xmem__counted;

    always @* begin
        assume (sampler_n_active <= n_warps);
        assume (sampler_n_active >= sampler_n_wait + sampler_n_xalu + sampler_n_xmem + 32'd0);

        assert (active__sum >= parts);
        assert (active__sum <= n_warps * samples);

        // What makes it inductive: the counts on their way, and where in the epoch they can be.
        assert (active__counted >= counted);
        assert (active__counted <= n_warps);
        assert ({waiting__pending, xalu__pending, xmem__pending} == {3{active__pending}});
        assert (!epoch__ended_1 || (epoch__cycle == 0 && !epoch__ended_2));
        assert (!epoch__ended_2 || epoch__cycle == 1);
        assert (epoch__cycle > 1 || epoch__ended_1 || epoch__ended_2
            || (active__sum == 0 && !active__pending));
    end

endmodule
