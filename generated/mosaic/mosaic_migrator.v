// SPDX-License-Identifier: Apache-2.0
// mosaic_migrator: part of mosaic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Mosaic's engine that moves a base page to another frame (specification sections 2.7 and 5): it
// copies the lines, or has DRAM copy the page, and then writes the entry of the page table.
// Protocol: one command at a time. Each operation stays until it is taken, and is done in any
// order. A line is read into the buffer of its tag, which is in the memory (decision D21), and
// written from there. All outputs are registers, or follow from registers alone.
module mosaic_migrator #(
    parameter ADDRESS = 40,    // Bits of a physical address
    parameter PAGE_BITS = 12,  // Bits of the offset in a base page; a large page has 512 base pages
    parameter TAGS = 8,        // Lines of the migrator under way
    // What follows from these; not to be set.
    parameter PPN = ADDRESS - PAGE_BITS,
    parameter LINES = 1 << (PAGE_BITS - 7),
    parameter LINE = $clog2(LINES + 1),
    parameter TAG = ($clog2(TAGS) > 1 ? $clog2(TAGS) : 1)
) (
    input  wire               clock,        // Core clock.
    input  wire               reset,        // Synchronous reset, active high.
    input  wire               cmd_valid,    // A command, taken if `cmd_ready`.
    input  wire [PPN-1:0]     cmd_src,      // The base page that is moved.
    input  wire [PPN-1:0]     cmd_dst,      // Where it is moved, in the same channels.
    input  wire [ADDRESS-1:0] cmd_pte_addr, // Physical address of its entry in the page table.
    input  wire [63:0]        cmd_pte,      // The entry as it is to be.
    input  wire               cmd_bulk,     // Copy inside DRAM.
    input  wire               m_ready,      // The operation at `m_*` is taken.
    input  wire               a_valid,      // An operation is done; in any order.
    input  wire [3:0]         a_tag,        // Its `m_tag`.
    output wire               cmd_ready,    // A command is taken.
    output reg                m_valid,      // An operation, which stays until it is taken.
    // 0 RD_LINE, 1 WR_LINE, 2 BULK, 3 WR8; 0 without `m_valid`, as the four that follow.
    output reg  [1:0]         m_op,
    // Its physical address: of a line of 128 bytes, of the page that BULK copies, of 8 bytes.
    output reg  [ADDRESS-1:0] m_addr,
    output reg  [ADDRESS-1:0] m_dst,        // BULK: the page that it is copied to; else 0.
    output reg  [63:0]        m_data,       // WR8: what is written; else 0.
    // Its number; of a line that is written that of the read.
    output reg  [3:0]         m_tag,
    output reg                done          // Pulse: the page is moved, and its entry written.
);

    localparam [1:0] READ_OP = 2'd0;
    localparam [1:0] WRITE_OP = 2'd1;
    localparam [1:0] BULK_OP = 2'd2;
    localparam [1:0] ENTRY_OP = 2'd3;
    localparam [TAGS-1:0] ONE = 1;
    localparam LAST_TAG = TAGS - 1;

    wire               begins;
    // The next operation can be chosen, and is: a line is written, or read, or it is one without
    // lines.
    wire               free;
    wire               by_line;
    wire               writes;
    wire               reads;
    wire               other;
    wire [ADDRESS-1:0] src_address;
    wire [ADDRESS-1:0] dst_address;
    reg  [TAGS-1:0]    acked;
    reg  [TAGS-1:0]    next_busy;
    reg  [TAGS-1:0]    next_full;
    reg  [TAGS-1:0]    next_writing;
    reg  [LINE-1:0]    next_write;
    wire               ends;
    reg                working;      // A command is under way; the page has been copied.
    reg                copied;
    reg  [PPN-1:0]     src;          // The command.
    reg  [PPN-1:0]     dst;
    reg  [ADDRESS-1:0] pte_addr;
    reg  [63:0]        pte;
    reg                bulk;
    // The next line to be read, and to be written, and their tags: lines use the tags in turn.
    reg  [LINE-1:0]    read;
    reg  [LINE-1:0]    write;
    reg  [TAG-1:0]     read_tag;
    reg  [TAG-1:0]     write_tag;
    // Tags whose operation is under way, whose buffer has a line, and those of lines that are
    // written.
    reg  [TAGS-1:0]    busy;
    reg  [TAGS-1:0]    full;
    reg  [TAGS-1:0]    writing;

    // The next operation: a line that can be written goes before one that can be read.
    assign begins = cmd_valid && !working;
    assign free = working && (!m_valid || m_ready);
    assign by_line = !copied && !bulk;
    assign writes = free && by_line && full[write_tag];
    assign reads = free
        && by_line
        && !writes
        && (read < LINES[LINE-1:0])
        && !busy[read_tag]
        && !full[read_tag];
    assign other = free && !by_line && (busy == 0);
    assign src_address = {{(ADDRESS - PPN){1'b0}}, src} << PAGE_BITS;
    assign dst_address = {{(ADDRESS - PPN){1'b0}}, dst} << PAGE_BITS;

    always @(posedge clock) begin
        if (reset) begin
            m_valid <= 1'b0;
            m_op <= 2'd0;
            m_addr <= 0;
            m_dst <= 0;
            m_data <= 64'd0;
            m_tag <= 4'd0;
        end else if (free || !working) begin
            m_valid <= writes || reads || other;
            m_op <= 2'd0;
            m_addr <= 0;
            m_dst <= 0;
            m_data <= 64'd0;
            m_tag <= 4'd0;
            if (writes) begin
                m_op <= WRITE_OP;
                m_addr <= dst_address | ({{(ADDRESS - LINE){1'b0}}, write} << 7);
                m_tag <= {{(4 - TAG){1'b0}}, write_tag};
            end else if (reads) begin
                m_op <= READ_OP;
                m_addr <= src_address | ({{(ADDRESS - LINE){1'b0}}, read} << 7);
                m_tag <= {{(4 - TAG){1'b0}}, read_tag};
            end else if (other && copied) begin
                m_op <= ENTRY_OP;
                m_addr <= pte_addr;
                m_data <= pte;
            end else if (other) begin
                m_op <= BULK_OP;
                m_addr <= src_address;
                m_dst <= dst_address;
            end
        end
    end

    // Tags: what is done, and what is chosen.
    always @* begin
        acked = 0;
        if (a_valid) begin
            acked = (ONE << a_tag) & busy;
        end
    end

    always @* begin
        next_busy = busy & ~acked;
        next_full = full;
        next_writing = writing & ~acked;
        if (by_line) begin
            next_full = full | (acked & ~writing);
        end
        next_write = write;
        if (writes) begin
            next_busy = next_busy | (ONE << write_tag);
            next_writing = next_writing | (ONE << write_tag);
            next_full = next_full & ~(ONE << write_tag);
            next_write = write + 1'b1;
        end
        if (reads) begin
            next_busy = next_busy | (ONE << read_tag);
        end
        if (other) begin
            next_busy = ONE;
        end
    end

    assign ends = (acked != 0)
        && ((next_busy | next_full) == {TAGS{1'b0}})
        && (!by_line || (next_write == LINES[LINE-1:0]));

    always @(posedge clock) begin
        if (reset) begin
            read <= 0;
            write <= 0;
            read_tag <= 0;
            write_tag <= 0;
            busy <= 0;
            full <= 0;
            writing <= 0;
        end else begin
            busy <= next_busy;
            full <= next_full;
            writing <= next_writing;
            write <= next_write;
            if (writes) begin
                write_tag <= write_tag + 1'b1;
                if (write_tag == LAST_TAG[TAG-1:0]) begin
                    write_tag <= 0;
                end
            end
            if (reads) begin
                read <= read + 1'b1;
                read_tag <= read_tag + 1'b1;
                if (read_tag == LAST_TAG[TAG-1:0]) begin
                    read_tag <= 0;
                end
            end
            if (begins) begin
                read <= 0;
                write <= 0;
                read_tag <= 0;
                write_tag <= 0;
            end
        end
    end

    // The command.
    always @(posedge clock) begin
        if (reset) begin
            working <= 1'b0;
            copied <= 1'b0;
            done <= 1'b0;
        end else begin
            done <= 1'b0;
            if (begins) begin
                working <= 1'b1;
                copied <= 1'b0;
            end else if (ends && copied) begin
                working <= 1'b0;
                done <= 1'b1;
            end else if (ends) begin
                copied <= 1'b1;
            end
        end
    end

    always @(posedge clock) begin
        if (begins) begin
            src <= cmd_src;
            dst <= cmd_dst;
            pte_addr <= cmd_pte_addr;
            pte <= cmd_pte;
            bulk <= cmd_bulk;
        end
    end

    assign cmd_ready = !working;

endmodule

`default_nettype wire
