// SPDX-License-Identifier: Apache-2.0
// Invariant 5: every warp is in at most one place of the ready queue; its warps live; it has at most ready_entries, in its
// first places.
// Engine: pdr
module i05_queue #(
    parameter n_warps = 8,
    parameter ready_entries = 3,
    parameter WARP = $clog2(n_warps)
) (
    input wire                          clock,
    input wire                          reset,
    input wire [n_warps-1:0]            ready_mask,
    input wire [n_warps-1:0]            live,
    input wire [ready_entries-1:0]      queue__used,
    input wire [ready_entries*WARP-1:0] queue__words
);

    wire sound;
    cta_sched_queue #(.n_warps(n_warps), .ready_entries(ready_entries)) queue (
        .ready_mask(ready_mask), .used(queue__used), .words(queue__words), .sound(sound)
    );

    always @* if (!reset) assert (sound && (ready_mask & ~live) == 0);

endmodule
