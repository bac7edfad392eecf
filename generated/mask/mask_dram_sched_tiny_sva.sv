// SPDX-License-Identifier: Apache-2.0
// mask_dram_sched_tiny_sva: the invariants of mask_dram_sched_tiny, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 10: no queue holds more requests than it has places; nothing goes to a bank that is not ready, and nothing without a tick.
module mask_dram_sched_tiny_i10_occupancy #(
    parameter golden_depth = 2,
    parameter silver_depth = 2,
    parameter normal_depth = 3,
    parameter n_bank = 4,
    parameter BANK = $clog2(n_bank),
    parameter GOLDEN = $clog2(golden_depth + 1),
    parameter SILVER = $clog2(silver_depth + 1),
    parameter NORMAL = $clog2(normal_depth + 1)
) (
    input wire              clock,
    input wire              reset,
    input wire              tick,
    input wire [n_bank-1:0] bank_ready,
    input wire              iss_valid,
    input wire [BANK-1:0]   iss_bank,
    input wire [GOLDEN-1:0] occ_golden,
    input wire [SILVER-1:0] occ_silver,
    input wire [NORMAL-1:0] occ_normal
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (occ_golden <= golden_depth && occ_silver <= silver_depth && occ_normal <= normal_depth) else $error("%m: invariant 10"); end
            begin if (armed) assert (!iss_valid || (tick && bank_ready[iss_bank])) else $error("%m: invariant 10"); end
        end
    end

endmodule

// Invariant 11: golden requests are issued in the order in which they came, and if the bank of the oldest is ready in a tick it is issued.
// Shown of identifications: the free choice of a request's stands for all of it.
module mask_dram_sched_tiny_i11_golden #(
    parameter golden_depth = 2,
    parameter n_bank = 4,
    parameter id_bits = 3,
    parameter BANK = $clog2(n_bank)
) (
    input wire               clock,
    input wire               reset,
    input wire               tick,
    input wire               x_valid,
    input wire               x_ready,
    input wire [BANK-1:0]    x_bank,
    input wire [id_bits-1:0] x_id,
    input wire [n_bank-1:0]  bank_ready,
    input wire               iss_valid,
    input wire [1:0]         iss_src,
    input wire [id_bits-1:0] iss_id
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    localparam W = BANK + id_bits;
    reg [W*golden_depth-1:0] waiting;      // The oldest lowest.
    reg [7:0]                count;
    reg [W*golden_depth-1:0] left;
    reg [7:0]                kept;
    wire goes = iss_valid && iss_src == 0;
    wire due = count != 0 && tick && bank_ready[waiting[BANK-1:0]];

    always @* begin
        left = goes ? waiting >> W : waiting;
        kept = goes ? count - 1 : count;
        if (x_valid && x_ready) begin
            left[kept*W +: W] = {x_id, x_bank};
            kept = kept + 1;
        end
    end

    always @(posedge clock) begin
        waiting <= left;
        count <= reset ? 8'd0 : kept;
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (goes == due) else $error("%m: invariant 11"); end
            if (goes) begin if (armed) assert (iss_id == waiting[BANK +: id_bits]) else $error("%m: invariant 11"); end
        end
    end

endmodule

// Invariant 12: a normal request is issued only if no silver one has a ready bank. Which silver requests wait is followed at the ports, by
// the bank alone, as counts.
module mask_dram_sched_tiny_i12_priority #(
    parameter n_bank = 4,
    parameter silver_depth = 2,
    parameter BANK = $clog2(n_bank),
    parameter COUNT = $clog2(silver_depth + 1)
) (
    input wire              clock,
    input wire              reset,
    input wire [n_bank-1:0] bank_ready,
    input wire              silver__insert,
    input wire [BANK-1:0]   d_bank,
    input wire              iss_valid,
    input wire [1:0]        iss_src,
    input wire [BANK-1:0]   iss_bank
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg [COUNT*n_bank-1:0] waiting;
    reg [n_bank-1:0]       some;
    integer b;
    always @* for (b = 0; b < n_bank; b = b + 1) some[b] = waiting[b*COUNT +: COUNT] != 0;

    always @(posedge clock) begin
        for (b = 0; b < n_bank; b = b + 1)
            waiting[b*COUNT +: COUNT] <= waiting[b*COUNT +: COUNT]
                + (silver__insert && d_bank == b)
                - (iss_valid && iss_src == 1 && iss_bank == b);
        if (reset) waiting <= 0;
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset && iss_valid && iss_src == 2) begin if (armed) assert ((some & bank_ready) == 0) else $error("%m: invariant 12"); end
    end
endmodule

// Invariant 13: at the start of a cycle the requests of the turn are fewer than its quota, unless quotas have changed; only requests of the
// application whose turn it is enter the silver queue.
module mask_dram_sched_tiny_i13_turns #(
    parameter num_apps = 2,
    parameter APP = $clog2(num_apps)
) (
    input wire                   clock,
    input wire                   reset,
    input wire [10*num_apps-1:0] quota,
    input wire [9:0]             sent,
    input wire [APP-1:0]         silver_app,
    input wire                   silver__insert,
    input wire                   d_valid,
    input wire [APP-1:0]         d_app
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg                   begun;
    reg [10*num_apps-1:0] quota_before;
    integer a;

    always @(posedge clock) begin
        begun <= !reset;
        quota_before <= quota;
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        for (a = 0; a < num_apps; a = a + 1) begin assume (quota[10*a +: 10] != 0) else armed = 1'b0; end
    end
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            if (begun && quota == quota_before) begin if (armed) assert (sent < quota[10*silver_app +: 10]) else $error("%m: invariant 13"); end
            if (silver__insert) begin if (armed) assert (d_valid && d_app == silver_app && sent < quota[10*silver_app +: 10]) else $error("%m: invariant 13"); end
        end
    end

endmodule

bind mask_dram_sched_tiny mask_dram_sched_tiny_i10_occupancy #(
    .golden_depth(2), .silver_depth(2), .normal_depth(3), .n_bank(4)) i10_occupancy (
    .clock(clock), .reset(reset), .tick(tick), .bank_ready(bank_ready), .iss_valid(iss_valid),
    .iss_bank(iss_bank), .occ_golden(occ_golden), .occ_silver(occ_silver), .occ_normal(occ_normal));

bind mask_dram_sched_tiny mask_dram_sched_tiny_i11_golden #(
    .golden_depth(2), .n_bank(4), .id_bits(3)) i11_golden (
    .clock(clock), .reset(reset), .tick(tick), .x_valid(x_valid), .x_ready(x_ready),
    .x_bank(x_bank), .x_id(x_id), .bank_ready(bank_ready), .iss_valid(iss_valid), .iss_src(iss_src),
    .iss_id(iss_id));

bind mask_dram_sched_tiny mask_dram_sched_tiny_i12_priority #(
    .n_bank(4), .silver_depth(2)) i12_priority (
    .clock(clock), .reset(reset), .bank_ready(bank_ready), .silver__insert(unit.silver.insert),
    .d_bank(d_bank), .iss_valid(iss_valid), .iss_src(iss_src), .iss_bank(iss_bank));

bind mask_dram_sched_tiny mask_dram_sched_tiny_i13_turns #(
    .num_apps(2)) i13_turns (
    .clock(clock), .reset(reset), .quota(quota), .sent(unit.sent), .silver_app(silver_app),
    .silver__insert(unit.silver.insert), .d_valid(d_valid), .d_app(d_app));


`default_nettype wire
