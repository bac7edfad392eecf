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
    parameter W = $clog2(n + 1)
) (
    input wire                  clock,
    input wire                  reset,
    input wire                  cmd_valid,
    input wire [W-1:0]          occupied,
    input wire [n-1:0]          valid,
    input wire [18*n_bank-1:0]  of_banks,   // Three counters of each bank, each by bits: bit 0 of all banks first.
    input wire [6*7-1:0]        of_channel  // Seven counters.
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
    reg [5:0]   counter;
    integer i, b, k;
    always @* begin
        in_time = 1'b1;
        entries = 0;
        counter = 0;
        for (i = 0; i < 3; i = i + 1) for (b = 0; b < n_bank; b = b + 1) begin
            for (k = 0; k < 6; k = k + 1) counter[k] = of_banks[(6*i+k)*n_bank+b];
            if (counter != 0 && counter + idle >= LONGEST) in_time = 1'b0;
        end
        for (i = 0; i < 7; i = i + 1)
            if (of_channel[i*6 +: 6] != 0 && of_channel[i*6 +: 6] + idle >= LONGEST) in_time = 1'b0;
        for (i = 0; i < n; i = i + 1) entries = entries + valid[i];
    end

    always @* if (!reset) begin
        assert (in_time && entries == occupied);
        assert (idle <= PATIENCE);
    end

endmodule
