// SPDX-License-Identifier: Apache-2.0
// Invariant 5, second half: the vote is that function of the sums and of the kernel's W which section 2.3 gives, NONE for
// a partial epoch and without a grid; and the sums that the decision saw are shown.
// Engine: pdr
// Cut: epoch_decide active_sum waiting_sum xalu_sum xmem_sum
//
// Any cycle can be one of decision, with any sums.
module i05_votes #(
    parameter n_warps = 8,
    parameter epoch_len = 512,
    parameter sample_period = 128,
    parameter bw_sat = 2,
    parameter comp_ge = 0,
    parameter SUM = $clog2(n_warps * (epoch_len / sample_period) + 1),
    parameter COUNT = $clog2(n_warps + 1)
) (
    input wire             clock,
    input wire             reset,
    input wire             en,
    input wire             kernel_start,
    input wire             grid_active,
    input wire [COUNT-1:0] w_cta_in,
    input wire             epoch_decide,
    input wire [SUM-1:0]   active_sum,
    input wire [SUM-1:0]   waiting_sum,
    input wire [SUM-1:0]   xalu_sum,
    input wire [SUM-1:0]   xmem_sum,
    input wire             vote_valid,
    input wire [1:0]       vote,
    input wire [SUM-1:0]   dbg_acc_active,
    input wire [SUM-1:0]   dbg_acc_wait,
    input wire [SUM-1:0]   dbg_acc_xalu,
    input wire [SUM-1:0]   dbg_acc_xmem
);

    localparam SAMPLES = epoch_len / sample_period;
    localparam COMP = 2'd1;
    localparam MEM = 2'd2;

    reg [COUNT-1:0] w_cta;
    reg             partial;    // The epoch under way began with a kernel start or after en = 0.
    reg             decided;    // In the cycle before; and what it must have come to.
    reg [1:0]       expected;
    reg [4*SUM-1:0] saw;

    reg [1:0] action;
    always @* begin
        if (xmem_sum > w_cta * SAMPLES) action = MEM;
        else if (xalu_sum > w_cta * SAMPLES || (comp_ge && xalu_sum == w_cta * SAMPLES)) action = COMP;
        else if (xmem_sum > bw_sat * SAMPLES) action = MEM;
        else if (2 * waiting_sum > active_sum) action = xalu_sum > xmem_sum ? COMP : MEM;
        else action = active_sum == 0 ? COMP : 2'd0;
    end

    always @(posedge clock) begin
        if (reset) begin
            w_cta <= 1;
            partial <= 1'b0;
            decided <= 1'b0;
            expected <= 2'd0;
            saw <= 0;
        end else begin
            if (kernel_start) w_cta <= w_cta_in;
            if (kernel_start || !en) partial <= 1'b1;
            else if (epoch_decide) partial <= 1'b0;
            decided <= epoch_decide;
            expected <= epoch_decide && grid_active && !partial && !kernel_start ? action : 2'd0;
            if (epoch_decide) saw <= {active_sum, waiting_sum, xalu_sum, xmem_sum};
        end
    end

    always @* if (!reset) begin
        assert (vote_valid == decided && vote == expected);
        assert ({dbg_acc_active, dbg_acc_wait, dbg_acc_xalu, dbg_acc_xmem} == saw);
    end

endmodule
