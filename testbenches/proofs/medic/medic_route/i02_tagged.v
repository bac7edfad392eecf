// SPDX-License-Identifier: Apache-2.0
// Invariant 2: a request that left while its warp was being profiled does not bypass.
// Engine: pdr
module i02_tagged (
    input wire prof,
    input wire bypass,
    input wire no_alloc
);

    always @* begin
        assert (!(prof && bypass));
        assert (!(prof && no_alloc));
    end

endmodule
