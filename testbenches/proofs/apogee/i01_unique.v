// SPDX-License-Identifier: Apache-2.0
// Invariant 1: at most one FOA or SCALAR entry of a PC, at most one TRIG entry of a line.
// Engine: induction 1
module i01_unique #(
    parameter n_entries = 4,
    parameter pc_bits = 2,
    parameter addr_bits = 8,
    parameter wait_depth = 2,
    parameter issue_latency = 8,
    parameter ENTRY = $clog2(n_entries),
    parameter DELAY = issue_latency - 6
) (
    input wire                            clock,
    input wire                            reset,
    input wire                            reads,
    input wire                            weighs,
    input wire                            holds,
    input wire                            closes,
    input wire                            links,
    input wire                            hit,
    input wire [ENTRY-1:0]                place,
    input wire [n_entries-1:0]            entries__valid,
    input wire [n_entries-1:0]            entries__trigger,
    input wire [n_entries-1:0]            triggers__waiting,
    input wire                            triggers__is_chosen,
    input wire [ENTRY-1:0]                triggers__read,
    input wire                            triggers__fire,
    input wire [ENTRY-1:0]                triggers__place,
    input wire                            triggers__quiet,
    input wire                            link_known,
    input wire [addr_bits-1:0]            link_line,
    input wire [pc_bits-1:0]              intake__pc,
    input wire [DELAY-1:0]                intake__line,
    input wire [$clog2(wait_depth+1)-1:0] intake__ripe,
    input wire [wait_depth-1:0]           intake__loads__used,
    input wire [n_entries*pc_bits-1:0]    entries__pc,
    input wire [n_entries*addr_bits-1:0]  entries__address,
    input wire [addr_bits-1:0]            triggers__address
);

    wire [n_entries-1:0] of_pc, of_line;
    wire single;
    apogee_entries #(.n_entries(n_entries), .pc_bits(pc_bits), .addr_bits(addr_bits)) entries (
        .valid(entries__valid), .trigger(entries__trigger), .entry_pc(entries__pc), .address(entries__address),
        .pc(intake__pc), .line(link_line), .of_pc(of_pc), .of_line(of_line), .single(single)
    );

    wire sound;
    apogee_steps #(.n_entries(n_entries)) steps (
        .reads(reads), .weighs(weighs), .holds(holds), .closes(closes), .links(links), .hit(hit), .place(place),
        .valid(entries__valid), .trigger(entries__trigger), .waiting(triggers__waiting), .chosen(triggers__is_chosen),
        .chosen_place(triggers__read), .fires(triggers__fire), .fires_place(triggers__place), .sound(sound)
    );

    // Every load that waits is young, ripe, or at work; those that wait are the first ones of the list.
    reg [$clog2(wait_depth+DELAY+2):0] loads, elsewhere;
    reg                                first;
    integer i;
    always @* begin
        loads = 0;
        first = 1'b1;
        elsewhere = intake__ripe + (reads || weighs || holds);
        for (i = 0; i < wait_depth; i = i + 1) begin
            loads = loads + intake__loads__used[i];
            if (i != 0 && intake__loads__used[i] && !intake__loads__used[i-1]) first = 1'b0;
        end
        for (i = 0; i < DELAY - 1; i = i + 1) elsewhere = elsewhere + intake__line[i];
    end

    always @* if (!reset) begin
        assert (single && sound && first && loads == elsewhere);
        // A load commits only when none of its triggers is left.
        if (holds && triggers__quiet) assert (triggers__waiting == 0 && !triggers__is_chosen && !triggers__fire);
        // What the lookups have found still stands.
        if (reads || weighs || holds) assert (hit ? of_pc[place] : of_pc == 0);
        if (links) assert (link_known == (of_line != 0));
        if (triggers__fire) assert (triggers__address == entries__address[triggers__place*addr_bits +: addr_bits]);
    end

endmodule
