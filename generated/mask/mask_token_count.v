// SPDX-License-Identifier: Apache-2.0
// mask_token_count: part of mask, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The tokens of an application after an epoch with lookups (specification section 2.6, decisions
// D15 to D17 and M8), four cycles after what they follow from.
module mask_token_count #(
    parameter [0:0] CLIMBS = 1'b0,  // The text's policy, or hill climbing.
    parameter THRESHOLD = 1311,
    parameter FEWEST = 1
) (
    input  wire        clock,      // Clock.
    // Its warps, those of them that have tokens at first, and those that a step is of.
    input  wire [14:0] warps,
    input  wire [14:0] at_first,
    input  wire [14:0] in_step,
    // It has had an epoch before, its tokens, the direction, and the miss rate.
    input  wire        seen,
    input  wire [14:0] tokens,
    input  wire        up,
    input  wire [15:0] rate,
    input  wire [15:0] new_rate,   // The miss rate now.
    output reg  [14:0] new_tokens, // Tokens and direction from now on.
    output reg         new_up
);


    reg         worse;  // The rate has risen, or fallen, by the threshold.
    reg         better;
    reg  [14:0] wanted;
    reg  [14:0] raised;

    // How the rate has changed.
    always @(posedge clock) begin
        worse <= {1'b0, new_rate} >= ({1'b0, rate} + THRESHOLD[16:0]);
        better <= {1'b0, rate} >= ({1'b0, new_rate} + THRESHOLD[16:0]);
    end

    // A step is of one token at least, and none is left where there are fewer.
    always @(posedge clock) begin : update_wanted
        reg [14:0] step;
        reg gives;
        step = in_step;
        if (in_step == 15'd0) begin
            step = 15'd1;
        end
        gives = better;
        if (CLIMBS) begin
            gives = up ^ worse;
        end
        wanted <= tokens;
        new_up <= up;
        if (!seen) begin
            wanted <= at_first;
            new_up <= 1'b0;
        end else if (worse || better) begin
            new_up <= gives;
            if (gives) begin
                wanted <= tokens + step;
            end else if (tokens < step) begin
                wanted <= 15'd0;
            end else begin
                wanted <= tokens - step;
            end
        end
    end

    // The upper bound wins.
    always @(posedge clock) begin
        raised <= wanted;
        if (FEWEST[14:0] >= (wanted + 15'd1)) begin
            raised <= FEWEST[14:0];
        end
    end

    always @(posedge clock) begin : update_new_tokens
        reg [14:0] most;
        most = warps;
        if (warps == 15'd0) begin
            most = 15'd1;
        end
        new_tokens <= raised;
        if (most < raised) begin
            new_tokens <= most;
        end
    end

endmodule

`default_nettype wire
