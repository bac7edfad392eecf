// SPDX-License-Identifier: Apache-2.0
// eq_sm_tiny_sva: the invariants of eq_sm_tiny, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 1, for one sample, with section 2.1: each count is the number of warps of its class, and all are 0 in a cycle
// that is no sample.
//
// Any cycle can be a sample.
module eq_sm_tiny_i01_classes #(
    parameter n_warps = 8,
    parameter barrier_active = 0,
    parameter COUNT = $clog2(n_warps + 1)
) (
    input wire clock,
    input wire reset,
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

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

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

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        begin
            begin if (armed) assert (sampler_n_active == active && sampler_n_wait == waiting) else $error("%m: invariant 1"); end
            begin if (armed) assert (sampler_n_xalu == xalu && sampler_n_xmem == xmem) else $error("%m: invariant 1"); end
        end
    end

endmodule

// Invariant 1, for one sample: the count of Active warps is never below the counts of Waiting, Xalu and Xmem warps
// together and never above n_warps.
module eq_sm_tiny_i01_counts #(
    parameter n_warps = 8,
    parameter COUNT = $clog2(n_warps + 1)
) (
    input wire clock,
    input wire reset,
    input wire [COUNT-1:0] sampler_n_active,
    input wire [COUNT-1:0] sampler_n_wait,
    input wire [COUNT-1:0] sampler_n_xalu,
    input wire [COUNT-1:0] sampler_n_xmem
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        begin
            begin if (armed) assert (sampler_n_active <= n_warps) else $error("%m: invariant 1"); end
            begin if (armed) assert (sampler_n_active >= sampler_n_wait + sampler_n_xalu + sampler_n_xmem + 32'd0) else $error("%m: invariant 1"); end
        end
    end

endmodule

// Invariant 1: the sum of Active warps is never below the sums of Waiting, Xalu and Xmem warps together, and none
// exceeds n_warps times the samples so far.
//
// The counts are cut from the warps and assumed to be what i01_counts proves of them.
// Sums are read before the decision clears them: in cycles 0 and 1 of an epoch they may still be the last epoch's.
module eq_sm_tiny_i01_sums #(
    parameter n_warps = 8,
    parameter epoch_len = 512,
    parameter sample_period = 128,
    parameter SUM = $clog2(n_warps * (epoch_len / sample_period) + 1),
    parameter COUNT = $clog2(n_warps + 1)
) (
    input wire clock,
    input wire reset,
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

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    // Samples of which the sums can consist.
    wire [31:0] samples = (epoch__cycle > 1) ? epoch__cycle / sample_period : epoch_len / sample_period;
    wire [31:0] parts = waiting__sum + xalu__sum + xmem__sum;
    wire [31:0] counted = waiting__counted + xalu__counted + xmem__counted;

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        begin
            begin assume (sampler_n_active <= n_warps) else armed = 1'b0; end
            begin assume (sampler_n_active >= sampler_n_wait + sampler_n_xalu + sampler_n_xmem + 32'd0) else armed = 1'b0; end

            begin if (armed) assert (active__sum >= parts) else $error("%m: invariant 1"); end
            begin if (armed) assert (active__sum <= n_warps * samples) else $error("%m: invariant 1"); end

            // What makes it inductive: the counts on their way, and where in the epoch they can be.
            begin if (armed) assert (active__counted >= counted) else $error("%m: invariant 1"); end
            begin if (armed) assert (active__counted <= n_warps) else $error("%m: invariant 1"); end
            begin if (armed) assert ({waiting__pending, xalu__pending, xmem__pending} == {3{active__pending}}) else $error("%m: invariant 1"); end
            begin if (armed) assert (!epoch__ended_1 || (epoch__cycle == 0 && !epoch__ended_2)) else $error("%m: invariant 1"); end
            begin if (armed) assert (!epoch__ended_2 || epoch__cycle == 1) else $error("%m: invariant 1"); end
            begin if (armed) assert (epoch__cycle > 1 || epoch__ended_1 || epoch__ended_2
                || (active__sum == 0 && !active__pending)) else $error("%m: invariant 1"); end
        end
    end

endmodule

// Invariant 2: 1 <= num_blocks <= nb_max after kernel_start.
module eq_sm_tiny_i02_target #(
    parameter n_cta = 2,
    parameter NB = $clog2(n_cta + 1)
) (
    input wire          clock,
    input wire          reset,
    input wire          kernel_start,
    input wire [NB-1:0] nb_max_in,
    input wire [NB-1:0] num_blocks
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    // The limit of the kernel under way, kept here on its own.
    reg          started;
    reg [NB-1:0] nb_max;
    always @(posedge clock) begin
        if (reset) begin
            started <= 1'b0;
            nb_max <= 0;
        end else if (kernel_start) begin
            started <= 1'b1;
            nb_max <= nb_max_in;
        end
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        begin
            // A kernel of which no CTA fits is not launched.
            begin assume (!kernel_start || nb_max_in != 0) else armed = 1'b0; end
            begin if (armed) assert (!started || (1 <= num_blocks && num_blocks <= nb_max)) else $error("%m: invariant 2"); end
        end
    end

endmodule

// Invariant 3, with section 2.5: the running CTA that is paused is the youngest, and the paused one that goes on is the
// oldest. CTAs that are launched in one cycle count in the order of their slots.
module eq_sm_tiny_i03_order #(
    parameter n_cta = 2,
    parameter NB = $clog2(n_cta + 1)
) (
    input wire             clock,
    input wire             reset,
    input wire             kernel_start,
    input wire [NB-1:0]    nb_max_in,
    input wire [n_cta-1:0] cta_launch,
    input wire [n_cta-1:0] cta_done,
    input wire [n_cta-1:0] pause_cta
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg [n_cta*n_cta-1:0] older;        // Bit j of row i: the CTA in slot i was launched before that in slot j.
    reg [n_cta-1:0]       resident;
    reg [n_cta-1:0]       could_pause;  // CTAs that ran, and that were paused, in the cycle before and have not finished.
    reg [n_cta-1:0]       could_go_on;
    reg [n_cta*n_cta-1:0] was_older;
    reg                   comparable;

    integer i, j;
    always @(posedge clock) begin
        comparable <= !reset;
        was_older <= older;
        could_pause <= resident & ~pause_cta & ~cta_done;
        could_go_on <= resident & pause_cta & ~cta_done;
        resident <= reset ? 0 : (resident & ~cta_done) | cta_launch;
        for (i = 0; i < n_cta; i = i + 1) for (j = 0; j < n_cta; j = j + 1)
            if (cta_launch[i]) older[i*n_cta+j] <= cta_launch[j] && i < j;
            else if (cta_launch[j]) older[i*n_cta+j] <= 1'b1;
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        begin
            begin assume (!kernel_start || nb_max_in != 0) else armed = 1'b0; end
            // A slot is launched while free and finishes while resident.
            begin assume ((cta_launch & resident) == 0) else armed = 1'b0; end
            begin assume ((cta_done & ~resident) == 0) else armed = 1'b0; end
            if (!reset && comparable) for (i = 0; i < n_cta; i = i + 1) for (j = 0; j < n_cta; j = j + 1) if (i != j) begin
                begin if (armed) assert (!(could_pause[i] && could_pause[j] && pause_cta[i]) || was_older[j*n_cta+i]) else $error("%m: invariant 3"); end
                begin if (armed) assert (!(could_go_on[i] && could_go_on[j] && !pause_cta[i]) || was_older[i*n_cta+j]) else $error("%m: invariant 3"); end
            end
        end
    end

endmodule

// Invariant 3: at most num_blocks CTAs run within n_cta cycles of any change, and the resident CTAs are never all
// paused for more than one cycle.
module eq_sm_tiny_i03_running #(
    parameter n_cta = 2,
    parameter NB = $clog2(n_cta + 1)
) (
    input wire             clock,
    input wire             reset,
    input wire             kernel_start,
    input wire [NB-1:0]    nb_max_in,
    input wire [n_cta-1:0] cta_launch,
    input wire [n_cta-1:0] cta_done,
    input wire [n_cta-1:0] pause_cta,
    input wire [NB-1:0]    num_blocks
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg [n_cta-1:0] resident;
    reg [NB-1:0]    target;       // num_blocks of the cycle before.
    reg             same;         // No CTA came or went in the cycle before.
    reg [NB:0]      unsettled;    // Cycles of too many running CTAs since the last change.
    reg             all_paused;   // They all were in the cycle before.

    wire [n_cta-1:0] running = resident & ~pause_cta;
    wire             every = resident != 0 && running == 0;
    reg  [NB-1:0]    count;
    integer i;
    always @* begin
        count = 0;
        for (i = 0; i < n_cta; i = i + 1) count = count + running[i];
    end

    wire settled = count <= num_blocks || !same || target != num_blocks;

    always @(posedge clock) begin
        if (reset) begin
            resident <= 0;
            target <= 1;
            same <= 1'b0;
            unsettled <= 0;
            all_paused <= 1'b0;
        end else begin
            resident <= (resident & ~cta_done) | cta_launch;
            target <= num_blocks;
            same <= cta_launch == 0 && cta_done == 0;
            unsettled <= settled ? 0 : unsettled + 1'b1;
            all_paused <= every;
        end
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        begin
            begin assume (!kernel_start || nb_max_in != 0) else armed = 1'b0; end
            // A slot is launched while free and finishes while resident.
            begin assume ((cta_launch & resident) == 0) else armed = 1'b0; end
            begin assume ((cta_done & ~resident) == 0) else armed = 1'b0; end
            begin if (armed) assert (settled || unsettled < n_cta) else $error("%m: invariant 3"); end
            begin if (armed) assert (!(every && all_paused)) else $error("%m: invariant 3"); end
        end
    end

endmodule

// Invariant 4, with section 2.4: num_blocks moves just when hyst_epochs decisions in a row ask for the same move, within
// its bounds; a kernel start and en = 0 set it to the limit of the kernel.
//
// Any cycle can be one of decision, with any decision that i05_arms allows.
module eq_sm_tiny_i04_hysteresis #(
    parameter n_cta = 2,
    parameter hyst_epochs = 2,
    parameter nb_reset_on_launch = 1,
    parameter NB = $clog2(n_cta + 1)
) (
    input wire          clock,
    input wire          reset,
    input wire          en,
    input wire          kernel_start,
    input wire [NB-1:0] nb_max_in,
    input wire          valid_decision,
    input wire          decision_raise,
    input wire          decision_lower,
    input wire [NB-1:0] num_blocks
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    // What section 2.4 says, kept here on its own.
    reg [NB-1:0] target;
    reg [NB-1:0] limit;
    reg [2:0]    run;      // Equal decisions in a row so far.
    reg          up;       // They ask for more.

    wire [NB-1:0] limit_now = kernel_start ? nb_max_in : limit;
    wire asks = decision_raise || decision_lower;
    wire [2:0] run_now = run != 0 && up == decision_raise ? run + 1'b1 : 3'd1;

    always @(posedge clock) begin
        if (reset) begin
            target <= 1;
            limit <= 1;
            run <= 0;
        end else begin
            limit <= limit_now;
            if (!en || kernel_start) begin
                run <= 0;
                if (!en || nb_reset_on_launch || target > limit_now) target <= limit_now;
            end else if (valid_decision) begin
                up <= decision_raise;
                run <= asks && run_now < hyst_epochs ? run_now : 0;
                if (asks && run_now == hyst_epochs) begin
                    if (decision_raise && target < limit) target <= target + 1'b1;
                    if (decision_lower && target > 1) target <= target - 1'b1;
                end
            end
        end
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        begin
            begin assume (!kernel_start || nb_max_in != 0) else armed = 1'b0; end
            begin assume (!(decision_raise && decision_lower)) else armed = 1'b0; end
            if (!reset) begin if (armed) assert (num_blocks == target) else $error("%m: invariant 4"); end
        end
    end

endmodule

// Invariant 4: num_blocks changes only in the decision cycle, by at most 1, and at least hyst_epochs decisions after
// the previous change. (A kernel start, en = 0 and reset set it.)
module eq_sm_tiny_i04_steps #(
    parameter n_cta = 2,
    parameter hyst_epochs = 2,
    parameter NB = $clog2(n_cta + 1)
) (
    input wire          clock,
    input wire          reset,
    input wire          en,
    input wire          kernel_start,
    input wire          vote_valid,
    input wire [NB-1:0] num_blocks
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg          comparable; // The cycle before was neither reset nor kernel start nor disabled.
    reg [NB-1:0] earlier;
    reg [3:0]    decisions;  // Since the last change, saturating.

    wire moved = comparable && num_blocks != earlier;

    always @(posedge clock) begin
        comparable <= !reset && en && !kernel_start;
        earlier <= num_blocks;
        if (!comparable) decisions <= 4'd15;
        else if (moved) decisions <= 4'd0;
        else if (vote_valid && decisions != 4'd15) decisions <= decisions + 4'd1;
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        begin
            if (moved) begin
                begin if (armed) assert (vote_valid) else $error("%m: invariant 4"); end
                begin if (armed) assert (num_blocks == earlier + 1'b1 || earlier == num_blocks + 1'b1) else $error("%m: invariant 4"); end
                begin if (armed) assert (decisions == 4'd15 || decisions + 4'd1 >= hyst_epochs) else $error("%m: invariant 4"); end
            end
        end
    end

endmodule

// Invariant 5, first half: at most one arm of the chain fires, so a decision never asks for more and for fewer CTAs,
// and the action is NONE, COMP or MEM.
module eq_sm_tiny_i05_arms (
    input wire clock,
    input wire reset,
    input wire       decision_raise,
    input wire       decision_lower,
    input wire [1:0] decision_action
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        begin
            begin if (armed) assert (!(decision_raise && decision_lower)) else $error("%m: invariant 5"); end
            begin if (armed) assert (decision_action != 2'd3) else $error("%m: invariant 5"); end
        end
    end

endmodule

// Invariant 5, second half: the vote is that function of the sums and of the kernel's W which section 2.3 gives, NONE for
// a partial epoch and without a grid; and the sums that the decision saw are shown.
//
// Any cycle can be one of decision, with any sums.
module eq_sm_tiny_i05_votes #(
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

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

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

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (vote_valid == decided && vote == expected) else $error("%m: invariant 5"); end
            begin if (armed) assert ({dbg_acc_active, dbg_acc_wait, dbg_acc_xalu, dbg_acc_xmem} == saw) else $error("%m: invariant 5"); end
        end
    end

endmodule

// Invariant 7: gwde_req is never high while a CTA is paused.
module eq_sm_tiny_i07_request #(
    parameter n_cta = 2
) (
    input wire clock,
    input wire reset,
    input wire             gwde_req,
    input wire [n_cta-1:0] pause_cta
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        begin if (armed) assert (!gwde_req || pause_cta == 0) else $error("%m: invariant 7"); end
    end
endmodule

// Invariant 8: a paused warp is never counted, and pause_warp holds the live warps of the paused CTAs, one register
// later.
module eq_sm_tiny_i08_paused_warps #(
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

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

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
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        begin
            countable = 0;
            for (w = 0; w < n_warps; w = w + 1) countable = countable + (slot_live[w] && !pause_warp[w]);
            begin if (armed) assert (!epoch_sample || sampler_n_active <= countable) else $error("%m: invariant 8"); end
        end
    end

    genvar i;
    generate
        for (i = 0; i < n_warps; i = i + 1) begin : warp
            always @(posedge clock) begin
                if (reset) armed = 1'b1;
                begin
                    if (!after_reset)
                        begin if (armed) assert (pause_warp[i] == (live[i] && pause_cta[of_cta[i*ID +: ID]])) else $error("%m: invariant 8"); end
                    else
                        begin if (armed) assert (!pause_warp[i]) else $error("%m: invariant 8"); end
                end
            end
        end
    endgenerate

endmodule

// Invariant 9: vote_valid pulses in the third cycle after the last one of an epoch, and in no other, if en = 1 in the
// cycle before it.
//
// Any cycle can be the last of an epoch: that it comes once in epoch_len cycles says i09_votes.
module eq_sm_tiny_i09_timing #(
    parameter epoch_len = 512,
    parameter W = $clog2(epoch_len)
) (
    input wire         clock,
    input wire         reset,
    input wire         en,
    input wire         vote_valid,
    input wire [W-1:0] epoch__cycle
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg [1:0] ended;      // The cycle before, and the one before that, ended an epoch.
    reg       expected;
    always @(posedge clock) begin
        ended <= reset ? 0 : {ended, &epoch__cycle};
        expected <= !reset && en && ended[1];
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin if (armed) assert (vote_valid == expected) else $error("%m: invariant 9"); end
    end
endmodule

// Invariant 9: vote_valid pulses exactly once in epoch_len cycles while en = 1.
module eq_sm_tiny_i09_votes #(
    parameter epoch_len = 512,
    parameter W = $clog2(epoch_len)
) (
    input wire         clock,
    input wire         reset,
    input wire         en,
    input wire         vote_valid,
    input wire [W-1:0] epoch__cycle,
    input wire         epoch__ended_1,
    input wire         epoch__ended_2
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    // The vote of an epoch shows in cycle 2 of the next one, if en was 1 the cycle before; after a reset the first
    // epoch is still to come.
    reg         was_en;
    reg         first;   // No epoch has ended since the reset.
    reg [W-1:0] cycle;   // Of the epoch, counted here on its own.
    always @(posedge clock) begin
        was_en <= en && !reset;
        if (reset) begin
            cycle <= 0;
            first <= 1'b1;
        end else begin
            cycle <= cycle + 1'b1;
            if (&cycle) first <= 1'b0;
        end
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (vote_valid == (was_en && !first && cycle == 2)) else $error("%m: invariant 9"); end
            // What makes it inductive.
            begin if (armed) assert (epoch__cycle == cycle) else $error("%m: invariant 9"); end
            begin if (armed) assert (epoch__ended_1 == (!first && cycle == 0)) else $error("%m: invariant 9"); end
            begin if (armed) assert (epoch__ended_2 == (!first && cycle == 1)) else $error("%m: invariant 9"); end
        end
    end

endmodule

// Invariant 10 (liveness) as steps of progress that need no fairness: while fewer CTAs run than the target and one is
// paused, the next cycle has one paused CTA fewer; while fewer are resident than the target, none is paused, none is
// on its way and the grid has one left, a request is made; and a CTA that is launched is not paused in that cycle.
module eq_sm_tiny_i10_progress #(
    parameter n_cta = 2,
    parameter NB = $clog2(n_cta + 1)
) (
    input wire             clock,
    input wire             reset,
    input wire             kernel_start,
    input wire [NB-1:0]    nb_max_in,
    input wire [n_cta-1:0] cta_launch,
    input wire [n_cta-1:0] cta_done,
    input wire             gwde_empty,
    input wire             gwde_gnt,
    input wire             gwde_req,
    input wire [n_cta-1:0] pause_cta,
    input wire [NB-1:0]    num_blocks
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    function [NB-1:0] ones(input [n_cta-1:0] bits);
        integer i;
        begin
            ones = 0;
            for (i = 0; i < n_cta; i = i + 1) ones = ones + bits[i];
        end
    endfunction

    reg [n_cta-1:0] resident;
    reg             on_its_way;  // Granted and not launched yet.
    reg             comparable;
    reg             must_resume; // A paused CTA has to go on by this cycle.
    reg [NB-1:0]    were_paused;
    reg [n_cta-1:0] came;

    wire [n_cta-1:0] left_paused = pause_cta & ~cta_done;
    wire [n_cta-1:0] left_running = resident & ~pause_cta & ~cta_done;

    always @(posedge clock) begin
        if (reset) begin
            resident <= 0;
            on_its_way <= 1'b0;
            must_resume <= 1'b0;
            were_paused <= 0;
            came <= 0;
        end else begin
            resident <= (resident & ~cta_done) | cta_launch;
            on_its_way <= (on_its_way || (gwde_req && gwde_gnt)) && cta_launch == 0;
            must_resume <= ones(left_running) < num_blocks && left_paused != 0;
            were_paused <= ones(left_paused);
            came <= cta_launch;
        end
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        begin
            begin assume (!kernel_start || nb_max_in != 0) else armed = 1'b0; end
            begin assume ((cta_launch & resident) == 0) else armed = 1'b0; end
            begin assume ((cta_done & ~resident) == 0) else armed = 1'b0; end
            begin if (armed) assert (!must_resume || ones(pause_cta) + 1'b1 == were_paused) else $error("%m: invariant 10"); end
            begin if (armed) assert (gwde_req == (ones(resident) < num_blocks && pause_cta == 0 && !on_its_way && !gwde_empty)) else $error("%m: invariant 10"); end
            begin if (armed) assert ((came & pause_cta) == 0) else $error("%m: invariant 10"); end
            // What ties the pauses to the slots in use.
            begin if (armed) assert ((pause_cta & ~resident) == 0) else $error("%m: invariant 10"); end
        end
    end

endmodule

bind eq_sm_tiny eq_sm_tiny_i01_classes #(
    .n_warps(8), .barrier_active(0)) i01_classes (
    .epoch_sample(unit.epoch_sample), .slot_live(slot_live), .ib_valid(ib_valid),
    .at_barrier(at_barrier), .sb_ready(sb_ready), .is_mem(is_mem), .issued(issued),
    .lsu_blocked(lsu_blocked), .pause_warp(pause_warp), .sampler_n_active(unit.sampler_n_active),
    .sampler_n_wait(unit.sampler_n_wait), .sampler_n_xalu(unit.sampler_n_xalu),
    .sampler_n_xmem(unit.sampler_n_xmem), .clock(clock), .reset(reset));

bind eq_sm_tiny eq_sm_tiny_i01_counts #(
    .n_warps(8)) i01_counts (
    .sampler_n_active(unit.sampler_n_active), .sampler_n_wait(unit.sampler_n_wait),
    .sampler_n_xalu(unit.sampler_n_xalu), .sampler_n_xmem(unit.sampler_n_xmem), .clock(clock),
    .reset(reset));

bind eq_sm_tiny eq_sm_tiny_i01_sums #(
    .n_warps(8), .epoch_len(512), .sample_period(128)) i01_sums (
    .active__sum(unit.active.sum), .waiting__sum(unit.waiting.sum), .xalu__sum(unit.xalu.sum),
    .xmem__sum(unit.xmem.sum), .sampler_n_active(unit.sampler_n_active),
    .sampler_n_wait(unit.sampler_n_wait), .sampler_n_xalu(unit.sampler_n_xalu),
    .sampler_n_xmem(unit.sampler_n_xmem), .active__counted(unit.active.counted),
    .waiting__counted(unit.waiting.counted), .xalu__counted(unit.xalu.counted),
    .xmem__counted(unit.xmem.counted), .active__pending(unit.active.pending),
    .waiting__pending(unit.waiting.pending), .xalu__pending(unit.xalu.pending),
    .xmem__pending(unit.xmem.pending), .epoch__cycle(unit.epoch.cycle),
    .epoch__ended_1(unit.epoch.ended_1), .epoch__ended_2(unit.epoch.ended_2), .clock(clock),
    .reset(reset));

bind eq_sm_tiny eq_sm_tiny_i02_target #(
    .n_cta(2)) i02_target (
    .clock(clock), .reset(reset), .kernel_start(kernel_start), .nb_max_in(nb_max_in),
    .num_blocks(num_blocks));

bind eq_sm_tiny eq_sm_tiny_i03_order #(
    .n_cta(2)) i03_order (
    .clock(clock), .reset(reset), .kernel_start(kernel_start), .nb_max_in(nb_max_in),
    .cta_launch(cta_launch), .cta_done(cta_done), .pause_cta(pause_cta));

bind eq_sm_tiny eq_sm_tiny_i03_running #(
    .n_cta(2)) i03_running (
    .clock(clock), .reset(reset), .kernel_start(kernel_start), .nb_max_in(nb_max_in),
    .cta_launch(cta_launch), .cta_done(cta_done), .pause_cta(pause_cta), .num_blocks(num_blocks));

bind eq_sm_tiny eq_sm_tiny_i04_hysteresis #(
    .n_cta(2), .hyst_epochs(2), .nb_reset_on_launch(1)) i04_hysteresis (
    .clock(clock), .reset(reset), .en(en), .kernel_start(kernel_start), .nb_max_in(nb_max_in),
    .valid_decision(unit.valid_decision), .decision_raise(unit.decision_raise),
    .decision_lower(unit.decision_lower), .num_blocks(num_blocks));

