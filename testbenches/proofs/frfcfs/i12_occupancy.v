// SPDX-License-Identifier: Apache-2.0
// Invariant 12 (and 1): the count of entries is what was accepted and not served, at most N; GPUs have at most half of
// them; and no command is issued without any.
// Engine: pdr each
module i12_occupancy #(
    parameter n_cpu = 1,
    parameter n_gpu = 1,
    parameter n = 4,
    parameter W = $clog2(n + 1),
    parameter SRC = $clog2(n_cpu + n_gpu)
) (
    input wire                   clock,
    input wire                   reset,
    input wire                   req_valid,
    input wire [SRC-1:0]         req_src,
    input wire [n_cpu+n_gpu-1:0] src_ready,
    input wire                   cmd_valid,
    input wire [1:0]             cmd,
    input wire [SRC-1:0]         cmd_src,
    input wire [W-1:0]           occupied,
    input wire [W-1:0]           gpu_occupied
);

    reg [W:0] held;       // Accepted, and neither read nor written yet.
    reg [W:0] gpu_held;

    wire accept = req_valid && req_src < n_cpu + n_gpu && src_ready[req_src];
    wire serve = cmd_valid && cmd[1];

    always @(posedge clock) begin
        if (reset) begin
            held <= 0;
            gpu_held <= 0;
        end else begin
            held <= held + accept - serve;
            gpu_held <= gpu_held + (accept && req_src >= n_cpu) - (serve && cmd_src >= n_cpu);
        end
    end

    always @* if (!reset) begin
        assert (occupied == held);
        assert (gpu_occupied == gpu_held);
        assert (held <= n);
        assert (gpu_held <= (n_cpu == 0 ? n : n / 2));
        assert (!cmd_valid || held != 0);
        assert (!serve || cmd_src < n_cpu || gpu_held != 0);
    end

endmodule
