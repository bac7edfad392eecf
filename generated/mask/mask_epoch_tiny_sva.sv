// SPDX-License-Identifier: Apache-2.0
// mask_epoch_tiny_sva: the invariants of mask_epoch_tiny, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 9: bypass bits, shares, quotas and the applications seen change only in the cycle in which an epoch is applied, which is always the same
// number of cycles after its last.
module mask_epoch_tiny_i09_timing #(
    parameter num_cores = 2,
    parameter num_apps = 2,
    parameter pt_levels = 2,
    parameter epoch_len = 192,
    parameter CORE = $clog2(num_cores),
    parameter APP = $clog2(num_apps),
    parameter CYCLE = $clog2(epoch_len)
) (
    input wire                   clock,
    input wire                   reset,
    input wire [CYCLE-1:0]       cycle,
    input wire [2:0]             phase,
    input wire [CORE-1:0]        core_at,
    input wire [APP-1:0]         app_at,
    input wire [5:0]             at_time,
    input wire                   epoch_tick,
    input wire                   quota_we,
    input wire [pt_levels-1:0]   bypass_bits,
    input wire [10*num_apps-1:0] quota,
    input wire [9*num_cores-1:0] share,
    input wire [num_apps-1:0]    seen
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    // Cycles from the first of an epoch to that in which the one before it shows.
    localparam APPLIED = 2 * num_cores + 91 * num_apps + 1;

    reg                   begun, ended;
    reg [pt_levels-1:0]   old_bypass;
    reg [10*num_apps-1:0] old_quota;
    reg [9*num_cores-1:0] old_share;
    reg [num_apps-1:0]    old_seen;
    always @(posedge clock) begin
        begun <= !reset;
        ended <= !reset && (ended || epoch_tick);
        old_bypass <= bypass_bits;
        old_quota <= quota;
        old_share <= share;
        old_seen <= seen;
    end

    // Where the engine is in each cycle.
    reg [CYCLE:0] place;
    always @* begin
        case (phase)
            1: place = core_at;
            2: place = num_cores + 64 * app_at + at_time;
            3: place = num_cores + 64 * num_apps + core_at;
            4: place = 2 * num_cores + 64 * num_apps + app_at;
            5: place = 2 * num_cores + 65 * num_apps + 26 * app_at + at_time;
            default: place = APPLIED - 1;
        endcase
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (!begun || quota_we || {bypass_bits, quota, share, seen} == {old_bypass, old_quota, old_share, old_seen}) else $error("%m: invariant 9"); end
            begin if (armed) assert (quota_we == (ended && cycle == APPLIED)) else $error("%m: invariant 9"); end
            begin if (armed) assert (epoch_tick == (cycle == epoch_len - 1)) else $error("%m: invariant 9"); end
            // On the way there.
            begin if (armed) assert (phase < 7 && cycle < epoch_len) else $error("%m: invariant 9"); end
            begin if (armed) assert ((phase != 0) == (ended && cycle < APPLIED)) else $error("%m: invariant 9"); end
            begin if (armed) assert (phase == 0 || cycle == place) else $error("%m: invariant 9"); end
            begin if (armed) assert (phase == 1 || phase == 3 || core_at == 0) else $error("%m: invariant 9"); end
            begin if (armed) assert (phase == 2 || phase == 4 || phase == 5 || app_at == 0) else $error("%m: invariant 9"); end
            begin if (armed) assert (phase == 2 || phase == 5 || at_time == 0) else $error("%m: invariant 9"); end
            begin if (armed) assert (core_at < num_cores && app_at < num_apps && (phase != 5 || at_time < 26)) else $error("%m: invariant 9"); end
        end
    end

endmodule

// Invariant 14: every quota is at least one. That no epoch ends while the engine is at work is part of invariant 9.
module mask_epoch_tiny_i14_quotas #(
    parameter num_apps = 2,
    parameter thresh_max = 16,
    parameter APP = $clog2(num_apps)
) (
    input wire                   clock,
    input wire                   reset,
    input wire                   epoch_tick,
    input wire [2:0]             phase,
    input wire [APP-1:0]         app_at,
    input wire [5:0]             at_time,
    input wire [10*num_apps-1:0] new_quotas,
    input wire [10*num_apps-1:0] quota
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    integer a;
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            for (a = 0; a < num_apps; a = a + 1) begin
                begin if (armed) assert (quota[10*a +: 10] != 0) else $error("%m: invariant 14"); end
                // Those that the engine has found already.
                if (phase == 6 || (phase == 5 && (a < app_at || (a == app_at && at_time > 23))))
                    begin if (armed) assert (new_quotas[10*a +: 10] != thresh_max) else $error("%m: invariant 14"); end
            end
            begin if (armed) assert (phase == 2 || phase == 5 || at_time == 0) else $error("%m: invariant 14"); end
            begin if (armed) assert (phase != 5 || at_time < 26) else $error("%m: invariant 14"); end
        end
    end

endmodule

bind mask_epoch_tiny mask_epoch_tiny_i09_timing #(
    .num_cores(2), .num_apps(2), .pt_levels(2), .epoch_len(192)) i09_timing (
    .clock(clock), .reset(reset), .cycle(unit.cycle), .phase(unit.phase), .core_at(unit.core_at),
    .app_at(unit.app_at), .at_time(unit.at_time), .epoch_tick(epoch_tick), .quota_we(quota_we),
    .bypass_bits(bypass_bits), .quota(quota), .share(share), .seen(seen));

bind mask_epoch_tiny mask_epoch_tiny_i14_quotas #(
    .num_apps(2), .thresh_max(16)) i14_quotas (
    .clock(clock), .reset(reset), .epoch_tick(epoch_tick), .phase(unit.phase), .app_at(unit.app_at),
    .at_time(unit.at_time), .new_quotas(unit.new_quotas), .quota(quota));


`default_nettype wire
