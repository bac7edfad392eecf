// SPDX-License-Identifier: Apache-2.0
//! Arrays that are declared as unpacked ones.

use std::path::Path;
use std::process::{Command, Stdio};

use warpsmith_verilog::declare::words;
use warpsmith_verilog::emit::{Free, Interface, Library};

use warpsmith_verilog::formula::Formula;

use super::*;
block! {
    /// Arrays whose words are accessed one at a time, by whatever number.
    pub struct WordTable<SIZE, ALL, W> = "word_table" where ALL = 2 * SIZE;
    fn new();
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub write: Signal<In, Bit>,
    pub at: Signal<In, Bits<2>>,
    pub data: Signal<In, Bits<W>>,
    pub word: Signal<Out, Bits<W>>,
    pub total: Signal<Out, Bits<W>>,
    /// Zero after reset.
    kept: Vec<DffR<Bits<W>>> = words(SIZE),
    /// Two for each of these.
    pairs: Vec<Dff<Bits<W>>> = words(ALL),
    /// What the pairs will be.
    mixed: Vec<Signal<Local, Bits<W>>> = warpsmith_verilog::declare::words(ALL),
    cleared: Vec<Signal<Local, Bits<W>>> = words(SIZE),
    /// Whether each word is one that was written.
    written: Vec<DffR<Bits<1>>> = words(SIZE),
    size: Constant<Bits<32>> = Constant::new((SIZE as u64).into()),
}
impl<const SIZE: usize, const ALL: usize, const W: usize> Logic for WordTable<SIZE, ALL, W> {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..SIZE {
            self.kept[i].clock.next = self.clock.val();
            self.kept[i].reset.next = self.reset.val();
            self.kept[i].d.next = self.kept[i].q.val();
        }
        for i in 0..ALL {
            self.pairs[i].clock.next = self.clock.val();
        }
        if self.write.val() {
            self.kept[self.at.val().index()].d.next = self.data.val();
        }
        for k in 0..2 {
            for i in 0..SIZE {
                self.mixed[k * self.size.val().index() + i].next =
                    self.kept[i].q.val() ^ self.pairs[k * self.size.val().index() + i].q.val();
            }
        }
        comment!("The first pair begins anew.");
        self.mixed[0].next = self.data.val();
        self.mixed[1].next = self.mixed[1].val().replace_bit(0, self.write.val());
        for i in 0..SIZE {
            self.cleared[i].next = 0.into();
        }
        if self.write.val() {
            self.cleared[self.at.val().index()].next = self.data.val();
        }
        for i in 0..ALL {
            self.pairs[i].d.next = self.mixed[i].val();
        }
        for k in 0..SIZE {
            self.written[k].clock.next = self.clock.val();
            self.written[k].reset.next = self.reset.val();
            self.written[k].d.next = self.written[k].q.val();
            if self.write.val() && self.at.val() == k.to_bits() {
                self.written[k].d.next = 1.into();
            }
        }
        self.word.next = self.kept[2].q.val();
        self.total.next = 0.into();
        for i in 0..SIZE {
            if self.written[i].q.val() == 1 {
                self.total.next = self.total.val() ^ self.cleared[i].val();
            }
        }
    }
}

/// The text of the module with its size and width as parameters.
fn text() -> String {
    let free = |name: &str, of| {
        let (name, doc) = (name.to_string(), String::new());
        Free { name, of, flag: false, default: 4, optional: false, doc }
    };
    let all = Formula::parse("2 * SIZE").unwrap();
    let interface = Interface {
        free: vec![free("SIZE", "size"), free("W", "w")],
        derived: vec![("ALL".to_string(), all)],
    };
    let mut library = Library::default();
    let set = |size, w| [("SIZE".to_string(), size), ("W".to_string(), w)];
    library.add(&WordTable::<4, 8, 10>::new(), &BTreeMap::new(), &interface, &set(4, 10)).unwrap();
    library.add(&WordTable::<7, 14, 5>::new(), &BTreeMap::new(), &interface, &set(7, 5)).unwrap();
    library.modules().unwrap()[0].text(&set(4, 10))
}

