// SPDX-License-Identifier: Apache-2.0
// Invariant 9: the offset of an entry with confidence was confirmed by a load of three lanes or more since the last mismatch, and since
// the entry was allocated.
// Engine: induction 1
module i09_confirmed #(
    parameter n_entries = 4,
    parameter offset_bits = 4,
    parameter conf_bits = 2,
    parameter ENTRY = $clog2(n_entries)
) (
    input wire                           clock,
    input wire                           reset,
    input wire                           reads,
    input wire                           weighs,
    input wire                           holds,
    input wire                           closes,
    input wire                           links,
    input wire                           hit,
    input wire [ENTRY-1:0]               place,
    input wire [n_entries-1:0]           entries__valid,
    input wire [n_entries-1:0]           entries__trigger,
    input wire [n_entries-1:0]           triggers__waiting,
    input wire                           triggers__is_chosen,
    input wire [ENTRY-1:0]               triggers__read,
    input wire                           triggers__fire,
    input wire [ENTRY-1:0]               triggers__place,
    input wire                           commit,
    input wire [ENTRY-1:0]               write_place,
    input wire [conf_bits-1:0]           entry_confidence,
    input wire [offset_bits-1:0]         entry_offset,
    input wire [n_entries*conf_bits-1:0] entries__confidence,
    input wire [offset_bits-1:0]         entries__offset_0,
    input wire [offset_bits-1:0]         entries__offset_1,
    input wire [offset_bits-1:0]         entries__offset_2,
    input wire [offset_bits-1:0]         entries__offset_3,
    input wire                           training__trains,
    input wire                           training__mismatch,
    input wire [conf_bits-1:0]           training__old_confidence,
    input wire [offset_bits-1:0]         training__old_offset,
    input wire [offset_bits-1:0]         training__shown
);

    wire [n_entries*offset_bits-1:0] offsets =
        {entries__offset_3, entries__offset_2, entries__offset_1, entries__offset_0};
    wire [n_entries-1:0] fixed = entries__valid & ~entries__trigger;

    // What was confirmed last, of each entry.
    reg [n_entries-1:0]             confirmed;
    reg [n_entries*offset_bits-1:0] as;
    always @(posedge clock) if (commit) begin
        if (training__mismatch || !hit) confirmed[write_place] <= 1'b0;
        if (training__trains) begin
            confirmed[write_place] <= 1'b1;
            as[write_place*offset_bits +: offset_bits] <= training__shown;
        end
    end

    wire sound;
    apogee_steps #(.n_entries(n_entries)) steps (
        .reads(reads), .weighs(weighs), .holds(holds), .closes(closes), .links(links), .hit(hit), .place(place),
        .valid(entries__valid), .trigger(entries__trigger), .waiting(triggers__waiting), .chosen(triggers__is_chosen),
        .chosen_place(triggers__read), .fires(triggers__fire), .fires_place(triggers__place), .sound(sound)
    );

    integer i;
    always @* if (!reset) begin
        assume (sound);
        if (weighs) assert (hit ? entry_confidence == entries__confidence[place*conf_bits +: conf_bits] &&
            entry_offset == offsets[place*offset_bits +: offset_bits] : entry_confidence == 0);
        if (holds) assert (hit ? training__old_confidence == entries__confidence[place*conf_bits +: conf_bits] &&
            training__old_offset == offsets[place*offset_bits +: offset_bits] : training__old_confidence == 0);
        for (i = 0; i < n_entries; i = i + 1)
            if (fixed[i] && entries__confidence[i*conf_bits +: conf_bits] != 0)
                assert (confirmed[i] && as[i*offset_bits +: offset_bits] == offsets[i*offset_bits +: offset_bits]);
    end

endmodule
