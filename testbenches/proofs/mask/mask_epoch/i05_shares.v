// SPDX-License-Identifier: Apache-2.0
// Invariant 5: the shares that an epoch gives to the SMs of an application are no more in sum than its tokens. What the divider does is proved
// of mask_divider, that no epoch ends while the engine is at work is part of invariant 9.
// Engine: induction 1
module i05_shares #(
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
    always @* assume (!epoch_tick || phase == 0);

    always @* if (!reset) begin
        assert (phase == COUNT || phase == 5 || at_time == 0);
        assert (phase == SUM || phase == SHARE || core_at == 0);
        assert (phase == COUNT || phase == 4 || phase == 5 || app_at == 0);
        assert (core_at < num_cores && app_at < num_apps && phase < 7);
        if (phase == COUNT && at_time != 0)
            assert (its_tokens == tokens[15*app_at +: 15] && its_cores == sum_cores[7*app_at +: 7]);
        // Tokens by SMs.
        if (phase == COUNT && at_time == DIVIDED && its_cores != 0)
            assume (divider__quotient * its_cores + divider__remainder == its_tokens && divider__remainder < its_cores
                && divider__quotient < 32768);
        for (a = 0; a < num_apps; a = a + 1) begin
            all = tokens[15*a +: 15];
            part = portion[15*a +: 15];
            left = extra[7*a +: 7];
            if (phase == SUM) assert (sum_cores[7*a +: 7] + later[a] == own[a]);
            if (phase > SUM) assert (sum_cores[7*a +: 7] == own[a]);
            if (own[a] != 0 && counts__active[a] && met[a]) begin
                if (phase == COUNT && (a < app_at || (a == app_at && at_time > DIVIDED)))
                    assert (part * own[a] + left == all && left < own[a]);
                if (phase == SHARE)
                    assert (given[a] + part * later[a] + (left < later[a] ? left : later[a]) <= all);
                if (phase > SHARE) assert (given[a] <= all);
                if (applied) assert (shown[a] <= all);
            end
        end
    end

endmodule
