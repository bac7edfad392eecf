// SPDX-License-Identifier: Apache-2.0
// frfcfs_legality: part of frfcfs, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Which entries of the request buffer could be served in this cycle: a legality check at every
// entry (specification section 8.3.1, `el`, decision S21), and which banks have pending hits
// (`bhit`).
module frfcfs_legality #(
    parameter N = 16,
    parameter BANKS = 8,
    // What follows from these; not to be set.
    parameter BANK = $clog2(BANKS)
) (
    input  wire [N-1:0]          valid,       // Entries in use.
    input  wire [N-1:0]          hits,        // Entries whose row is open.
    input  wire [N-1:0]          urgent,      // Entries that wait too long to give way to hits.
    input  wire                  only_urgent, // Some entry of the whole buffer is urgent.
    input  wire [N-1:0]          writes,      // Entries that are writes.
    input  wire [(N * BANK)-1:0] banks,       // Bank of each entry.
    input  wire [BANKS-1:0]      miss_ok,     // Banks whose row may be closed or opened.
    input  wire [BANKS-1:0]      rd_ok,       // Banks that RD may go to.
    input  wire [BANKS-1:0]      wr_ok,       // Banks that WR may go to.
    output reg  [N-1:0]          eligible,    // Entries whose next command may be issued.
    output reg  [BANKS-1:0]      bank_hits    // Banks with a pending hit.
);

    localparam [BANKS-1:0] ONE = 1;

    wire [N-1:0]    pending;
    // While urgent requests wait, nothing else may keep their banks busy (S21).
    reg  [N-1:0]    considered;
    reg  [BANK-1:0] bank;

    // An OR over all entries; it is associative, so synthesis balances it.
    assign pending = valid & hits;

    always @* begin : compute_bank_hits
        integer i;
        i = 0;
        bank_hits = 0;
        if (pending != 0) begin
            for (i = 0; i < N; i = i + 1) begin
                if (pending[i]) begin
                    bank_hits = bank_hits | (ONE << banks[(i * BANK) +: BANK]);
                end
            end
        end
    end

    // A hit needs RD or WR; another entry needs PRE or ACT.
    always @* begin
        considered = valid;
        if (only_urgent) begin
            considered = valid & urgent;
        end
    end

    always @* begin : compute_eligible
        integer i;
        i = 0;
        eligible = 0;
        bank = 0;
        // A simulator is done with an empty buffer at once.
        if (valid != 0) begin
            for (i = 0; i < N; i = i + 1) begin
                if (considered[i]) begin
                    bank = banks[(i * BANK) +: BANK];
                    if (!hits[i]) begin
                        eligible[i] = miss_ok[bank];
                    end else if (writes[i]) begin
                        eligible[i] = wr_ok[bank];
                    end else begin
                        eligible[i] = rd_ok[bank];
                    end
                end
            end
        end
    end

endmodule

`default_nettype wire
