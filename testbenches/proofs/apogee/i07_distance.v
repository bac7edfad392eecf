// SPDX-License-Identifier: Apache-2.0
// Invariant 7: the distance of an entry changes only by a load of its PC that commits, by one, or back to 1.
// Engine: induction 1
module i07_distance #(
    parameter n_entries = 4,
    parameter dist_bits = 2,
    parameter ENTRY = $clog2(n_entries)
) (
    input wire                 clock,
    input wire                 reset,
    input wire                 reads,
    input wire                 weighs,
    input wire                 holds,
    input wire                 closes,
    input wire                 links,
    input wire                 hit,
    input wire [ENTRY-1:0]     place,
    input wire [n_entries-1:0] entries__valid,
    input wire [n_entries-1:0] entries__trigger,
    input wire [n_entries-1:0] triggers__waiting,
    input wire                 triggers__is_chosen,
    input wire [ENTRY-1:0]     triggers__read,
    input wire                 triggers__fire,
    input wire [ENTRY-1:0]     triggers__place,
    input wire                 commit,
    input wire                 stat_dist_inc,
    input wire                 stat_dist_dec,
    input wire                 stat_mismatch,
    input wire                 flush,
    input wire                 states__is_sent,
    input wire                 states__is_filled,
    input wire [dist_bits-1:0] entry_distance,
    input wire [dist_bits-1:0] training__distance,
    input wire [dist_bits-1:0] training__farther,
    input wire [dist_bits-1:0] training__closer,
    input wire [dist_bits-1:0] entries__distance_0,
    input wire [dist_bits-1:0] entries__distance_1,
    input wire [dist_bits-1:0] entries__distance_2,
    input wire [dist_bits-1:0] entries__distance_3
);

    wire [n_entries*dist_bits-1:0] distances =
        {entries__distance_3, entries__distance_2, entries__distance_1, entries__distance_0};
    wire [n_entries-1:0] fixed = entries__valid & ~entries__trigger;

    // As it was a cycle before.
    reg                           past = 1'b0;
    reg [n_entries*dist_bits-1:0] then;
    reg [n_entries-1:0]           were;
    reg                           committed, flushed;
    reg [ENTRY-1:0]               where;
    always @(posedge clock) begin
        past <= !reset;
        then <= distances;
        were <= fixed;
        committed <= commit && hit;
        flushed <= flush;
        where <= place;
    end

    wire sound;
    apogee_steps #(.n_entries(n_entries)) steps (
        .reads(reads), .weighs(weighs), .holds(holds), .closes(closes), .links(links), .hit(hit), .place(place),
        .valid(entries__valid), .trigger(entries__trigger), .waiting(triggers__waiting), .chosen(triggers__is_chosen),
        .chosen_place(triggers__read), .fires(triggers__fire), .fires_place(triggers__place), .sound(sound)
    );

    // Entries whose distance is another one, and those of which it may be.
    reg [n_entries-1:0] changes, may_change;
    reg [dist_bits-1:0] current, previous;
    integer i;
    always @* for (i = 0; i < n_entries; i = i + 1) begin
        current = distances[i*dist_bits +: dist_bits];
        previous = then[i*dist_bits +: dist_bits];
        changes[i] = current != previous;
        may_change[i] = current == 1;
        if (committed && where == i && !stat_mismatch)
            may_change[i] = stat_dist_inc ? current == previous + 1'b1 : stat_dist_dec && current == previous - 1'b1;
    end

    always @* if (!reset) begin
        assume (sound);
        if (holds && hit) assume (!(states__is_sent && states__is_filled));     // Invariant 3.
        if (weighs) assert (entry_distance == (hit ? distances[place*dist_bits +: dist_bits] : 1));
        if (holds) begin
            assert (training__distance == (hit ? distances[place*dist_bits +: dist_bits] : 1));
            assert (training__farther == training__distance + 1'b1 && training__closer == training__distance - 1'b1);
        end
        for (i = 0; i < n_entries; i = i + 1)
            assert (!past || flushed || !were[i] || !fixed[i] || !changes[i] || may_change[i]);
    end

endmodule
