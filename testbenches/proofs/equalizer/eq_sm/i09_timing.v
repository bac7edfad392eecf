// SPDX-License-Identifier: Apache-2.0
// Invariant 9: vote_valid pulses in the third cycle after the last one of an epoch, and in no other, if en = 1 in the
// cycle before it.
// Engine: pdr
// Cut: epoch__cycle
//
// Any cycle can be the last of an epoch: that it comes once in epoch_len cycles says i09_votes.
module i09_timing #(
    parameter epoch_len = 512,
    parameter W = $clog2(epoch_len)
) (
    input wire         clock,
    input wire         reset,
    input wire         en,
    input wire         vote_valid,
    input wire [W-1:0] epoch__cycle
);

    reg [1:0] ended;      // The cycle before, and the one before that, ended an epoch.
    reg       expected;
    always @(posedge clock) begin
        ended <= reset ? 0 : {ended, &epoch__cycle};
        expected <= !reset && en && ended[1];
    end

    always @* if (!reset) assert (vote_valid == expected);

endmodule
