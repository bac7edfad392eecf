// SPDX-License-Identifier: Apache-2.0
// Invariant 14: the quotas of the active applications are no more in sum than the base of the quotas and one for each application. What divider
// and multiplier do is proved of mask_divider and mask_product, that no epoch ends while the engine is at work is part of invariant 9.
// Engine: induction 1
module i14_sum #(
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

    always @* assume (!epoch_tick || phase == 0);

    always @* if (!reset) begin
        assert (phase == COUNT || phase == DIVIDE || at_time == 0);
        assert (phase == COUNT || phase == 4 || phase == DIVIDE || app_at == 0);
        assert (app_at < num_apps && phase < 7 && (phase != DIVIDE || at_time < 26));
        if (phase == COUNT && at_time == MULTIPLIED) assume (walkers__product < 4096);
        if (phase == COUNT && at_time == DIVIDED) assume (walkers__product == pressure * thresh_max);
        if (phase == DIVIDE && at_time == STORED)
            // What follows from that of a quotient of more than 5 bits, which there is not here, is enough.
            assume (divider__quotient < 32 ? divider__quotient[4:0] * divisor + divider__remainder == dividend : dividend >= divisor << 5);
        if (phase == DIVIDE && at_time != 0) assert (its_weight == weight[22*app_at +: 22]);
        // Weights are the base times what they are shared by.
        if (phase == 1) assert (weights == 0 && takers == 0);
        if (phase > 1) assert (takers == active);
        if (phase == COUNT && at_time > MULTIPLIED && at_time <= DIVIDED)
            assert (pressure < 4096 && weighed + pressure * thresh_max == weights * thresh_max);
        else if (phase > 1)
            assert (weighed == weights * thresh_max);
        if (phase > 1) assert (weights <= 4095 * (phase > COUNT ? num_apps : at_time > MULTIPLIED ? app_at + 1 : app_at));
        if (phase == DIVIDE || phase == APPLY) begin
            assert (weights != 0 ? more * weights <= done : more * takers <= had * thresh_max);
            assert (more <= thresh_max);
        end
        if (applied) assert (shown <= thresh_max);
    end

endmodule
