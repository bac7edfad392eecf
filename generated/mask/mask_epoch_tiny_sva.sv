// SPDX-License-Identifier: Apache-2.0
// mask_epoch_tiny_sva: the invariants of mask_epoch_tiny, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 5: the shares that an epoch gives to the SMs of an application are no more in sum than its tokens. What the divider does is proved
// of mask_divider, that no epoch ends while the engine is at work is part of invariant 9.
module mask_epoch_tiny_i05_shares #(
    parameter num_cores = 2,
    parameter num_apps = 2,
    parameter CORE = $clog2(num_cores),
    parameter APP = $clog2(num_apps)
) (
    input wire                     clock,
    input wire                     reset,
    input wire                     epoch_tick,
    input wire [2:0]               phase,
    input wire [CORE-1:0]          core_at,
    input wire [APP-1:0]           app_at,
    input wire [5:0]               at_time,
    input wire [APP*num_cores-1:0] counts__ended_app,
    input wire [num_cores-1:0]     counts__ended_on,
    input wire [num_apps-1:0]      counts__active,
    input wire [num_apps-1:0]      met,
    input wire [7*num_apps-1:0]    sum_cores,
    input wire [15*num_apps-1:0]   tokens,
    input wire [14:0]              its_tokens,
    input wire [6:0]               its_cores,
    input wire [15*num_apps-1:0]   portion,
    input wire [7*num_apps-1:0]    extra,
    input wire [9*num_cores-1:0]   new_shares,
    input wire [9*num_cores-1:0]   share,
    input wire [21:0]              divider__quotient,
    input wire [23:0]              divider__remainder
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    localparam SUM = 1, COUNT = 2, SHARE = 3, APPLY = 6, DIVIDED = 42;

    // Of each application the SMs that take part: all, those whose turn is still to come, and the shares of those that have had it.
    reg [6:0]  own   [0:num_apps-1];
    reg [6:0]  later [0:num_apps-1];
    reg [15:0] given [0:num_apps-1];
    reg [15:0] shown [0:num_apps-1];
    reg [CORE:0] core;
    integer a, place;
    always @* for (a = 0; a < num_apps; a = a + 1) begin
        own[a] = 0;
        later[a] = 0;
        given[a] = 0;
        shown[a] = 0;
        for (place = 0; place < num_cores; place = place + 1) begin
            // The SM at that place.
            core = (phase == SUM || phase == SHARE ? core_at : 0) + place;
            if (core >= num_cores) core = core - num_cores;
            if (counts__ended_on[place] && counts__ended_app[APP*place +: APP] == a) begin
                own[a] = own[a] + 1;
                shown[a] = shown[a] + share[9*core +: 9];
                if (place < num_cores - core_at) later[a] = later[a] + 1;
                else given[a] = given[a] + (new_shares[9*core +: 9] ^ 256);
                if (phase > SHARE) given[a] = given[a] + (new_shares[9*core +: 9] ^ 256);
            end
        end
    end

    // Wide enough for the product.
    reg [22:0] all, part, left;
    reg        applied;
    always @(posedge clock) applied <= !reset && phase == APPLY;
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (phase == COUNT || phase == 5 || at_time == 0) else $error("%m: invariant 5"); end
            begin if (armed) assert (phase == SUM || phase == SHARE || core_at == 0) else $error("%m: invariant 5"); end
            begin if (armed) assert (phase == COUNT || phase == 4 || phase == 5 || app_at == 0) else $error("%m: invariant 5"); end
            begin if (armed) assert (core_at < num_cores && app_at < num_apps && phase < 7) else $error("%m: invariant 5"); end
            if (phase == COUNT && at_time != 0)
                begin if (armed) assert (its_tokens == tokens[15*app_at +: 15] && its_cores == sum_cores[7*app_at +: 7]) else $error("%m: invariant 5"); end
            // Tokens by SMs.
            if (phase == COUNT && at_time == DIVIDED && its_cores != 0)
                begin assume (divider__quotient * its_cores + divider__remainder == its_tokens && divider__remainder < its_cores
                    && divider__quotient < 32768) else armed = 1'b0; end
            for (a = 0; a < num_apps; a = a + 1) begin
                all = tokens[15*a +: 15];
                part = portion[15*a +: 15];
                left = extra[7*a +: 7];
                if (phase == SUM) begin if (armed) assert (sum_cores[7*a +: 7] + later[a] == own[a]) else $error("%m: invariant 5"); end
                if (phase > SUM) begin if (armed) assert (sum_cores[7*a +: 7] == own[a]) else $error("%m: invariant 5"); end
                if (own[a] != 0 && counts__active[a] && met[a]) begin
                    if (phase == COUNT && (a < app_at || (a == app_at && at_time > DIVIDED)))
                        begin if (armed) assert (part * own[a] + left == all && left < own[a]) else $error("%m: invariant 5"); end
                    if (phase == SHARE)
                        begin if (armed) assert (given[a] + part * later[a] + (left < later[a] ? left : later[a]) <= all) else $error("%m: invariant 5"); end
                    if (phase > SHARE) begin if (armed) assert (given[a] <= all) else $error("%m: invariant 5"); end
                    if (applied) begin if (armed) assert (shown[a] <= all) else $error("%m: invariant 5"); end
                end
            end
        end
    end

endmodule

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
                if (phase == 6 || (phase == 5 && (a < app_at || (a == app_at && at_time > 24))))
                    begin if (armed) assert (new_quotas[10*a +: 10] != thresh_max) else $error("%m: invariant 14"); end
            end
            begin if (armed) assert (phase == 2 || phase == 5 || at_time == 0) else $error("%m: invariant 14"); end
            begin if (armed) assert (phase != 5 || at_time < 26) else $error("%m: invariant 14"); end
        end
    end

endmodule

// Invariant 14: the quotas of the active applications are no more in sum than the base of the quotas and one for each application. What divider
// and multiplier do is proved of mask_divider and mask_product, that no epoch ends while the engine is at work is part of invariant 9.
module mask_epoch_tiny_i14_sum #(
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
    input wire [num_apps-1:0]    counts__active,
    input wire [24:0]            walkers__product,
    input wire [22*num_apps-1:0] weight,
    input wire [21:0]            its_weight,
    input wire [23:0]            weights,
    input wire [23:0]            takers,
    input wire [21:0]            divider__quotient,
    input wire [23:0]            divider__remainder,
    input wire [10*num_apps-1:0] new_quotas,
    input wire [10*num_apps-1:0] quota
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    localparam COUNT = 2, DIVIDE = 5, APPLY = 6, MULTIPLIED = 12, DIVIDED = 42, STORED = 24;

    // The product of walks and stalled warps, of 6 bits each, which is multiplied by the base of the quotas.
    reg [14:0] pressure;
    reg        applied;
    always @(posedge clock) begin
        applied <= !reset && phase == APPLY;
        if (phase == COUNT && at_time == MULTIPLIED) pressure <= walkers__product[14:0];
    end

    // What is divided, and by what.
    wire [28:0] dividend = weights == 0 ? thresh_max : its_weight;
    wire [28:0] divisor = weights != 0 ? weights : takers != 0 ? takers : 1;

    // Of the applications that have had their turn: weights, those that are active, and quotas without those that are one; then weights of those that
    // have quotas, and the active ones of them.
    reg [23:0] weighed, active, more, shown;
    reg [23:0] done, had;
    reg        has_weight, has_quota;
    reg [9:0]  own;
    integer a;
    always @* begin
        weighed = 0;
        active = 0;
        more = 0;
        done = 0;
        had = 0;
        shown = 0;
        for (a = 0; a < num_apps; a = a + 1) begin
            has_weight = phase > COUNT || a < app_at || (a == app_at && at_time > DIVIDED);
            has_quota = phase == APPLY || (phase == DIVIDE && (a < app_at || (a == app_at && at_time > STORED)));
            if (has_quota) done = done + weight[22*a +: 22];
            if (has_quota && counts__active[a]) had = had + 1;
            if (has_weight) weighed = weighed + weight[22*a +: 22];
            if ((phase > COUNT || a < app_at || (a == app_at && at_time > MULTIPLIED)) && counts__active[a]) active = active + 1;
            own = new_quotas[10*a +: 10] ^ thresh_max;
            if (has_quota && counts__active[a] && own != 1) more = more + own;
            own = quota[10*a +: 10];
            if (counts__active[a] && own != 1) shown = shown + own;
        end
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (phase == COUNT || phase == DIVIDE || at_time == 0) else $error("%m: invariant 14"); end
            begin if (armed) assert (phase == COUNT || phase == 4 || phase == DIVIDE || app_at == 0) else $error("%m: invariant 14"); end
            begin if (armed) assert (app_at < num_apps && phase < 7 && (phase != DIVIDE || at_time < 26)) else $error("%m: invariant 14"); end
            if (phase == COUNT && at_time == MULTIPLIED) begin assume (walkers__product < 4096) else armed = 1'b0; end
            if (phase == COUNT && at_time == DIVIDED) begin assume (walkers__product == pressure * thresh_max) else armed = 1'b0; end
            if (phase == DIVIDE && at_time == STORED)
                // What follows from that of a quotient of more than 5 bits, which there is not here, is enough.
                begin assume (divider__quotient < 32 ? divider__quotient[4:0] * divisor + divider__remainder == dividend : dividend >= divisor << 5) else armed = 1'b0; end
            if (phase == DIVIDE && at_time != 0) begin if (armed) assert (its_weight == weight[22*app_at +: 22]) else $error("%m: invariant 14"); end
            // Weights are the base times what they are shared by.
            if (phase == 1) begin if (armed) assert (weights == 0 && takers == 0) else $error("%m: invariant 14"); end
            if (phase > 1) begin if (armed) assert (takers == active) else $error("%m: invariant 14"); end
            if (phase == COUNT && at_time > MULTIPLIED && at_time <= DIVIDED)
                begin if (armed) assert (pressure < 4096 && weighed + pressure * thresh_max == weights * thresh_max) else $error("%m: invariant 14"); end
            else if (phase > 1)
                begin if (armed) assert (weighed == weights * thresh_max) else $error("%m: invariant 14"); end
            if (phase > 1) begin if (armed) assert (weights <= 4095 * (phase > COUNT ? num_apps : at_time > MULTIPLIED ? app_at + 1 : app_at)) else $error("%m: invariant 14"); end
            if (phase == DIVIDE || phase == APPLY) begin
                begin if (armed) assert (weights != 0 ? more * weights <= done : more * takers <= had * thresh_max) else $error("%m: invariant 14"); end
                begin if (armed) assert (more <= thresh_max) else $error("%m: invariant 14"); end
            end
            if (applied) begin if (armed) assert (shown <= thresh_max) else $error("%m: invariant 14"); end
        end
    end

endmodule

bind mask_epoch_tiny mask_epoch_tiny_i05_shares #(
    .num_cores(2), .num_apps(2)) i05_shares (
    .clock(clock), .reset(reset), .epoch_tick(epoch_tick), .phase(unit.phase),
    .core_at(unit.core_at), .app_at(unit.app_at), .at_time(unit.at_time),
    .counts__ended_app(unit.counts.ended_app), .counts__ended_on(unit.counts.ended_on),
    .counts__active(unit.counts.active), .met(unit.met), .sum_cores(unit.sum_cores),
    .tokens(unit.tokens), .its_tokens(unit.its_tokens), .its_cores(unit.its_cores),
    .portion(unit.portion), .extra(unit.extra), .new_shares(unit.new_shares), .share(share),
    .divider__quotient(unit.divider.quotient), .divider__remainder(unit.divider.remainder));

