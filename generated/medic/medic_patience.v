// SPDX-License-Identifier: Apache-2.0
// medic_patience: part of medic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// How long the oldest request of a queue has been the oldest, and whether it is starved (decision
// P22). Without a limit none is.
module medic_patience #(
    parameter N = 16,
    parameter WAIT = 1,
    parameter LIMIT = 0,
    parameter [0:0] LIMITED = 1'b0
) (
    input  wire               clock,   // Clock.
    input  wire               reset,   // Synchronous reset, active high.
    input  wire [N-1:0]       used,    // Entries in use.
    input  wire [(N * N)-1:0] younger, // For each entry those above it that have arrived after it.
    input  wire [N-1:0]       removed, // The entry that leaves, one-hot, if any.
    output reg  [N-1:0]       starved  // The oldest entry, one-hot, if it is starved.
);


    reg  [WAIT-1:0] waited;     // Cycles that the oldest one has been the oldest, up to the limit.
    wire            all_enable;
    wire [N-1:0]    all_pick;

    medic_oldest #(.N(N)) all (
        .enable     (all_enable),
        .younger    (younger),
        .better     ({N{1'b0}}),
        .candidates (used),
        .pick       (all_pick)
    );

    // The oldest of all.
    assign all_enable = LIMITED;

    always @* begin
        starved = 0;
        if (LIMITED && (waited == LIMIT[WAIT-1:0])) begin
            starved = all_pick;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            waited <= 0;
        end else begin
            if (waited != LIMIT[WAIT-1:0]) begin
                waited <= waited + 1'b1;
            end
            if ((used == 0) || ((all_pick & removed) != {N{1'b0}})) begin
                waited <= 0;
            end
        end
    end

endmodule

`default_nettype wire
