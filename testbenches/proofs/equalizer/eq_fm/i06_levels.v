// SPDX-License-Identifier: Apache-2.0
// Invariant 6: each level moves by at most one step in an epoch; with maintain_nominal = 1 at most one domain is off
// nominal (here for any sequence of modes, which is more than the constant mode of the specification).
// Engine: pdr
module i06_levels #(
    parameter epoch_len = 512,
    parameter vr_cycles = 3,
    parameter maintain_nominal = 1,
    parameter W = $clog2(epoch_len)
) (
    input wire         clock,
    input wire         reset,
    input wire [1:0]   sm_level,
    input wire [1:0]   mem_level,
    input wire         sm_change,
    input wire         mem_change,
    input wire [W-1:0] cycle,
    input wire         sm_regulator__busy,
    input wire         mem_regulator__busy,
    input wire [1:0]   sm_regulator__level_next,
    input wire [1:0]   mem_regulator__level_next,
    input wire [11:0]  sm_regulator__timer,
    input wire [11:0]  mem_regulator__timer
);

    localparam [1:0] NOMINAL = 2'd1;
    // The cycle of an epoch in which a new level takes effect.
    localparam EFFECT = (8 + vr_cycles) % epoch_len;

    wire [1:0]  level      [0:1];
    wire        change     [0:1];
    wire        busy       [0:1];
    wire [1:0]  next       [0:1];
    wire [11:0] timer      [0:1];
    assign level[0] = sm_level, level[1] = mem_level;
    assign change[0] = sm_change, change[1] = mem_change;
    assign busy[0] = sm_regulator__busy, busy[1] = mem_regulator__busy;
    assign next[0] = busy[0] ? sm_regulator__level_next : sm_level;
    assign next[1] = busy[1] ? mem_regulator__level_next : mem_level;
    assign timer[0] = sm_regulator__timer, timer[1] = mem_regulator__timer;

    function apart(input [1:0] a, input [1:0] b);
        apart = a != b && a + 2'd1 != b && b + 2'd1 != a;
    endfunction

    genvar d;
    generate
        for (d = 0; d < 2; d = d + 1) begin : domain
            reg         comparable;
            reg [1:0]   earlier;
            reg [W:0]   age;    // Cycles since the level's last change, saturating at epoch_len.
            wire [W-1:0] since = cycle - EFFECT;
            always @(posedge clock) begin
                comparable <= !reset;
                earlier <= level[d];
                if (reset) age <= epoch_len;
                else if (change[d]) age <= 1;
                else if (age < epoch_len) age <= age + 1'b1;
            end
            always @* if (!reset) begin
                assert (level[d] != 2'd3);
                assert (!comparable || (change[d] == (level[d] != earlier)));
                assert (!comparable || !apart(level[d], earlier));
                assert (!change[d] || age >= epoch_len);
                // What makes it inductive: a step begins in cycle 8 of an epoch and ends vr_cycles later.
                assert (next[d] != 2'd3 && !apart(level[d], next[d]));
                assert (!busy[d] || (cycle >= 8 && cycle + timer[d] == 7 + vr_cycles && next[d] != level[d]));
                assert (!change[d] || (cycle == EFFECT && !busy[d]));
                assert (age == epoch_len || (age < epoch_len && age == since));
                assert (age != 0);
            end
        end
    endgenerate

    always @* if (!reset && maintain_nominal) begin
        assert (level[0] == NOMINAL || level[1] == NOMINAL);
        assert (next[0] == NOMINAL || next[1] == NOMINAL);
    end

endmodule
