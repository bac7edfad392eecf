// SPDX-License-Identifier: Apache-2.0
// Invariant 14: every quota is at least one. That no epoch ends while the engine is at work is part of invariant 9.
// Engine: induction 1
module i14_quotas #(
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

    integer a;
    always @* assume (!epoch_tick || phase == 0);

    always @* if (!reset) begin
        for (a = 0; a < num_apps; a = a + 1) begin
            assert (quota[10*a +: 10] != 0);
            // Those that the engine has found already.
            if (phase == 6 || (phase == 5 && (a < app_at || (a == app_at && at_time > 24))))
                assert (new_quotas[10*a +: 10] != thresh_max);
        end
        assert (phase == 2 || phase == 5 || at_time == 0);
        assert (phase != 5 || at_time < 26);
    end

endmodule
