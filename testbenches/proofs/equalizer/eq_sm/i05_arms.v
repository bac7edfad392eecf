// SPDX-License-Identifier: Apache-2.0
// Invariant 5, first half: at most one arm of the chain fires, so a decision never asks for more and for fewer CTAs,
// and the action is NONE, COMP or MEM.
// Engine: pdr
module i05_arms (
    input wire       decision_raise,
    input wire       decision_lower,
    input wire [1:0] decision_action
);

    always @* begin
        assert (!(decision_raise && decision_lower));
        assert (decision_action != 2'd3);
    end

endmodule
