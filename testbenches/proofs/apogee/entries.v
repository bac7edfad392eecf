// SPDX-License-Identifier: Apache-2.0
// The prefetch table of apogee, for the checkers that look into it: which entry a PC has, and whether no PC and no line has two.
module apogee_entries #(
    parameter n_entries = 4,
    parameter pc_bits = 2,
    parameter addr_bits = 8
) (
    input wire [n_entries-1:0]           valid,
    input wire [n_entries-1:0]           trigger,
    input wire [n_entries*pc_bits-1:0]   entry_pc,
    input wire [n_entries*addr_bits-1:0] address,
    input wire [pc_bits-1:0]             pc,
    input wire [addr_bits-1:0]           line,
    output reg [n_entries-1:0]           of_pc,   // FOA and SCALAR entries for `pc`.
    output reg [n_entries-1:0]           of_line, // TRIG entries for `line`.
    output reg                           single   // Invariant 1.
);

    integer i, j;
    always @* begin
        single = 1'b1;
        for (i = 0; i < n_entries; i = i + 1) begin
            of_pc[i] = valid[i] && !trigger[i] && entry_pc[i*pc_bits +: pc_bits] == pc;
            of_line[i] = valid[i] && trigger[i] && address[i*addr_bits +: addr_bits] == line;
            for (j = 0; j < i; j = j + 1) if (valid[i] && valid[j] && trigger[i] == trigger[j]) begin
                if (trigger[i] && address[i*addr_bits +: addr_bits] == address[j*addr_bits +: addr_bits]) single = 1'b0;
                if (!trigger[i] && entry_pc[i*pc_bits +: pc_bits] == entry_pc[j*pc_bits +: pc_bits]) single = 1'b0;
            end
        end
    end

endmodule

// The steps of decision P8 in which the oldest load can be: what each of them relies on. Proved with invariant 1; the checkers of the
// others assume it.
module apogee_steps #(
    parameter n_entries = 4,
    parameter ENTRY = $clog2(n_entries)
) (
    input wire                 reads,
    input wire                 weighs,
    input wire                 holds,
    input wire                 closes,
    input wire                 links,
    input wire                 hit,             // The load has an entry,
    input wire [ENTRY-1:0]     place,           // this one.
    input wire [n_entries-1:0] valid,
    input wire [n_entries-1:0] trigger,
    input wire [n_entries-1:0] waiting,         // Triggers of the load that wait,
    input wire                 chosen,          // that is read,
    input wire [ENTRY-1:0]     chosen_place,
    input wire                 fires,           // that fires.
    input wire [ENTRY-1:0]     fires_place,
    output wire                sound
);

    wire busy = reads || weighs || holds;
    wire one = reads + weighs + holds + closes + links <= 3'd1;
    wire found = !busy || !hit || (valid[place] && !trigger[place]);
    // Only triggers fire, and only while their load is at work.
    wire only_triggers = (waiting & ~(valid & trigger)) == 0 && (!chosen || (valid[chosen_place] && trigger[chosen_place])) &&
        (!fires || (valid[fires_place] && trigger[fires_place]));
    wire at_work = (busy || waiting == 0) && (weighs || holds || !chosen) && (holds || !fires);
    assign sound = one && found && only_triggers && at_work;

endmodule
