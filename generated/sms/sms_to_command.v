// SPDX-License-Identifier: Apache-2.0
// sms_to_command: part of sms, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// A request of a source as stage 3 of SMS takes it: without its bank, whose FIFO it goes to, and
// with the number of its source.
// A request is identification, write, bank, row and column, from the highest bit to the lowest; for
// stage 3 it is identification, source, write, row and column.
module sms_to_command #(
    parameter BANK = 3,
    parameter ROW = 15,
    parameter COL = 5,
    parameter ID = 10,
    parameter SRC = 5,
    // What follows from these; not to be set.
    parameter REQUEST = ID + 1 + BANK + ROW + COL,
    parameter COMMAND = ID + SRC + 1 + ROW + COL
) (
    input  wire [REQUEST-1:0] request, // The request.
    input  wire [SRC-1:0]     source,  // Its source.
    output wire [COMMAND-1:0] command  // The request for stage 3.
);

    localparam WR_AT = BANK + ROW + COL;
    localparam ID_AT = 1 + BANK + ROW + COL;

    wire unused; // The bank is not in it.

    assign unused = request != 0;
    assign command = {
        request[ID_AT +: ID], source, request[WR_AT], request[COL +: ROW],
        request[COL-1:0]
    };

endmodule

`default_nettype wire
