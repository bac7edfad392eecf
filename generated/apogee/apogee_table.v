// SPDX-License-Identifier: Apache-2.0
// apogee_table: part of apogee, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The prefetch table (specification section 3) but for the states: it is searched by PC for the
// entry of a load (FOA or SCALAR) and for its triggers (TRIG), and by line for a trigger that
// fetches it. One entry is read and one is written in a cycle.
// SCALAR is not stored: an entry is SCALAR from a load that goes by an offset of 0 to the next
// load.
module apogee_table #(
    parameter ENTRIES = 64,
    parameter PC = 10,
    parameter ADDRESS = 28,
    parameter OFFSET = 8,
    parameter CONF = 8,
    parameter LANE = 5,
    parameter DIST = 6,
    parameter WARP = 2,
    // What follows from these; not to be set.
    parameter ENTRY = ($clog2(ENTRIES) > 1 ? $clog2(ENTRIES) : 1)
) (
    input  wire               clock,              // SM clock.
    input  wire               reset,              // Synchronous reset, active high.
    // All entries are cleared at the end of this cycle.
    input  wire               clear,
    input  wire               look,               // A load is looked up.
    input  wire [PC-1:0]      look_pc,            // Its PC.
    output wire               hit,                // It has an entry.
    output wire [ENTRY-1:0]   place,              // That entry.
    output wire [ENTRIES-1:0] triggers,           // Its triggers.
    input  wire               look_for_line,      // A line is looked for.
    input  wire [ADDRESS-1:0] look_line,          // That line.
    output wire               has_line,           // A trigger fetches it.
    // Entries that are FOA or SCALAR, and those that are TRIG.
    output wire [ENTRIES-1:0] fixed,
    output wire [ENTRIES-1:0] chained,
    // The first cycle of the search for a victim, and the second.
    input  wire               look_victim,
    input  wire               choose_victim,
    // An entry may be written in the first: which one, and its confidence then.
    input  wire               changes,
    input  wire [ENTRY-1:0]   changed,
    input  wire [CONF-1:0]    changed_confidence,
    // The entry that a new one replaces, and whether it is in use, as the last search has found.
    output wire [ENTRY-1:0]   victim,
    output wire               victim_in_use,
    input  wire [ENTRY-1:0]   read,               // The entry that is read.
    output wire [ADDRESS-1:0] read_address,       // Its fields.
    output wire [OFFSET-1:0]  read_offset,
    output wire [CONF-1:0]    read_confidence,
    output wire [LANE-1:0]    read_lane,
    output wire [DIST-1:0]    read_distance,
    output wire [WARP-1:0]    read_warp,
    output wire [WARP-1:0]    read_since,
    input  wire               write,              // An entry is written.
    input  wire [ENTRY-1:0]   write_place,        // That entry.
    input  wire               write_trigger,      // Its fields; the first says that it is TRIG.
    input  wire [PC-1:0]      write_pc,
    input  wire [ADDRESS-1:0] write_address,
    input  wire [OFFSET-1:0]  write_offset,
    input  wire [CONF-1:0]    write_confidence,
    input  wire [LANE-1:0]    write_lane,
    input  wire [DIST-1:0]    write_distance,
    input  wire [WARP-1:0]    write_warp,
    input  wire [WARP-1:0]    write_since
);

    localparam [ENTRIES-1:0] ONE = 1;

    reg  [ENTRIES-1:0]             matching;
    wire [ENTRIES-1:0]             found;
    reg  [ENTRY-1:0]               found_place;
    reg  [ENTRIES-1:0]             with_line;
    reg  [ENTRIES-1:0]             written;
    reg  [ENTRIES-1:0]             valid;
    reg  [ENTRIES-1:0]             trigger;
    reg  [(ENTRIES * PC)-1:0]      pc;
    // Of FOA and SCALAR that of the last active lane of the last load, of TRIG that of the line.
    reg  [(ENTRIES * ADDRESS)-1:0] address;
    reg  [OFFSET-1:0]              offset [0:ENTRIES-1];
    reg  [(ENTRIES * CONF)-1:0]    confidence;
    reg  [LANE-1:0]                lane [0:ENTRIES-1]; // The last active lane of the last load.
    reg  [DIST-1:0]                distance [0:ENTRIES-1]; // Iterations ahead; of TRIG hops.
    reg  [WARP-1:0]                last_warp [0:ENTRIES-1];
    reg  [WARP-1:0]                since [0:ENTRIES-1];

    apogee_victim #(.ENTRIES(ENTRIES), .CONF(CONF)) victims (
        .clock              (clock),
        .look               (look_victim),
        .choose             (choose_victim),
        .valid              (valid),
        .confidence         (confidence),
        .changes            (changes),
        .changed            (changed),
        .changed_confidence (changed_confidence),
        .victim             (victim),
        .in_use             (victim_in_use)
    );

    // These are searched, so all are at hand.
    always @(posedge clock) begin : update_pc
        integer i;
        if (write) begin
            for (i = 0; i < ENTRIES; i = i + 1) begin
                if (written[i]) begin
                    pc[(i * PC) +: PC] <= write_pc;
                    address[(i * ADDRESS) +: ADDRESS] <= write_address;
                    confidence[(i * CONF) +: CONF] <= write_confidence;
                end
            end
        end
        if (write) begin
            offset[write_place] <= write_offset;
        end
        if (write) begin
            lane[write_place] <= write_lane;
        end
        if (write) begin
            distance[write_place] <= write_distance;
        end
        if (write) begin
            last_warp[write_place] <= write_warp;
        end
        if (write) begin
            since[write_place] <= write_since;
        end
    end

    assign fixed = valid & ~trigger;
    assign chained = valid & trigger;

    // By PC: at most one entry, and any number of triggers.
    always @* begin : compute_matching
        integer i;
        i = 0;
        matching = 0;
        if (look) begin
            for (i = 0; i < ENTRIES; i = i + 1)
                matching[i] = valid[i] && (pc[(i * PC) +: PC] == look_pc);
        end
    end

    always @* begin : compute_found_place
        integer i;
        i = 0;
        found_place = 0;
        if (found != 0) begin
            for (i = 0; i < ENTRIES; i = i + 1) begin
                if (found[i]) begin
                    found_place = found_place | i[ENTRY-1:0];
                end
            end
        end
    end

    assign found = matching & ~trigger;
    assign hit = found != 0;
    assign place = found_place;
    assign triggers = matching & trigger;

    // By line.
    always @* begin : compute_with_line
        integer i;
        i = 0;
        with_line = 0;
        if (look_for_line) begin
            for (i = 0; i < ENTRIES; i = i + 1)
                with_line[i] = address[(i * ADDRESS) +: ADDRESS] == look_line;
        end
    end

    assign has_line = (with_line & valid & trigger) != {ENTRIES{1'b0}};
    assign read_address = address[(read * ADDRESS) +: ADDRESS];
    assign read_offset = offset[read];
    assign read_confidence = confidence[(read * CONF) +: CONF];
    assign read_lane = lane[read];
    assign read_distance = distance[read];
    assign read_warp = last_warp[read];
    assign read_since = since[read];

    always @* begin
        written = 0;
        if (write) begin
            written = ONE << write_place;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            valid <= 0;
        end else begin
            valid <= valid | written;
            if (clear) begin
                valid <= 0;
            end
        end
    end

    always @(posedge clock) begin
        trigger <= trigger & ~written;
        if (write_trigger) begin
            trigger <= trigger | written;
        end
    end

endmodule

`default_nettype wire
