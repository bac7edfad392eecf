// SPDX-License-Identifier: Apache-2.0
// Invariant 13: at the start of a cycle the requests of the turn are fewer than its quota, unless quotas have changed; only requests of the
// application whose turn it is enter the silver queue.
// Engine: pdr
module i13_turns #(
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

    reg                   begun;
    reg [10*num_apps-1:0] quota_before;
    integer a;

    always @(posedge clock) begin
        begun <= !reset;
        quota_before <= quota;
    end

    always @* for (a = 0; a < num_apps; a = a + 1) assume (quota[10*a +: 10] != 0);

    always @* if (!reset) begin
        if (begun && quota == quota_before) assert (sent < quota[10*silver_app +: 10]);
        if (silver__insert) assert (d_valid && d_app == silver_app && sent < quota[10*silver_app +: 10]);
    end

endmodule
