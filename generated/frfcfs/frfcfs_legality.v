// SPDX-License-Identifier: Apache-2.0
// frfcfs_legality: part of frfcfs, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Which entries of the request buffer could be served in this cycle: a legality check at every
// entry (specification section 8.3.1, `el`, decision S21).
module frfcfs_legality #(
    parameter N = 300,
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
    output wire [N-1:0]          eligible     // Entries whose next command may be issued.
);

    // While urgent requests wait, nothing else may keep their banks busy (S21).
    reg  [N-1:0]           considered;
    // Banks that the next command of an entry may go to, by its kind: PRE or ACT twice, RD, WR.
    reg  [(4 * BANKS)-1:0] kinds_ok;
    reg  [1:0]             kind;       // Bit 1: its row is open. Bit 0: it is a write.
    reg  [N-1:0]           ready;

    always @* begin
        kinds_ok[(0 * BANKS) +: BANKS] = miss_ok;
        kinds_ok[BANKS +: BANKS] = miss_ok;
        kinds_ok[(2 * BANKS) +: BANKS] = rd_ok;
        kinds_ok[(3 * BANKS) +: BANKS] = wr_ok;
    end

    always @* begin : compute_considered
        integer i;
        i = 0;
        kind = 2'd0;
        ready = 0;
        considered = 0;
        // A simulator is done with an empty buffer at once.
        if (valid != 0) begin
            // Looked up by number: a simulator takes longer to branch.
            for (i = 0; i < N; i = i + 1) begin
                kind[1] = hits[i];
                kind[0] = writes[i];
                ready[i] = kinds_ok[(kind * BANKS) + banks[(i * BANK) +: BANK]];
            end
            considered = valid;
            if (only_urgent) begin
                considered = valid & urgent;
            end
        end
    end

    assign eligible = ready & considered;

endmodule

`default_nettype wire
