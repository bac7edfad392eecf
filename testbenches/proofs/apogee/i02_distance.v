// SPDX-License-Identifier: Apache-2.0
// Invariant 2: distances are 1 to 2^dist_bits-1; a job is made only with an offset that is not 0 and has been confirmed.
// Engine: induction 1
module i02_distance #(
    parameter n_entries = 4,
    parameter offset_bits = 4,
    parameter conf_bits = 2,
    parameter dist_bits = 2,
    parameter ENTRY = $clog2(n_entries)
) (
    input wire                   clock,
    input wire                   reset,
    input wire                   reads,
    input wire                   weighs,
    input wire                   holds,
    input wire                   closes,
    input wire                   links,
    input wire                   hit,
    input wire [ENTRY-1:0]       place,
    input wire [n_entries-1:0]   entries__valid,
    input wire [n_entries-1:0]   entries__trigger,
    input wire [n_entries-1:0]   triggers__waiting,
    input wire                   triggers__is_chosen,
    input wire [ENTRY-1:0]       triggers__read,
    input wire                   triggers__fire,
    input wire [ENTRY-1:0]       triggers__place,
    input wire [dist_bits-1:0]   entry_distance,
    input wire                   job_wanted,
    input wire [dist_bits-1:0]   entries__distance_0,
    input wire [dist_bits-1:0]   entries__distance_1,
    input wire [dist_bits-1:0]   entries__distance_2,
    input wire [dist_bits-1:0]   entries__distance_3,
    input wire [dist_bits-1:0]   triggers__entry_hops,
    input wire                   training__many,
    input wire                   training__untrained,
    input wire [conf_bits-1:0]   training__old_confidence,
    input wire [conf_bits-1:0]   training__raised,
    input wire [dist_bits-1:0]   training__distance,
    input wire [dist_bits-1:0]   training__farther,
    input wire [dist_bits-1:0]   training__closer,
    input wire                   training__can_grow,
    input wire                   training__can_shrink,
    input wire [offset_bits-1:0] training__new_offset,
    input wire [conf_bits-1:0]   training__new_confidence
);

    wire [n_entries*dist_bits-1:0] distances =
        {entries__distance_3, entries__distance_2, entries__distance_1, entries__distance_0};
    wire sound;
    apogee_steps #(.n_entries(n_entries)) steps (
        .reads(reads), .weighs(weighs), .holds(holds), .closes(closes), .links(links), .hit(hit), .place(place),
        .valid(entries__valid), .trigger(entries__trigger), .waiting(triggers__waiting), .chosen(triggers__is_chosen),
        .chosen_place(triggers__read), .fires(triggers__fire), .fires_place(triggers__place), .sound(sound)
    );

    integer i;
    always @* if (!reset) begin
        assume (sound);
        for (i = 0; i < n_entries; i = i + 1)
            assert (!entries__valid[i] || distances[i*dist_bits +: dist_bits] != 0);
        if (triggers__fire) assert (triggers__entry_hops != 0);
        // The numbers that are weighed: those of the entry, or of a new one.
        if (weighs) assert (entry_distance != 0);
        if (holds) begin
            assert (training__distance != 0);
            assert (training__farther == training__distance + 1'b1 && training__closer == training__distance - 1'b1);
            assert (training__can_grow == !(&training__distance) && training__can_shrink == (training__distance != 1));
            assert (training__untrained == (training__old_confidence == 0));
            assert (!training__many || training__raised != 0);
        end
        if (job_wanted) assert (training__new_offset != 0 && training__new_confidence != 0);
    end

endmodule
