// SPDX-License-Identifier: Apache-2.0
// het_dispatch: part of ilp, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The thread-block distributor of a GPU of TLP and ILP SMs (specification section 2.4): a kernel is
// for the ILP SMs if few of its warps fit an SM or it has few threads at all; its thread blocks go
// round the SMs that have room.
// Protocol: a kernel is taken in a cycle with `k_valid` and `k_ready`, and its first thread block
// is offered in the next; an offer stays until `l_ready`; `d_*` may end any thread block that runs.
// `kdone_valid` is a pulse.
module het_dispatch #(
    // A kernel with fewer warps on an SM is for the ILP SMs
    parameter CLASS_WARPS = 16,
    parameter CLASS_THREADS = 32768,         // So is one with so many threads at most
    // When an SM takes thread blocks of the other class: 0 never, 1 absent, 2 drained
    parameter SPILL = 1,
    parameter N_TLP = 20,                    // TLP SMs
    parameter N_ILP = 18,                    // ILP SMs
    parameter ALL_TBS = 8,                   // Thread blocks that an SM can hold
    parameter ALL_THREADS = 1024,            // Threads that an SM can hold
    parameter ALL_REGS = 16384,              // Registers of an SM
    parameter ALL_SMEM = 16384,              // Bytes of shared memory of an SM
    parameter TB = 20,                       // Bits of the number of a thread block
    // What follows from these; not to be set.
    parameter SMS = N_TLP + N_ILP,
    parameter SM = $clog2(SMS),
    parameter THREADS = $clog2(ALL_THREADS + 1),
    parameter TBS = $clog2(ALL_TBS + 1),
    parameter REGS = $clog2((2 * ALL_REGS) + 1),
    parameter SMEM = $clog2(ALL_SMEM + 1),
    parameter RUNNING = $clog2((SMS * ALL_TBS) + 1),
    // SMs take thread blocks of the other class while no kernel of theirs is resident, or while
    // none has thread blocks left (A13).
    parameter [0:0] IF_ABSENT = SPILL == 1,
    parameter [0:0] IF_DRAINED = SPILL == 2
) (
    input  wire               clock,           // Clock.
    input  wire               reset,           // Synchronous reset, active high.
    // A bit for each SM: it is an ILP SM. It stays as it is.
    input  wire [SMS-1:0]     pool,
    input  wire               k_valid,         // A kernel is launched; it is taken if `k_ready`.
    input  wire [TB-1:0]      k_tbs,           // Its thread blocks.
    input  wire [THREADS-1:0] k_threads,       // What a thread block needs: threads,
    input  wire [REGS-1:0]    k_regs,          // registers,
    input  wire [SMEM-1:0]    k_smem,          // bytes of shared memory.
    input  wire [5:0]         k_conc_warps,    // Warps of it that an SM can hold at a time.
    input  wire [31:0]        k_total_threads, // Its threads.
    input  wire               l_ready,         // The offered launch is taken.
    input  wire               d_valid,         // A thread block has ended.
    input  wire [SM-1:0]      d_sm,            // Its SM.
    input  wire               d_kid,           // The number of its kernel.
    output wire               k_ready,         // A kernel is taken.
    output wire               k_kid,           // The number that it gets; 0 while none is taken.
    // A thread block is to be launched; it stays until `l_ready`.
    output wire               l_valid,
    output reg  [SM-1:0]      l_sm,            // The SM; 0 without one, like the ports that follow.
    output reg                l_kid,           // The number of its kernel.
    output reg  [TB-1:0]      l_tb,            // The thread block.
    output wire               kdone_valid,     // All thread blocks of a kernel have ended.
    output wire               kdone_kid        // The kernel; 0 without one.
);

    localparam [SMS-1:0] ONE = 1;
    localparam [SMS-1:0] ALL = {SMS{1'b1}};
    localparam [1:0] LOWER = 2'd1;
    localparam [1:0] UPPER = 2'd2;

    wire [1:0]               over;
    reg  [1:0]               own_ilp;          // SMs of each kind take thread blocks of the other.
    reg  [1:0]               own_tlp;
    wire                     opens_ilp;
    wire                     opens_tlp;
    // Kernels with thread blocks left, and those of them that ILP SMs may take, and the others.
    wire [1:0]               unlaunched;
    reg  [1:0]               on_ilp;
    reg  [1:0]               on_tlp;
    wire [SMS-1:0]           fits_first;
    wire [SMS-1:0]           fits_second;
    reg  [SMS-1:0]           first;
    reg  [SMS-1:0]           second;
    wire [SMS-1:0]           requests;
    // SMs that would take a thread block of the second kernel.
    reg  [SMS-1:0]           seconds;
    reg  [SMS-1:0]           of_second;
    // The SM that is offered one, one-hot, and the next one.
    reg  [SMS-1:0]           at;
    wire [SMS-1:0]           after;
    wire                     kid;
    reg  [SM-1:0]            sm;
    wire                     offers;
    wire                     accepts;
    reg  [SMS-1:0]           launched;
    reg  [SMS-1:0]           ended;
    reg  [1:0]               ends;
    wire [1:0]               gone;
    wire                     is_ilp;
    wire [1:0]               both;
    wire [SMS-1:0]           room_fits_first;
    wire [SMS-1:0]           room_fits_second;
    wire [SMS-1:0]           turn_grant;
    wire [SM-1:0]            turn_index;
    // Of both kernels: there is one, it is for the ILP SMs; what its thread blocks need, those that
    // are left, the next, those that run.
    reg  [1:0]               valid;
    reg  [1:0]               ilp;
    reg  [(2 * THREADS)-1:0] threads;
    reg  [(2 * REGS)-1:0]    regs;
    reg  [(2 * SMEM)-1:0]    smem;
    reg  [(2 * TB)-1:0]      remaining;
    reg  [(2 * TB)-1:0]      next_tb;
    reg  [(2 * RUNNING)-1:0] running;
    // Kernels with thread blocks left, and with some that run.
    reg  [1:0]               left;
    reg  [1:0]               busy;
    reg  [SM-1:0]            rr;               // The SM and the kernel that are considered first.
    reg                      krr;
    reg                      held;             // The offer that has been refused.
    reg  [SM-1:0]            held_sm;
    reg                      held_kid;

    genvar g;

    for (g = 0; g < SMS; g = g + 1) begin : each_room
        het_sm_room #(
            .THREADS     (THREADS),
            .TBS         (TBS),
            .REGS        (REGS),
            .SMEM        (SMEM),
            .ALL_THREADS (ALL_THREADS),
            .ALL_TBS     (ALL_TBS),
            .ALL_REGS    (ALL_REGS),
            .ALL_SMEM    (ALL_SMEM)
        ) room (
            .clock          (clock),
            .reset          (reset),
            .first_threads  (threads[(0 * THREADS) +: THREADS]),
            .first_regs     (regs[(0 * REGS) +: REGS]),
            .first_smem     (smem[(0 * SMEM) +: SMEM]),
            .second_threads (threads[THREADS +: THREADS]),
            .second_regs    (regs[REGS +: REGS]),
            .second_smem    (smem[SMEM +: SMEM]),
            .fits_first     (room_fits_first[g]),
            .fits_second    (room_fits_second[g]),
            .take           (launched[g]),
            .take_second    (of_second[g]),
            .give           (ended[g]),
            .give_second    (d_kid)
        );
    end

    quick_round_robin #(.N(SMS)) turn (
        .requests (requests),
        .start    (rr),
        .grant    (turn_grant),
        .index    (turn_index)
    );

    assign over = valid & ~(left | busy);

    // Which kernels each SM may take, and which of them have room there.
    always @* begin
        own_ilp = valid & ilp;
        own_tlp = valid & ~ilp;
        if (IF_DRAINED) begin
            own_ilp = valid & ilp & left;
            own_tlp = valid & ~ilp & left;
        end
    end

    assign opens_ilp = (IF_ABSENT || IF_DRAINED) && (own_ilp == 2'd0);
    assign opens_tlp = (IF_ABSENT || IF_DRAINED) && (own_tlp == 2'd0);
    assign unlaunched = valid & left;

    always @* begin
        on_ilp = unlaunched & ilp;
        if (opens_ilp) begin
            on_ilp = unlaunched;
        end
    end

    always @* begin
        on_tlp = unlaunched & ~ilp;
        if (opens_tlp) begin
            on_tlp = unlaunched;
        end
    end

    assign fits_first = room_fits_first;
    assign fits_second = room_fits_second;

    always @* begin
        first = 0;
        if (on_ilp[0]) begin
            first = fits_first & pool;
        end
        if (on_tlp[0]) begin
            first = first | (fits_first & ~pool);
        end
    end

    always @* begin
        second = 0;
        if (on_ilp[1]) begin
            second = fits_second & pool;
        end
        if (on_tlp[1]) begin
            second = second | (fits_second & ~pool);
        end
    end

    // The offer: the next SM with a kernel that it may take, and of two kernels the one whose turn
    // it is; or that which was refused.
    assign requests = first | second;

    always @* begin
        seconds = ~first;
        if (krr) begin
            seconds = second;
        end
    end

    assign offers = (requests != 0) || held;

    always @* begin
        at = turn_grant;
        sm = turn_index;
        of_second = seconds;
        if (held) begin
            at = ONE << held_sm;
            sm = held_sm;
            of_second = 0;
            if (held_kid) begin
                of_second = ALL;
            end
        end
    end

    assign kid = (at & of_second) != {SMS{1'b0}};
    assign accepts = offers && l_ready;
    assign l_valid = offers;

    always @* begin
        l_sm = 0;
        l_kid = 1'b0;
        l_tb = 0;
        if (offers) begin
            l_sm = sm;
            l_kid = kid;
            l_tb = next_tb[(0 * TB) +: TB];
            if (kid) begin
                l_tb = next_tb[TB +: TB];
            end
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            held <= 1'b0;
            held_sm <= 0;
            held_kid <= 1'b0;
        end else begin
            held <= offers && !l_ready;
            held_sm <= sm;
            held_kid <= kid;
        end
    end

    always @* begin
        launched = 0;
        if (l_ready) begin
            launched = at;
        end
    end

    always @(posedge clock) begin : update_valid
        integer k;
        reg [1:0] next_left;
        reg [1:0] next_busy;
        reg [1:0] launches;
        reg [1:0] taken;
        if (reset) begin
            valid <= 2'd0;
            ilp <= 2'd0;
            threads <= 0;
            regs <= 0;
            smem <= 0;
            remaining <= 0;
            next_tb <= 0;
            running <= 0;
            left <= 2'd0;
            busy <= 2'd0;
        end else begin
            launches = 2'd0;
            if (accepts) begin
                launches = LOWER;
                if (kid) begin
                    launches = UPPER;
                end
            end
            taken = 2'd0;
            if (k_valid) begin
                taken = ~valid & (valid + 2'd1);
            end
            valid <= (valid & ~gone) | taken;
            ilp <= ilp & ~taken;
            if (is_ilp) begin
                ilp <= ilp | taken;
            end
            next_left = left;
            next_busy = busy;
            for (k = 0; k < 2; k = k + 1) begin
                if (launches[k]) begin
                    next_left[k] = remaining[(k * TB) +: TB] != 1;
                end
                if (launches[k] && !ends[k]) begin
                    next_busy[k] = 1'b1;
                end
                if (ends[k] && !launches[k]) begin
                    next_busy[k] = running[(k * RUNNING) +: RUNNING] != 1;
                end
                if (taken[k]) begin
                    next_left[k] = k_tbs != 0;
                    next_busy[k] = 1'b0;
                end
            end
            left <= next_left;
            busy <= next_busy;
            for (k = 0; k < 2; k = k + 1) begin
                if (launches[k]) begin
                    remaining[(k * TB) +: TB] <= remaining[(k * TB) +: TB] - 1'b1;
                    next_tb[(k * TB) +: TB] <= next_tb[(k * TB) +: TB] + 1'b1;
                end
                if (ends[k]) begin
                    running[(k * RUNNING) +: RUNNING] <= running[(k * RUNNING) +: RUNNING] - 1'b1;
                end
                if (launches[k]) begin
                    running[(k * RUNNING) +: RUNNING] <= running[(k * RUNNING) +: RUNNING] + 1'b1;
                    if (ends[k]) begin
                        running[(k * RUNNING) +: RUNNING] <= running[(k * RUNNING) +: RUNNING];
                    end
                end
                if (taken[k]) begin
                    remaining[(k * TB) +: TB] <= k_tbs;
                    next_tb[(k * TB) +: TB] <= 0;
                    running[(k * RUNNING) +: RUNNING] <= 0;
                    threads[(k * THREADS) +: THREADS] <= k_threads;
                    regs[(k * REGS) +: REGS] <= k_regs;
                    smem[(k * SMEM) +: SMEM] <= k_smem;
                end
            end
        end
    end

    assign after = at << 1;

    always @(posedge clock) begin : update_rr
        integer m;
        reg [SM-1:0] next_start;
        if (reset) begin
            rr <= 0;
            krr <= 1'b0;
        end else begin
            next_start = 0;
            for (m = 0; m < SMS; m = m + 1) begin
                if (after[m]) begin
                    next_start = next_start | m[SM-1:0];
                end
            end
            if (accepts) begin
                krr <= !kid;
                rr <= next_start;
            end
        end
    end

    always @* begin
        ended = 0;
        ends = 2'd0;
        if (d_valid) begin
            ended = ONE << d_sm;
            ends = LOWER;
            if (d_kid) begin
                ends = UPPER;
            end
        end
    end

    // Kernels come into the lower free place and leave when nothing of them is left.
    assign both = valid;
    assign k_ready = !(&valid);
    assign k_kid = both[0] && !both[1];
    assign kdone_valid = over != 2'd0;
    assign kdone_kid = over[1] && !over[0];
    assign gone = over & (~over + 2'd1);
    assign is_ilp = (k_conc_warps < CLASS_WARPS[5:0]) || (k_total_threads <= CLASS_THREADS[31:0]);

endmodule

`default_nettype wire