bind eq_sm_tiny eq_sm_tiny_i04_steps #(
    .n_cta(2), .hyst_epochs(2)) i04_steps (
    .clock(clock), .reset(reset), .en(en), .kernel_start(kernel_start), .vote_valid(vote_valid),
    .num_blocks(num_blocks));

bind eq_sm_tiny eq_sm_tiny_i05_arms i05_arms (
    .decision_raise(unit.decision_raise), .decision_lower(unit.decision_lower),
    .decision_action(unit.decision_action), .clock(clock), .reset(reset));

bind eq_sm_tiny eq_sm_tiny_i05_votes #(
    .n_warps(8), .epoch_len(512), .sample_period(128), .bw_sat(2), .comp_ge(0)) i05_votes (
    .clock(clock), .reset(reset), .en(en), .kernel_start(kernel_start), .grid_active(grid_active),
    .w_cta_in(w_cta_in), .epoch_decide(unit.epoch_decide), .active_sum(unit.active_sum),
    .waiting_sum(unit.waiting_sum), .xalu_sum(unit.xalu_sum), .xmem_sum(unit.xmem_sum),
    .vote_valid(vote_valid), .vote(vote), .dbg_acc_active(dbg_acc_active),
    .dbg_acc_wait(dbg_acc_wait), .dbg_acc_xalu(dbg_acc_xalu), .dbg_acc_xmem(dbg_acc_xmem));

