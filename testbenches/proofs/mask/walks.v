// SPDX-License-Identifier: Apache-2.0
// Each walk context of the shared TLB is in one state, for every checker that follows walks: only busy ones are about to read, over or poisoned, and
// a walk that ends is over, with nothing to be read again; while walks are held none does.
module walk_states #(
    parameter CONTEXTS = 2,
    parameter CONTEXT = $clog2(CONTEXTS)
) (
    input wire [CONTEXTS-1:0] busy,
    input wire [CONTEXTS-1:0] ready,
    input wire [CONTEXTS-1:0] over,
    input wire [CONTEXTS-1:0] poisoned,
    input wire                held,
    input wire                ends,
    input wire [CONTEXT-1:0]  ending,
    output wire               sound
);

    assign sound = ((ready | over | poisoned) & ~busy) == 0 && (ready & over) == 0
        && (!ends || (over[ending] && !poisoned[ending] && !held));

endmodule
