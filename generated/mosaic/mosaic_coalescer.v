// SPDX-License-Identifier: Apache-2.0
// mosaic_coalescer: part of mosaic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Mosaic's engine that makes 512 base pages a large page where they are, by bits of the page
// tables, and takes it apart again (specification sections 2.4 and 2.9).
// Protocol: one command at a time. Each operation on page tables is atomic, stays until it is
// taken, and is done in any order; a phase of a command begins when all operations of the one
// before are done. All outputs are functions of registers.
module mosaic_coalescer #(
    parameter VA_W = 48,            // Bits of a virtual address
    parameter ADDRESS = 40,         // Bits of a physical address
    // Bits of the offset in a base page; a large page has 512 base pages
    parameter SLOT_AT = 12,
    parameter ASID = 9,             // Bits of the number of an address space
    parameter PT_LEVELS = 4,        // Depth of the page tables
    parameter TAGS = 4,             // Operations of the coalescer on page tables under way
    parameter [0:0] VERIFY = 1'b0,  // The coalescer checks that pages are contiguous
    // What follows from these; not to be set.
    parameter LVPN = (VA_W - SLOT_AT) - 9,
    parameter TABLE = ADDRESS - 12,
    parameter LPPN = (ADDRESS - SLOT_AT) - 9,
    parameter DEPTHS = PT_LEVELS - 1,
    parameter TAG = ($clog2(TAGS) > 1 ? $clog2(TAGS) : 1),
    parameter READ = 1 + (15 * VERIFY),
    parameter DATA = 64 * READ,
    parameter FRAME_AT = SLOT_AT + 9
) (
    input  wire               clock,      // Core clock.
    input  wire               reset,      // Synchronous reset, active high.
    input  wire               cmd_valid,  // A command, taken if `cmd_ready`.
    input  wire               cmd_op,     // 0 COALESCE, 1 SPLINTER.
    input  wire [ASID-1:0]    cmd_asid,   // Its address space.
    input  wire [TABLE-1:0]   cmd_root,   // Frame of 4 KB of the table of depth 1.
    input  wire [LVPN-1:0]    cmd_lvpn,   // The large page.
    // SPLINTER: the base pages that stay allocated; of the others the mapping ends.
    input  wire [511:0]       cmd_bitmap,
    input  wire               m_ready,    // The operation at `m_*` is taken.
    input  wire               a_valid,    // An operation is done; in any order.
    input  wire [3:0]         a_tag,      // Its `m_tag`.
    input  wire [DATA-1:0]    a_data,     // What a read has found.
    input  wire               fl_ready,   // The flush at `fl_*` is taken.
    input  wire               fl_done,    // It is done.
    output wire               cmd_ready,  // A command is taken.
    // An operation on page tables, which stays until it is taken.
    output wire               m_valid,
    // 0 READ8, 1 OR8, 2 ANDN8, 3 OR_LINE, 4 ANDN_LINE, 5 RD_LINE; 0 without `m_valid`, as the four
    // that follow. OR8 and ANDN8 are of the large bit.
    output reg  [2:0]         m_op,
    output reg  [ADDRESS-1:0] m_addr,     // Its physical address, of 8 bytes, or of a line of 128.
    // Entries of the line whose disabled bit is set (OR_LINE) or cleared (ANDN_LINE).
    output reg  [15:0]        m_lane_dis,
    // Entries of the line whose valid bit is cleared (ANDN_LINE).
    output reg  [15:0]        m_lane_val,
    output reg  [3:0]         m_tag,      // Its number, which no other operation under way has.
    // A flush of the large page, which stays until it is taken.
    output wire               fl_valid,
    // Its address space; 0 without `fl_valid`, as the two that follow.
    output reg  [ASID-1:0]    fl_asid,
    output reg  [LVPN-1:0]    fl_lvpn,    // The large page.
    output reg                fl_kind,    // 0 LARGE; 1 BASE: its base pages, too.
    // Pulse: the large bit is set, and the large page can be used from now on.
    output reg                large_on,
    output reg                done,       // Pulse: the command is over.
    // How: 0 OK, 1 ALREADY, 2 NOTLARGE, 3 FAULT, 4 NOTCONTIG; 0 without `done`.
    output reg  [2:0]         status
);

    localparam [2:0] IDLE = 3'd0; // Phases.
    localparam [2:0] WALK = 3'd1;
    localparam [2:0] CHECK_LINES = 3'd2;
    localparam [2:0] SET_LARGE = 3'd3;
    localparam [2:0] WRITE_LINES = 3'd4;
    localparam [2:0] CLEAR_LARGE = 3'd5;
    localparam [2:0] ASK = 3'd6;
    localparam [2:0] FLUSH = 3'd7;
    localparam [2:0] OR8 = 3'd1; // Operations.
    localparam [2:0] ANDN8 = 3'd2;
    localparam [2:0] OR_LINE = 3'd3;
    localparam [2:0] ANDN_LINE = 3'd4;
    localparam [2:0] RD_LINE = 3'd5;
    localparam [2:0] ALREADY = 3'd1; // Ends of a command other than OK.
    localparam [2:0] NOT_LARGE = 3'd2;
    localparam [2:0] FAULT = 3'd3;
    localparam [2:0] NOT_CONTIGUOUS = 3'd4;
    localparam FIRST_ABOVE = DEPTHS - 1;
    localparam LAST_TAG = TAGS - 1;
    localparam [TAGS-1:0] ONE = 1;
    localparam [5:0] ALL_LINES = 6'd32;

    wire                  walks;
    wire                  verifies;
    wire                  writes;
    wire                  single;        // The phase has one operation, or one for each line.
    wire                  by_line;
    wire                  offers;
    wire                  begins;        // A command begins; an operation is taken.
    wire                  accepted;
    wire [63:0]           whole_lvpn;
    reg  [8:0]            index;
    reg  [ADDRESS-1:0]    address;
    reg  [2:0]            op;
    wire [8:0]            slot;
    wire [TAGS-1:0]       this_tag;
    reg  [TAGS-1:0]       acked;
    reg  [4:0]            acked_line;
    reg  [TAGS-1:0]       busy;
    reg  [5:0]            count;
    wire                  ends;
    wire                  found_valid;
    wire                  found_large;
    reg  [2:0]            phase;
    reg                   splinter;      // The command.
    reg  [ASID-1:0]       asid;
    reg  [LVPN-1:0]       lvpn;
    reg  [511:0]          bitmap;
    // Depths from the entry that is read to the one with the large bit.
    reg  [2:0]            above;
    reg  [TABLE-1:0]      node;          // Table of the next read, in the end the last one.
    reg  [ADDRESS-1:0]    entry_address; // Where the entry with the large bit is.
    // Operations of the phase that have been taken, 32 at most, and the tag of the next one: tags
    // go round.
    reg  [5:0]            taken;
    reg  [TAG-1:0]        tag;
    reg  [TAGS-1:0]       under_way;     // Tags of the operations under way, and their lines.
    reg  [(TAGS * 5)-1:0] line;
    wire                  fits_differs;

    mosaic_line_check #(.READ(READ), .LPPN(LPPN), .SLOT_AT(SLOT_AT), .FRAME_AT(FRAME_AT)) fits (
        .clock   (clock),
        .clear   (phase == IDLE),
        .check   (verifies && (acked != 0)),
        .line    (acked_line),
        .data    (a_data),
        .differs (fits_differs)
    );

    // The operation at hand.
    assign walks = phase == WALK;
    assign verifies = phase == CHECK_LINES;
    assign writes = phase == WRITE_LINES;
    assign single = walks || (phase == SET_LARGE) || (phase == CLEAR_LARGE);
    assign by_line = verifies || writes;
    assign offers = ((single && (taken == 6'd0)) || (by_line && (taken < ALL_LINES)))
        && !under_way[tag];
    assign whole_lvpn = {{(64 - LVPN){1'b0}}, lvpn};

    always @* begin : compute_index
        integer i;
        index = 9'd0;
        for (i = 0; i < DEPTHS; i = i + 1) begin
            if (above == i[2:0]) begin
                index = whole_lvpn[(i * 9) +: 9];
            end
        end
    end

    always @* begin
        address = {{(ADDRESS - TABLE){1'b0}}, node} << 12;
        op = 3'd0;
        if (walks) begin
            address = address | ({{(ADDRESS - 9){1'b0}}, index} << 3);
        end else if (by_line) begin
            address = address | ({{(ADDRESS - 6){1'b0}}, taken} << 7);
            op = OR_LINE;
            if (verifies) begin
                op = RD_LINE;
            end else if (splinter) begin
                op = ANDN_LINE;
            end
        end else begin
            address = entry_address;
            op = OR8;
            if (splinter) begin
                op = ANDN8;
            end
        end
    end

    assign m_valid = offers;

    always @* begin
        m_op = 3'd0;
        m_addr = 0;
        m_tag = 4'd0;
        m_lane_dis = 16'd0;
        m_lane_val = 16'd0;
        if (offers) begin
            m_op = op;
            m_addr = address;
            m_tag = {{(4 - TAG){1'b0}}, tag};
            if (writes) begin
                m_lane_dis = ~m_lane_dis;
                if (splinter) begin
                    m_lane_val = ~bitmap[slot +: 16];
                end
            end
        end
    end

    assign slot = {4'd0, taken[4:0]} << 4;

    // What is taken, and what is done.
    assign begins = (phase == IDLE) && cmd_valid;
    assign accepted = offers && m_ready;
    assign this_tag = ONE << tag;

    always @* begin
        acked = 0;
        if (a_valid) begin
            acked = (ONE << a_tag) & under_way;
        end
    end

    always @* begin
        busy = under_way & ~acked;
        count = taken;
        if (accepted) begin
            busy = busy | this_tag;
            count = taken + 6'd1;
        end
    end

    always @* begin : compute_acked_line
        integer i;
        acked_line = 5'd0;
        for (i = 0; i < TAGS; i = i + 1) begin
            if (acked[i]) begin
                acked_line = acked_line | line[(i * 5) +: 5];
            end
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            tag <= 0;
            under_way <= 0;
        end else begin
            under_way <= busy;
            if (begins) begin
                tag <= 0;
            end else if (accepted) begin
                tag <= tag + 1'b1;
                if (tag == LAST_TAG[TAG-1:0]) begin
                    tag <= 0;
                end
            end
        end
    end

    always @(posedge clock) begin : update_line
        integer i;
        for (i = 0; i < TAGS; i = i + 1) begin
            if (accepted && this_tag[i]) begin
                line[(i * 5) +: 5] <= taken[4:0];
            end
        end
    end

    assign ends = (acked != 0) && (busy == 0) && (single || (count == ALL_LINES));
    assign found_valid = a_data[0];
    assign found_large = a_data[7];

    // Phases.
    always @(posedge clock) begin
        if (reset) begin
            phase <= 3'd0;
            taken <= 6'd0;
            large_on <= 1'b0;
            done <= 1'b0;
            status <= 3'd0;
        end else begin
            large_on <= 1'b0;
            done <= 1'b0;
            status <= 3'd0;
            taken <= count;
            if (phase == IDLE) begin
                if (begins) begin
                    phase <= WALK;
                end
            end else if (phase == ASK) begin
                if (fl_ready) begin
                    phase <= FLUSH;
                end
            end else if (phase == FLUSH) begin
                if (fl_done) begin
                    phase <= IDLE;
                    done <= 1'b1;
                end
            end else if (ends) begin
                taken <= 6'd0;
                if (walks) begin
                    if (!found_valid) begin
                        phase <= IDLE;
                        done <= 1'b1;
                        status <= FAULT;
                    end else if (above == 3'd0) begin
                        if (splinter && found_large) begin
                            phase <= WRITE_LINES;
                        end else if (splinter || found_large) begin
                            phase <= IDLE;
                            done <= 1'b1;
                            status <= ALREADY;
                            if (splinter) begin
                                status <= NOT_LARGE;
                            end
                        end else begin
                            phase <= SET_LARGE;
                            if (VERIFY) begin
                                phase <= CHECK_LINES;
                            end
                        end
                    end
                end else if (verifies) begin
                    phase <= SET_LARGE;
                    if (fits_differs) begin
                        phase <= IDLE;
                        done <= 1'b1;
                        status <= NOT_CONTIGUOUS;
                    end
                end else if (writes) begin
                    phase <= CLEAR_LARGE;
                    if (!splinter) begin
                        phase <= IDLE;
                        done <= 1'b1;
                    end
                end else begin
                    large_on <= !splinter;
                    phase <= WRITE_LINES;
                    if (splinter) begin
                        phase <= ASK;
                    end
                end
            end
        end
    end

    // The command, and where its walk is.
    always @(posedge clock) begin
        if (begins) begin
            splinter <= cmd_op;
            asid <= cmd_asid;
            lvpn <= cmd_lvpn;
            bitmap <= cmd_bitmap;
            node <= cmd_root;
            above <= FIRST_ABOVE[2:0];
        end else if (walks && ends) begin
            node <= a_data[12 +: TABLE];
            entry_address <= address;
            above <= above - 3'd1;
        end
    end

    assign cmd_ready = phase == IDLE;
    assign fl_valid = phase == ASK;

    always @* begin
        fl_asid = 0;
        fl_lvpn = 0;
        fl_kind = 1'b0;
        if (phase == ASK) begin
            fl_asid = asid;
            fl_lvpn = lvpn;
            fl_kind = !(&bitmap);
        end
    end

endmodule

`default_nettype wire
