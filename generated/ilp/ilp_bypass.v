// SPDX-License-Identifier: Apache-2.0
// ilp_bypass: part of ilp, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The bypass control of an ILP SM (specification section 2.2): one path per lane, from the last EX
// stage to the first. It follows the instructions through the stages, says which operands of the
// one that issues are in the last of them, and when a value can be used.
// Protocol: an instruction issued in cycle t is in stage k in t + k; `byp_sel` holds from t + 1 for
// the beats of a warp instruction. A lane whose own result is not valid takes the operand that it
// has read.
module ilp_bypass #(
    parameter WARP_SIZE = 32,  // Threads of a warp
    parameter SIMD = 8,        // Lanes of an SM
    parameter N_WARPS = 32,    // Warps that an SM can hold
    parameter SB_ENTRIES = 8,  // Entries of the scoreboard
    parameter SRC = 3,         // Source registers of an instruction
    parameter TAG = 9,         // Bits of the number of a physical vector register
    // EX stages, less than br_stage and the beats of two warp instructions
    parameter L = 8,
    // What follows from these; not to be set.
    parameter LESS = L - 1,
    parameter TAGS = SRC * TAG,
    parameter WARP = $clog2(N_WARPS),
    parameter K = ($clog2(SB_ENTRIES) > 1 ? $clog2(SB_ENTRIES) : 1),
    parameter BEATS = WARP_SIZE / SIMD,
    parameter HOLD = ($clog2(BEATS) > 1 ? $clog2(BEATS) : 1)
) (
    input  wire            clock,           // Fast clock.
    input  wire            reset,           // Synchronous reset, active high.
    input  wire            bypass_en,       // There is a path from the last EX stage to the first.
    input  wire            iss_valid,       // An instruction is issued, in a slot.
    input  wire [WARP-1:0] iss_warp,        // Its warp.
    input  wire [SRC-1:0]  iss_src_valid,   // Its source registers that count.
    input  wire [TAGS-1:0] iss_src_tag,     // Their numbers, from source 0 on.
    input  wire            iss_dst_valid,   // It writes a register.
    input  wire [TAG-1:0]  iss_dst_tag,     // The number of that.
    input  wire            iss_fixed,       // Its latency is fixed: an ALU instruction.
    input  wire            iss_spec,        // It is issued under an unresolved branch.
    input  wire            iss_entry_valid, // It has an entry of the scoreboard.
    input  wire [K-1:0]    iss_entry,       // The entry.
    input  wire            iss_solo,        // It has none and is alone in flight.
    // Instructions of a warp are removed: those behind its branch.
    input  wire            kill_valid,
    input  wire [WARP-1:0] kill_warp,       // The warp.
    input  wire            kill_all,        // All of them, after a fault.
    // Sources of the instruction issued last that every lane takes from its last EX stage, in the
    // cycles of its EX1.
    output reg  [SRC-1:0]  byp_sel,
    // The value of an entry can be used by an instruction that issues in the next cycle.
    output wire            av_valid,
    output reg  [K-1:0]    av_entry,        // The entry; 0 without one.
    // An instruction alone in flight is over as far as its warp's next one must know.
    output wire            dwb_valid,
    output reg  [WARP-1:0] dwb_warp         // The warp; 0 without one.
);

    localparam LAST = L - 1;
    localparam EARLIER = L - 2;
    localparam MOST = BEATS - 1;

    wire [L-1:0]          alu;
    // The stage whose instruction's value can be read by the next one that issues.
    wire [L-1:0]          with_entry;
    wire [L-1:0]          alone;
    reg                   available;
    reg                   over;
    // A bit for each stage, the first lowest: it holds an instruction that writes a register, of
    // fixed latency, issued under an unresolved branch, with an entry, alone in flight.
    reg  [L-1:0]          valid;
    reg  [L-1:0]          fixed;
    reg  [L-1:0]          spec;
    reg  [L-1:0]          entry_valid;
    reg  [L-1:0]          solo;
    reg  [(L * TAG)-1:0]  tag;
    reg  [(L * WARP)-1:0] wid;
    reg  [(L * K)-1:0]    entry;
    reg  [HOLD-1:0]       hold;        // Cycles that the selection stays behind this one.

    // Each cycle every instruction is a stage further, unless it is removed.
    always @(posedge clock) begin : update_valid
        integer k;
        reg [L-1:0] removed;
        if (reset) begin
            valid <= 0;
        end else begin
            removed = 0;
            if (kill_valid) begin
                for (k = 0; k < L; k = k + 1)
                    removed[k] = (wid[(k * WARP) +: WARP] == kill_warp) && (kill_all || spec[k]);
            end
            valid <= ((valid & ~removed) << 1) | {{(L - 1){1'b0}}, iss_valid && iss_dst_valid};
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            fixed <= 0;
            spec <= 0;
            entry_valid <= 0;
            solo <= 0;
        end else begin
            fixed <= (fixed << 1) | {{(L - 1){1'b0}}, iss_fixed};
            spec <= (spec << 1) | {{(L - 1){1'b0}}, iss_spec};
            entry_valid <= (entry_valid << 1) | {{(L - 1){1'b0}}, iss_entry_valid};
            solo <= (solo << 1) | {{(L - 1){1'b0}}, iss_solo};
        end
    end

    always @(posedge clock) begin : update_tag
        integer k;
        for (k = 0; k < LESS; k = k + 1) begin
            tag[((k + 1) * TAG) +: TAG] <= tag[(k * TAG) +: TAG];
            wid[((k + 1) * WARP) +: WARP] <= wid[(k * WARP) +: WARP];
            entry[((k + 1) * K) +: K] <= entry[(k * K) +: K];
        end
        tag[(0 * TAG) +: TAG] <= iss_dst_tag;
        wid[(0 * WARP) +: WARP] <= iss_warp;
        entry[(0 * K) +: K] <= iss_entry;
    end

    // Operands that are in the last stage when their instruction issues.
    assign alu = valid & fixed;

    always @(posedge clock) begin : update_byp_sel
        integer s;
        reg [TAG-1:0] source;
        reg [SRC-1:0] same;
        if (reset) begin
            byp_sel <= 0;
            hold <= 0;
        end else begin
            source = 0;
            same = 0;
            if (bypass_en && alu[LAST]) begin
                for (s = 0; s < SRC; s = s + 1) begin
                    source = iss_src_tag[(s * TAG) +: TAG];
                    same[s] = iss_src_valid[s] && (source == tag[(LAST * TAG) +: TAG]);
                end
            end
            if (hold != 0) begin
                hold <= hold - 1'b1;
            end else begin
                byp_sel <= 0;
            end
            if (iss_valid) begin
                byp_sel <= same;
                hold <= MOST[HOLD-1:0];
            end
        end
    end

    // With the path a value can be used a cycle earlier, and an instruction alone in flight is over
    // then.
    assign with_entry = alu & entry_valid;
    assign alone = alu & solo;

    always @* begin
        available = with_entry[LAST];
        over = 1'b0;
        if (bypass_en) begin
            available = with_entry[EARLIER];
            over = alone[EARLIER];
        end
    end

    assign av_valid = available;
    assign dwb_valid = over;

    always @* begin
        av_entry = 0;
        if (available) begin
            av_entry = entry[(LAST * K) +: K];
            if (bypass_en) begin
                av_entry = entry[(EARLIER * K) +: K];
            end
        end
    end

    always @* begin
        dwb_warp = 0;
        if (over) begin
            dwb_warp = wid[(EARLIER * WARP) +: WARP];
        end
    end

endmodule

`default_nettype wire
