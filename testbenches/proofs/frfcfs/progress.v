// SPDX-License-Identifier: Apache-2.0
// Invariant 12: some command is issued within a bounded time while a request waits: the longest interval that any
// rule of the DRAM's timing sets, which is at most tRC, tFAW, or from a write to a read or a precharge, and a cycle more
// if the choice takes two (decision S24).
module progress #(
    parameter n = 4,
    parameter choice_cycles = 1,
    parameter n_bank = 4,
    parameter t_rc = 7,
    parameter t_faw = 10,
    parameter t_cwl = 1,
    parameter t_bl = 1,
    parameter t_wtr = 1,
    parameter t_wr = 2,
    parameter W = $clog2(n + 1),
    parameter COUNTERS = 3 * n_bank + 7
) (
    input wire                  clock,
    input wire                  reset,
    input wire                  cmd_valid,
    input wire [W-1:0]          occupied,
    input wire [n-1:0]          valid,
    input wire [6*COUNTERS-1:0] counters   // All of the timing.
);

    localparam WRITE = t_cwl + t_bl + (t_wtr > t_wr ? t_wtr : t_wr);
    localparam FEW = t_rc > t_faw ? t_rc : t_faw;
    localparam LONGEST = FEW > WRITE ? FEW : WRITE;
    localparam PATIENCE = LONGEST + choice_cycles - 1;

    reg [$clog2(PATIENCE+2)-1:0] idle;   // Cycles without a command in which a request waited.
    always @(posedge clock) begin
        if (reset || cmd_valid || occupied == 0) idle <= 0;
        else idle <= idle + 1'b1;
    end

    // What makes it inductive: a counter of the timing runs out before the longest interval has passed without a command,
    // and there are as many entries as are counted.
    reg         in_time;
    reg [W-1:0] entries;
    integer i;
    always @* begin
        in_time = 1'b1;
        entries = 0;
        for (i = 0; i < COUNTERS; i = i + 1)
            if (counters[i*6 +: 6] != 0 && counters[i*6 +: 6] + idle >= LONGEST) in_time = 1'b0;
        for (i = 0; i < n; i = i + 1) entries = entries + valid[i];
    end

    always @* if (!reset) begin
        assert (in_time && entries == occupied);
        assert (idle <= PATIENCE);
    end

endmodule
