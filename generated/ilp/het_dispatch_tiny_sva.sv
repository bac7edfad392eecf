// SPDX-License-Identifier: Apache-2.0
// het_dispatch_tiny_sva: the invariants of het_dispatch_tiny, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 12: what is free in an SM and what its thread blocks have is what it has; thread blocks launched and not ended are those that run; each is launched
// once, in order; without spilling only in SMs of its kernel's class.
module het_dispatch_tiny_i12_resources #(
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

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

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

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        begin
            begin assume (!d_valid || resident[(2*d_sm+d_kid)*TBS +: TBS] != 0) else armed = 1'b0; end
            begin assume (!begun || pool == pool_before) else armed = 1'b0; end
        end
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            for (m = 0; m < 2; m = m + 1) begin
                a = resident[2*m*TBS +: TBS];
                b = resident[(2*m+1)*TBS +: TBS];
                begin if (armed) assert (a <= sm_tbs && b <= sm_tbs && a + b + free_tbs[m*TBS +: TBS] == sm_tbs) else $error("%m: invariant 12"); end
                begin if (armed) assert (a * threads[0 +: THREADS] + b * threads[THREADS +: THREADS] + free_threads[m*THREADS +: THREADS] == sm_threads) else $error("%m: invariant 12"); end
                begin if (armed) assert (a * regs[0 +: REGS] + b * regs[REGS +: REGS] + free_regs[m*REGS +: REGS] == sm_regs) else $error("%m: invariant 12"); end
                begin if (armed) assert (a * smem[0 +: SMEM] + b * smem[SMEM +: SMEM] + free_smem[m*SMEM +: SMEM] == sm_smem) else $error("%m: invariant 12"); end
            end
            for (k = 0; k < 2; k = k + 1) begin
                a = resident[k*TBS +: TBS];
                b = resident[(2+k)*TBS +: TBS];
                begin if (armed) assert (running[k*RUNNING +: RUNNING] == a + b) else $error("%m: invariant 12"); end
                begin if (armed) assert (left[k] == (remaining[k*tb_w +: tb_w] != 0) && busy[k] == (running[k*RUNNING +: RUNNING] != 0)) else $error("%m: invariant 12"); end
                begin if (armed) assert (valid[k] || (a == 0 && b == 0)) else $error("%m: invariant 12"); end
                if (valid[k]) begin
                    begin if (armed) assert (launched[k*tb_w +: tb_w] == next_tb[k*tb_w +: tb_w]) else $error("%m: invariant 12"); end
                    begin if (armed) assert (launched[k*tb_w +: tb_w] + {1'b0, remaining[k*tb_w +: tb_w]} == total[k*tb_w +: tb_w]) else $error("%m: invariant 12"); end
                end
            end
            if (held) begin
                begin if (armed) assert (valid[held_kid] && remaining[held_kid*tb_w +: tb_w] != 0 && pool[held_sm] == ilp[held_kid]) else $error("%m: invariant 12"); end
                begin if (armed) assert (free_tbs[held_sm*TBS +: TBS] != 0) else $error("%m: invariant 12"); end
                begin if (armed) assert (free_threads[held_sm*THREADS +: THREADS] >= threads[held_kid*THREADS +: THREADS]) else $error("%m: invariant 12"); end
                begin if (armed) assert (free_regs[held_sm*REGS +: REGS] >= regs[held_kid*REGS +: REGS]) else $error("%m: invariant 12"); end
                begin if (armed) assert (free_smem[held_sm*SMEM +: SMEM] >= smem[held_kid*SMEM +: SMEM]) else $error("%m: invariant 12"); end
            end
            if (l_valid) begin
                begin if (armed) assert (valid[l_kid] && l_tb == launched[l_kid*tb_w +: tb_w] && l_tb < total[l_kid*tb_w +: tb_w]) else $error("%m: invariant 12"); end
                begin if (armed) assert (pool[l_sm] == ilp[l_kid]) else $error("%m: invariant 12"); end
            end
        end
    end

endmodule

bind het_dispatch_tiny het_dispatch_tiny_i12_resources #(
    .sm_tbs(2), .sm_threads(3), .sm_regs(3), .sm_smem(3), .tb_w(2)) i12_resources (
    .clock(clock), .reset(reset), .pool(pool), .k_valid(k_valid), .k_ready(k_ready), .k_kid(k_kid),
    .k_tbs(k_tbs), .l_valid(l_valid), .l_ready(l_ready), .l_sm(l_sm), .l_kid(l_kid), .l_tb(l_tb),
    .d_valid(d_valid), .d_sm(d_sm), .d_kid(d_kid), .valid(unit.valid), .ilp(unit.ilp),
    .threads(unit.threads), .regs(unit.regs), .smem(unit.smem), .remaining(unit.remaining),
    .next_tb(unit.next_tb), .running(unit.running), .left(unit.left), .busy(unit.busy),
    .held(unit.held), .held_sm(unit.held_sm), .held_kid(unit.held_kid),
    .each_room_0__room__free_threads(unit.each_room[0].room.free_threads),
    .each_room_1__room__free_threads(unit.each_room[1].room.free_threads),
    .each_room_0__room__free_tbs(unit.each_room[0].room.free_tbs),
    .each_room_1__room__free_tbs(unit.each_room[1].room.free_tbs),
    .each_room_0__room__free_regs(unit.each_room[0].room.free_regs),
    .each_room_1__room__free_regs(unit.each_room[1].room.free_regs),
    .each_room_0__room__free_smem(unit.each_room[0].room.free_smem),
    .each_room_1__room__free_smem(unit.each_room[1].room.free_smem));


`default_nettype wire