bind mask_epoch_tiny mask_epoch_tiny_i09_timing #(
    .num_cores(2), .num_apps(2), .pt_levels(2), .epoch_len(192)) i09_timing (
    .clock(clock), .reset(reset), .cycle(unit.cycle), .phase(unit.phase), .core_at(unit.core_at),
    .app_at(unit.app_at), .at_time(unit.at_time), .epoch_tick(epoch_tick), .quota_we(quota_we),
    .bypass_bits(bypass_bits), .quota(quota), .share(share), .seen(seen));

bind mask_epoch_tiny mask_epoch_tiny_i14_quotas #(
    .num_apps(2), .thresh_max(16)) i14_quotas (
    .clock(clock), .reset(reset), .epoch_tick(epoch_tick), .phase(unit.phase), .app_at(unit.app_at),
    .at_time(unit.at_time), .new_quotas(unit.new_quotas), .quota(quota));

bind mask_epoch_tiny mask_epoch_tiny_i14_sum #(
    .num_apps(2), .thresh_max(16)) i14_sum (
    .clock(clock), .reset(reset), .epoch_tick(epoch_tick), .phase(unit.phase), .app_at(unit.app_at),
    .at_time(unit.at_time), .counts__active(unit.counts.active),
    .walkers__product(unit.walkers.product), .weight(unit.weight), .its_weight(unit.its_weight),
    .weights(unit.weights), .takers(unit.takers), .divider__quotient(unit.divider.quotient),
    .divider__remainder(unit.divider.remainder), .new_quotas(unit.new_quotas), .quota(quota));


`default_nettype wire
