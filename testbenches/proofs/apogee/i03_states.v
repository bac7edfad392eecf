// SPDX-License-Identifier: Apache-2.0
// Invariant 3: an entry and a warp are in the state 01 only between a tracked prefetch that is sent and its fill, the next load of that
// entry and warp, a mismatch, or the loss of the entry; never in the state 11.
// Engine: induction 1
module i03_states #(
    parameter n_entries = 4,
    parameter n_warps = 2,
    parameter ENTRY = $clog2(n_entries),
    parameter WARP = $clog2(n_warps)
) (
    input wire                         clock,
    input wire                         reset,
    input wire                         reads,
    input wire                         weighs,
    input wire                         holds,
    input wire                         closes,
    input wire                         links,
    input wire                         hit,
    input wire [ENTRY-1:0]             place,
    input wire [n_entries-1:0]         entries__valid,
    input wire [n_entries-1:0]         entries__trigger,
    input wire [n_entries-1:0]         triggers__waiting,
    input wire                         triggers__is_chosen,
    input wire [ENTRY-1:0]             triggers__read,
    input wire                         triggers__fire,
    input wire [ENTRY-1:0]             triggers__place,
    input wire                         pf_v,
    input wire                         pf_rdy,
    input wire                         pf_sent,
    input wire                         pf_track,
    input wire [ENTRY-1:0]             pf_entry,
    input wire [WARP-1:0]              pf_warp,
    input wire                         fill_v,
    input wire [ENTRY-1:0]             fill_entry,
    input wire [WARP-1:0]              fill_warp,
    input wire                         commit,
    input wire [ENTRY-1:0]             write_place,
    input wire [WARP-1:0]              intake__warp,
    input wire                         training__mismatch,
    input wire                         entries__write,
    input wire [n_entries*n_warps-1:0] states__sent,
    input wire [n_entries*n_warps-1:0] states__filled,
    input wire                         states__is_sent,
    input wire                         states__is_filled
);

    // Prefetches whose fill would count.
    reg [n_entries*n_warps-1:0] pending, next;
    wire all = !commit || !hit || training__mismatch;
    integer i, w;
    always @* begin
        next = pending;
        for (i = 0; i < n_entries; i = i + 1) for (w = 0; w < n_warps; w = w + 1) begin
            if (fill_v && fill_entry == i && fill_warp == w) next[i*n_warps+w] = 1'b0;
            if (pf_v && pf_rdy && pf_sent && pf_track && pf_entry == i && pf_warp == w) next[i*n_warps+w] = 1'b1;
            if (entries__write && write_place == i && (all || intake__warp == w)) next[i*n_warps+w] = 1'b0;
        end
    end
    always @(posedge clock) pending <= next;

    wire sound;
    apogee_steps #(.n_entries(n_entries)) steps (
        .reads(reads), .weighs(weighs), .holds(holds), .closes(closes), .links(links), .hit(hit), .place(place),
        .valid(entries__valid), .trigger(entries__trigger), .waiting(triggers__waiting), .chosen(triggers__is_chosen),
        .chosen_place(triggers__read), .fires(triggers__fire), .fires_place(triggers__place), .sound(sound)
    );

    always @* if (!reset) begin
        assume (sound);
        if (holds && hit) assert (!(states__is_sent && states__is_filled));
    end
    always @* if (!reset) for (i = 0; i < n_entries; i = i + 1) if (entries__valid[i] && !entries__trigger[i])
        for (w = 0; w < n_warps; w = w + 1) begin
            assert (!states__sent[i*n_warps+w] || pending[i*n_warps+w]);
            assert (!states__sent[i*n_warps+w] || !states__filled[i*n_warps+w]);
        end

endmodule
