// SPDX-License-Identifier: Apache-2.0
// Invariant 12: some command is issued within a bounded time while a request waits: the longest interval that any
// rule of the DRAM's timing sets, which is at most tRC, tFAW, or from a write to a read or a precharge.
// Engine: bounded 12
module i12_progress #(
    parameter n = 4,
    parameter t_rc = 7,
    parameter t_faw = 10,
    parameter t_cwl = 1,
    parameter t_bl = 1,
    parameter t_wtr = 1,
    parameter t_wr = 2,
    parameter W = $clog2(n + 1)
) (
    input wire         clock,
    input wire         reset,
    input wire         cmd_valid,
    input wire [W-1:0] occupied
);

    localparam WRITE = t_cwl + t_bl + (t_wtr > t_wr ? t_wtr : t_wr);
    localparam FEW = t_rc > t_faw ? t_rc : t_faw;
    localparam LONGEST = FEW > WRITE ? FEW : WRITE;

    reg [$clog2(LONGEST+2)-1:0] idle;   // Cycles without a command in which a request waited.
    always @(posedge clock) begin
        if (reset || cmd_valid || occupied == 0) idle <= 0;
        else idle <= idle + 1'b1;
    end

    always @* if (!reset) assert (idle <= LONGEST);

endmodule
