// SPDX-License-Identifier: Apache-2.0
// Invariant 9: bypass bits, shares, quotas and the applications seen change only in the cycle in which an epoch is applied, which is always the same
// number of cycles after its last.
// Engine: induction 1
module i09_timing #(
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

    always @* if (!reset) begin
        assert (!begun || quota_we || {bypass_bits, quota, share, seen} == {old_bypass, old_quota, old_share, old_seen});
        assert (quota_we == (ended && cycle == APPLIED));
        assert (epoch_tick == (cycle == epoch_len - 1));
        // On the way there.
        assert (phase < 7 && cycle < epoch_len);
        assert ((phase != 0) == (ended && cycle < APPLIED));
        assert (phase == 0 || cycle == place);
        assert (phase == 1 || phase == 3 || core_at == 0);
        assert (phase == 2 || phase == 4 || phase == 5 || app_at == 0);
        assert (phase == 2 || phase == 5 || at_time == 0);
        assert (core_at < num_cores && app_at < num_apps && (phase != 5 || at_time < 26));
    end

endmodule
