// SPDX-License-Identifier: Apache-2.0
// Invariant 5: the boundary is lo_pct less 0 to 4 steps, at least 0; it changes at most once in an epoch, 15 cycles after its beginning,
// and rises by one step at most.
// Engine: pdr
module i05_boundary #(
    parameter lo_pct = 20,
    parameter tune_step = 5
) (
    input wire       clock,
    input wire       reset,
    input wire [6:0] lo_pct_o,
    input wire       epoch_pulse
);

    function [6:0] lowered(input integer steps);
        lowered = lo_pct > steps * tune_step ? lo_pct - steps * tune_step : 0;
    endfunction

    reg        before_valid;
    reg [6:0]  earlier;
    reg [15:1] begun;          // The epoch began so many cycles ago.

    always @(posedge clock) begin
        before_valid <= !reset;
        earlier <= lo_pct_o;
        begun <= reset ? 15'd0 : {begun, epoch_pulse};
    end

    always @* if (!reset) begin
        assert (lo_pct_o == lowered(0) || lo_pct_o == lowered(1) || lo_pct_o == lowered(2)
            || lo_pct_o == lowered(3) || lo_pct_o == lowered(4));
        if (before_valid) begin
            assert (lo_pct_o == earlier || begun[15]);
            assert (lo_pct_o <= earlier + tune_step);
        end
    end

endmodule
