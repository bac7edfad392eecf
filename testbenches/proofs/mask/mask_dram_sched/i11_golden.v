// SPDX-License-Identifier: Apache-2.0
// Invariant 11: golden requests are issued in the order in which they came, and if the bank of the oldest is ready in a tick it is issued.
// Shown of identifications: the free choice of a request's stands for all of it.
// Engine: pdr
module i11_golden #(
    parameter golden_depth = 2,
    parameter n_bank = 4,
    parameter id_bits = 3,
    parameter BANK = $clog2(n_bank)
) (
    input wire               clock,
    input wire               reset,
    input wire               tick,
    input wire               x_valid,
    input wire               x_ready,
    input wire [BANK-1:0]    x_bank,
    input wire [id_bits-1:0] x_id,
    input wire [n_bank-1:0]  bank_ready,
    input wire               iss_valid,
    input wire [1:0]         iss_src,
    input wire [id_bits-1:0] iss_id
);

    localparam W = BANK + id_bits;
    reg [W*golden_depth-1:0] waiting;      // The oldest lowest.
    reg [7:0]                count;
    reg [W*golden_depth-1:0] left;
    reg [7:0]                kept;
    wire goes = iss_valid && iss_src == 0;
    wire due = count != 0 && tick && bank_ready[waiting[BANK-1:0]];

    always @* begin
        left = goes ? waiting >> W : waiting;
        kept = goes ? count - 1 : count;
        if (x_valid && x_ready) begin
            left[kept*W +: W] = {x_id, x_bank};
            kept = kept + 1;
        end
    end

    always @(posedge clock) begin
        waiting <= left;
        count <= reset ? 8'd0 : kept;
    end

    always @* if (!reset) begin
        assert (goes == due);
        if (goes) assert (iss_id == waiting[BANK +: id_bits]);
    end

endmodule