const BODY: &str = "
    reg  [W-1:0]          mixed [0:ALL-1]; // What the pairs will be.
    reg  [W-1:0]          cleared [0:SIZE-1];
    reg  [W-1:0]          kept [0:SIZE-1]; // Zero after reset.
    reg  [W-1:0]          pairs [0:ALL-1]; // Two for each of these.
    reg  [0:0]            written [0:SIZE-1]; // Whether each word is one that was written.

    always @(posedge clock) begin : update_kept
        integer i;
        if (reset) begin
            for (i = 0; i < SIZE; i = i + 1)
                kept[i] <= 0;
        end else if (write) begin
            kept[at] <= data;
        end
    end

    always @* begin : compute_mixed
        integer i;
        integer k;
        for (k = 0; k < 2; k = k + 1) begin
            for (i = 0; i < SIZE; i = i + 1)
                mixed[(k * SIZE) + i] = kept[i] ^ pairs[(k * SIZE) + i];
        end
        // The first pair begins anew.
        mixed[0] = data;
        mixed[1][0] = write;
    end

    always @* begin : compute_cleared
        integer i;
        for (i = 0; i < SIZE; i = i + 1)
            cleared[i] = 0;
        if (write) begin
            cleared[at] = data;
        end
    end

    always @(posedge clock) begin : update_pairs
        integer i;
        for (i = 0; i < ALL; i = i + 1)
            pairs[i] <= mixed[i];
    end

    always @(posedge clock) begin : update_written
        integer k;
        if (reset) begin
            for (k = 0; k < SIZE; k = k + 1)
                written[k] <= 1'b0;
        end else begin
            for (k = 0; k < SIZE; k = k + 1) begin
                if (write && (at == k[1:0])) begin
                    written[k] <= 1'b1;
                end
            end
        end
    end

    assign word = kept[2];

    always @* begin : compute_total
        integer i;
        total = 0;
        for (i = 0; i < SIZE; i = i + 1) begin
            if (written[i] == 1'b1) begin
                total = total ^ cleared[i];
            end
        end
    end

endmodule
";

#[test]
fn declared_words_are_unpacked_arrays_whatever_they_are_addressed_by() {
    let text = text();
    let body = text.split_once(");\n\n").unwrap().1;
    assert_eq!(body, BODY, "{text}");
}

#[test]
fn declared_words_of_one_shape_are_unpacked_arrays_too() {
    let text = write(WordTable::<4, 8, 10>::new()).unwrap();
    for part in
        ["mixed [0:7];", "kept[i] <= 10'd0;", "mixed[(k * SIZE) + i] = kept[i] ^ pairs[(k * SIZE) + i];"]
    {
        assert!(text.contains(part), "`{part}` is not in\n{text}");
    }
}

/// Runs a tool over the text, which must succeed and say nothing.
fn silent(tool: &str, arguments: &[&str]) {
    if Command::new(tool).arg("-V").stdout(Stdio::null()).stderr(Stdio::null()).status().is_err() {
        assert!(std::env::var("CI").as_deref() != Ok("true"), "{tool} is not installed, and CI=true");
        return println!("skipped: {tool} is not installed");
    }
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(tool).join("word_table.v");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, text()).unwrap();
    let output = Command::new(tool).args(arguments).arg(&file).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let complains = said.lines().any(|line| !line.is_empty() && !line.starts_with("- "));
    assert!(output.status.success() && !complains, "{tool}\n{said}");
}

#[test]
fn verilator_lint_says_nothing() {
    silent("verilator", &["--lint-only", "-Wall"]);
}

#[test]
fn icarus_reads_it_as_verilog_2005_and_says_nothing() {
    // A loop over words is sensitive to all of them, as it must be.
    silent("iverilog", &["-Wall", "-Wno-sensitivity-entire-array", "-g2005", "-t", "null"]);
}

#[test]
fn yosys_check_finds_nothing_and_no_latches() {
    // Words that no memory could give at once are registers, as they must be.
    let passes = "hierarchy -check -top word_table; proc; check -assert; select -assert-none t:$dlatch";
    silent("yosys", &["-q", "-w", "Replacing memory", "-p", passes]);
}

mod refusals {
    use super::*;
    block! {
        /// Has a port of words.
        pub struct WordPort<> = "word_port";
        fn new();
        pub a: Signal<In, Bit>,
        pub y: Vec<Signal<Out, Bit>> = words(2),
    }
    impl Logic for WordPort {
        #[hdl_gen]
        fn update(&mut self) {
            for i in 0..2 {
                self.y[i].next = self.a.val();
            }
        }
    }
    block! {
        /// Computes local words together with registers.
        pub struct WordsWithRegisters<> = "words_with_registers";
        fn new();
        pub clock: Signal<In, Clock>,
        pub a: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
        now: Vec<Signal<Local, Bit>> = words(2),
        then: Vec<Dff<Bit>> = words(2),
    }
    impl Logic for WordsWithRegisters {
        #[hdl_gen]
        fn update(&mut self) {
            for i in 0..2 {
                self.then[i].clock.next = self.clock.val();
                self.now[i].next = self.a.val();
                self.then[i].d.next = self.now[i].val();
            }
            self.y.next = self.then[0].q.val();
        }
    }
    /// Registers that do not reset to zero, by a function of the name.
    mod ones {
        use super::*;

        pub fn words(n: usize) -> Vec<DffR<Bits<4>>> {
            vec![DffR::new(1.into()); n]
        }
    }
    block! {
        /// Has words that do not reset to zero.
        pub struct OnesAfterReset<> = "ones_after_reset";
        fn new();
        pub clock: Signal<In, Clock>,
        pub reset: Signal<In, Bit>,
        pub y: Signal<Out, Bits<4>>,
        kept: Vec<DffR<Bits<4>>> = ones::words(2),
    }
    impl Logic for OnesAfterReset {
        #[hdl_gen]
        fn update(&mut self) {
            for i in 0..2 {
                self.kept[i].clock.next = self.clock.val();
                self.kept[i].reset.next = self.reset.val();
                self.kept[i].d.next = self.kept[i].q.val();
            }
            self.y.next = self.kept[0].q.val();
        }
    }

    #[test]
    fn a_port_of_words_is_refused() {
        refused(WordPort::new(), "y", "not ports");
    }

    #[test]
    fn local_words_computed_together_with_registers_are_refused() {
        refused(WordsWithRegisters::new(), "now", "statements of its own");
    }

    #[test]
    fn words_with_another_value_after_reset_than_zero_are_refused() {
        refused(OnesAfterReset::new(), "kept", "must be zero");
    }
}
