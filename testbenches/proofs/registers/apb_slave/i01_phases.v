// SPDX-License-Identifier: Apache-2.0
// Invariant 1: where the master keeps the rules of APB, each access phase ends in its first cycle, pready is low in every
// other cycle, pslverr is high with pready alone, and prdata is 0 but at the end of a read.
// Engine: pdr
module i01_phases (
    input wire        clock,
    input wire        reset,
    input wire        psel,
    input wire        penable,
    input wire        pwrite,
    input wire [11:0] paddr,
    input wire        pready,
    input wire [31:0] prdata,
    input wire        pslverr
);

    reg        setup;    // The cycle before was a setup phase.
    reg        waiting;  // It was an access phase that did not end.
    reg [12:0] asked;

    wire [12:0] asks = {pwrite, paddr};

    always @(posedge clock) begin
        setup <= !reset && psel && !penable;
        waiting <= !reset && psel && penable && !pready;
        asked <= asks;
    end

    always @* begin
        // The master: nothing in reset; behind a setup phase the access phase, in which nothing changes until it ends.
        assume (!reset || !psel);
        assume (!penable || psel);
        assume (penable == (setup || waiting) || reset);
        assume (!(setup || waiting) || reset || asks == asked);
        if (!reset) begin
            assert (pready == (psel && penable));
            assert (!pslverr || pready);
            assert (prdata == 0 || (pready && !pwrite));
        end
    end

endmodule
