// SPDX-License-Identifier: Apache-2.0
// Invariant 12: what is free in an SM and what its thread blocks have is what it has; thread blocks launched and not ended are those that run; each is launched
// once, in order; without spilling only in SMs of its kernel's class.
// Engine: induction 1
// For: n_tlp=1 n_ilp=1 spill=never
module i12_resources #(
    parameter sm_tbs = 2,
    parameter sm_threads = 3,
    parameter sm_regs = 3,
    parameter sm_smem = 3,
    parameter tb_w = 2,
    parameter THREADS = $clog2(sm_threads + 1),
    parameter TBS = $clog2(sm_tbs + 1),
    parameter REGS = $clog2(2 * sm_regs + 1),
    parameter SMEM = $clog2(sm_smem + 1),
    parameter RUNNING = $clog2(2 * sm_tbs + 1)
) (
    input wire                 clock,
    input wire                 reset,
    input wire [1:0]           pool,
    input wire                 k_valid,
    input wire                 k_ready,
    input wire                 k_kid,
    input wire [tb_w-1:0]      k_tbs,
    input wire                 l_valid,
    input wire                 l_ready,
    input wire                 l_sm,
    input wire                 l_kid,
    input wire [tb_w-1:0]      l_tb,
    input wire                 d_valid,
    input wire                 d_sm,
    input wire                 d_kid,
    input wire [1:0]           valid,
    input wire [1:0]           ilp,
    input wire [2*THREADS-1:0] threads,
    input wire [2*REGS-1:0]    regs,
    input wire [2*SMEM-1:0]    smem,
    input wire [2*tb_w-1:0]    remaining,
    input wire [2*tb_w-1:0]    next_tb,
    input wire [2*RUNNING-1:0] running,
    input wire [1:0]           left,
    input wire [1:0]           busy,
    input wire                 held,
    input wire                 held_sm,
    input wire                 held_kid,
    input wire [THREADS-1:0]   each_room_0__room__free_threads,
    input wire [THREADS-1:0]   each_room_1__room__free_threads,
    input wire [TBS-1:0]       each_room_0__room__free_tbs,
    input wire [TBS-1:0]       each_room_1__room__free_tbs,
    input wire [REGS-1:0]      each_room_0__room__free_regs,
    input wire [REGS-1:0]      each_room_1__room__free_regs,
    input wire [SMEM-1:0]      each_room_0__room__free_smem,
    input wire [SMEM-1:0]      each_room_1__room__free_smem
);

    // Thread blocks of both kernels in SM 0, then in SM 1; thread blocks of each kernel in all, and those that have been launched.
    reg [4*TBS-1:0]  resident;
    reg [2*tb_w-1:0] total;
    reg [2*tb_w-1:0] launched;
    reg [1:0]        pool_before;
    reg              begun;

    wire [2*THREADS-1:0] free_threads = {each_room_1__room__free_threads, each_room_0__room__free_threads};
    wire [2*TBS-1:0]     free_tbs = {each_room_1__room__free_tbs, each_room_0__room__free_tbs};
    wire [2*REGS-1:0]    free_regs = {each_room_1__room__free_regs, each_room_0__room__free_regs};
    wire [2*SMEM-1:0]    free_smem = {each_room_1__room__free_smem, each_room_0__room__free_smem};
    integer k, m;
    reg [TBS-1:0] a, b;

    always @(posedge clock) begin
        pool_before <= pool;
        begun <= !reset;
        for (m = 0; m < 2; m = m + 1)
            for (k = 0; k < 2; k = k + 1)
                resident[(2*m+k)*TBS +: TBS] <= resident[(2*m+k)*TBS +: TBS]
                    + (l_valid && l_ready && l_sm == m && l_kid == k) - (d_valid && d_sm == m && d_kid == k);
        if (l_valid && l_ready) launched[l_kid*tb_w +: tb_w] <= launched[l_kid*tb_w +: tb_w] + 1;
        if (k_valid && k_ready) begin
            total[k_kid*tb_w +: tb_w] <= k_tbs;
            launched[k_kid*tb_w +: tb_w] <= 0;
        end
        if (reset) resident <= 0;
    end

    always @* begin
        assume (!d_valid || resident[(2*d_sm+d_kid)*TBS +: TBS] != 0);
        assume (!begun || pool == pool_before);
    end

    always @* if (!reset) begin
        for (m = 0; m < 2; m = m + 1) begin
            a = resident[2*m*TBS +: TBS];
            b = resident[(2*m+1)*TBS +: TBS];
            assert (a <= sm_tbs && b <= sm_tbs && a + b + free_tbs[m*TBS +: TBS] == sm_tbs);
            assert (a * threads[0 +: THREADS] + b * threads[THREADS +: THREADS] + free_threads[m*THREADS +: THREADS] == sm_threads);
            assert (a * regs[0 +: REGS] + b * regs[REGS +: REGS] + free_regs[m*REGS +: REGS] == sm_regs);
            assert (a * smem[0 +: SMEM] + b * smem[SMEM +: SMEM] + free_smem[m*SMEM +: SMEM] == sm_smem);
        end
        for (k = 0; k < 2; k = k + 1) begin
            a = resident[k*TBS +: TBS];
            b = resident[(2+k)*TBS +: TBS];
            assert (running[k*RUNNING +: RUNNING] == a + b);
            assert (left[k] == (remaining[k*tb_w +: tb_w] != 0) && busy[k] == (running[k*RUNNING +: RUNNING] != 0));
            assert (valid[k] || (a == 0 && b == 0));
            if (valid[k]) begin
                assert (launched[k*tb_w +: tb_w] == next_tb[k*tb_w +: tb_w]);
                assert (launched[k*tb_w +: tb_w] + {1'b0, remaining[k*tb_w +: tb_w]} == total[k*tb_w +: tb_w]);
            end
        end
        if (held) begin
            assert (valid[held_kid] && remaining[held_kid*tb_w +: tb_w] != 0 && pool[held_sm] == ilp[held_kid]);
            assert (free_tbs[held_sm*TBS +: TBS] != 0);
            assert (free_threads[held_sm*THREADS +: THREADS] >= threads[held_kid*THREADS +: THREADS]);
            assert (free_regs[held_sm*REGS +: REGS] >= regs[held_kid*REGS +: REGS]);
            assert (free_smem[held_sm*SMEM +: SMEM] >= smem[held_kid*SMEM +: SMEM]);
        end
        if (l_valid) begin
            assert (valid[l_kid] && l_tb == launched[l_kid*tb_w +: tb_w] && l_tb < total[l_kid*tb_w +: tb_w]);
            assert (pool[l_sm] == ilp[l_kid]);
        end
    end

endmodule