bind eq_sm_tiny eq_sm_tiny_i07_request #(
    .n_cta(2)) i07_request (
    .gwde_req(gwde_req), .pause_cta(pause_cta), .clock(clock), .reset(reset));

bind eq_sm_tiny eq_sm_tiny_i08_paused_warps #(
    .n_warps(8), .n_cta(2)) i08_paused_warps (
    .clock(clock), .reset(reset), .slot_live(slot_live), .warp_cta(warp_cta), .pause_cta(pause_cta),
    .pause_warp(pause_warp), .epoch_sample(unit.epoch_sample),
    .sampler_n_active(unit.sampler_n_active));

bind eq_sm_tiny eq_sm_tiny_i09_timing #(
    .epoch_len(512)) i09_timing (
    .clock(clock), .reset(reset), .en(en), .vote_valid(vote_valid), .epoch__cycle(unit.epoch.cycle));

bind eq_sm_tiny eq_sm_tiny_i09_votes #(
    .epoch_len(512)) i09_votes (
    .clock(clock), .reset(reset), .en(en), .vote_valid(vote_valid), .epoch__cycle(unit.epoch.cycle),
    .epoch__ended_1(unit.epoch.ended_1), .epoch__ended_2(unit.epoch.ended_2));

bind eq_sm_tiny eq_sm_tiny_i10_progress #(
    .n_cta(2)) i10_progress (
    .clock(clock), .reset(reset), .kernel_start(kernel_start), .nb_max_in(nb_max_in),
    .cta_launch(cta_launch), .cta_done(cta_done), .gwde_empty(gwde_empty), .gwde_gnt(gwde_gnt),
    .gwde_req(gwde_req), .pause_cta(pause_cta), .num_blocks(num_blocks));


`default_nettype wire
