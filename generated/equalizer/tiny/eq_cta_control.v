// SPDX-License-Identifier: Apache-2.0
// eq_cta_control: part of equalizer, configuration tiny
// (Sethia & Mahlke, MICRO-47 (2014); Sethia, dissertation (2015), chapter III).
// Emitted by Warpsmith from hdl/src/units/equalizer; make changes there.
//
// Parameters:
//   n_sm=2 n_warps=8 n_cta=2 epoch_len=512 sample_period=128 hyst_epochs=2 bw_sat=2 vr_cycles=3
//   comp_ge=0 maintain_nominal=1 barrier_active=0 pause_order=youngest nb_reset_on_launch=1

// Steers the number of running CTAs of one SM to a target, by pausing, unpausing and requesting CTAs
// (specification section 2.5, decisions W2-W7). At most one CTA is paused or unpaused in a cycle.
module eq_cta_control (
    input  wire       clock,      // SM clock.
    input  wire       reset,      // Synchronous reset, active high.
    input  wire [1:0] num_blocks, // Target number of running CTAs.
    input  wire [1:0] cta_launch, // The CTA slot becomes resident.
    input  wire [1:0] cta_done,   // The CTA of the slot finishes.
    input  wire       gwde_empty, // No undispatched CTA is left.
    input  wire       gwde_gnt,   // The request is granted; the launch follows later.
    input  wire [7:0] slot_live,  // The warp slot holds a warp.
    input  wire [7:0] warp_cta,   // CTA slot of each warp, warp 0 lowest.
    output wire       gwde_req,   // Request for one CTA.
    output reg  [1:0] pause_cta,  // Paused CTAs.
    output reg  [7:0] pause_warp  // Warps of paused CTAs.
);

    localparam PAUSE_YOUNGEST = 1'b1; // The youngest running CTA is paused first; 0: the oldest.
    localparam [2:0] CTA_BITS = 3'd1; // Bits of a CTA slot number.

    wire [1:0] present;
    wire [1:0] still_paused;
    wire [1:0] running;
    wire       over;
    wire       under;
    reg  [1:0] candidates;
    wire [1:0] paused_next;
    reg  [1:0] resident;            // CTA slots in use.
    reg        granted;             // A granted CTA is still to be launched (W2).
    wire [1:0] count_running_ones;
    wire [1:0] count_resident_ones;
    wire [1:0] age_pick;

    popcount_2 count_running (
        .enable (1'b1),
        .bits   (running),
        .ones   (count_running_ones)
    );

    popcount_2 count_resident (
        .enable (1'b1),
        .bits   (resident),
        .ones   (count_resident_ones)
    );

    age_matrix_2 age (
        .clock      (clock),
        .reset      (reset),
        .launch     (cta_launch),
        .candidates (candidates),
        .youngest   (over && PAUSE_YOUNGEST),
        .pick       (age_pick)
    );

    // CTAs that finish in this cycle are gone before anything is compared (W3).
    assign present = resident & ~cta_done;
    assign still_paused = pause_cta & ~cta_done;
    assign running = present & ~still_paused;
    assign over = count_running_ones > num_blocks;
    assign under = count_running_ones < num_blocks;

    // Above the target a running CTA is paused, below it the oldest paused one goes on.
    always @* begin
        candidates = 2'd0;
        if (over) begin
            candidates = running;
        end else if (under) begin
            candidates = still_paused;
        end
    end

    assign paused_next = (still_paused ^ age_pick) & ~cta_launch;

    always @(posedge clock) begin
        if (reset) begin
            resident <= 2'd0;
            pause_cta <= 2'd0;
        end else begin
            pause_cta <= paused_next;
            resident <= present | cta_launch;
        end
    end

    always @(posedge clock) begin : update_pause_warp
        integer warp;
        reg [7:0] warp_paused;
        if (reset) begin
            pause_warp <= 8'd0;
        end else begin
            warp_paused = 8'd0;
            if (paused_next != 2'd0) begin
                for (warp = 0; warp < 8; warp = warp + 1)
                    warp_paused[warp] = paused_next[warp_cta[(warp * CTA_BITS) +: 1]];
            end
            pause_warp <= warp_paused & slot_live;
        end
    end

    // One more CTA is requested only if none is paused (A12) and none is on its way (W2).
    // The target never exceeds the kernel's limit, so the target alone bounds the request.
    assign gwde_req = (count_resident_ones < num_blocks)
        && (pause_cta == 2'd0)
        && !granted
        && !gwde_empty;

    always @(posedge clock) begin
        if (reset) begin
            granted <= 1'b0;
        end else begin
            granted <= (granted || (gwde_req && gwde_gnt)) && (cta_launch == 2'd0);
        end
    end

endmodule
