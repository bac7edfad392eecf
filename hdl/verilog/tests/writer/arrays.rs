// SPDX-License-Identifier: Apache-2.0
//! Memories, vectors, arrays of sub-blocks, concatenations.

use super::*;
block! {
    /// A member.
    pub struct Member<W> = "member";
    fn new(step: u64);
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub step_up: Signal<In, Bit>,
    pub shared: Signal<In, Bits<W>>,
    pub total: Signal<Out, Bits<W>>,
    count: DffR<Bits<W>>,
    step: Constant<Bits<W>> = Constant::new(step.into()),
}
impl<const W: usize> Logic for Member<W> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, count);
        self.count.reset.next = self.reset.val();
        self.total.next = self.count.q.val() ^ self.shared.val();
        if self.step_up.val() {
            self.count.d.next = self.count.q.val() + self.step.val();
        }
    }
}
block! {
    /// Memories, vectors and arrays of sub-blocks.
    pub struct Arrays<MEMBERS> = "arrays";
    fn new(last_step: u64);
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub write: Signal<In, Bit>,
    pub at: Signal<In, Bits<2>>,
    pub high: Signal<In, Bits<3>>,
    pub low: Signal<In, Bits<4>>,
    pub word: Signal<Out, Bits<10>>,
    pub age: Signal<Out, Bits<10>>,
    pub sum: Signal<Out, Bits<10>>,
    pub wide: Signal<Out, Bit>,
    /// Words.
    words: Vec<Dff<Bits<10>>> = array(4),
    ages: Vec<Dff<Bits<10>>> = array(4),
    joined: Signal<Local, Bits<10>>,
    members: Vec<Member<10>> =
        (0..MEMBERS as u64).map(|i| Member::new(if i == 1 { last_step } else { 1 })).collect(),
    member: Signal<Local, Bits<10>>,
    high_at: Constant<Bits<32>> = Constant::new(5.into()),
    everything: Constant<Bits<140>> = Constant::new(!Bits::<140>::from(0)),
}
impl<const MEMBERS: usize> Logic for Arrays<MEMBERS> {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..4 {
            self.words[i].clock.next = self.clock.val();
            self.words[i].d.next = self.words[i].q.val();
            self.ages[i].clock.next = self.clock.val();
            self.ages[i].d.next = self.ages[i].q.val();
        }
        self.joined.next =
            (bit_cast::<10, 3>(self.high.val()) << self.high_at.val()) | bit_cast::<10, 4>(self.low.val());
        if self.write.val() {
            self.words[self.at.val().index()].d.next = self.joined.val();
        }
        if self.write.val() {
            for i in 0..4 {
                if self.at.val() == i.to_bits() {
                    self.ages[i].d.next = self.joined.val();
                }
            }
        }
        self.word.next = self.words[self.at.val().index()].q.val();
        self.age.next = self.ages[self.at.val().index()].q.val();
        self.wide.next = (self.everything.val() >> self.at.val()).any();

        for i in 0..MEMBERS {
            self.members[i].clock.next = self.clock.val();
            self.members[i].reset.next = self.reset.val();
            self.members[i].step_up.next = self.high.val().get_bit(i);
            self.members[i].shared.next = self.joined.val();
        }
        self.sum.next = 0.into();
        self.member.next = 0.into();
        for i in 0..MEMBERS {
            self.member.next = self.members[i].total.val();
            self.sum.next = self.sum.val() | self.member.val();
        }
    }
}

fn text() -> String {
    write(Arrays::<3>::new(1)).unwrap()
}

#[test]
fn words_that_are_accessed_one_at_a_time_make_a_memory_without_reset() {
    let text = text();
    for part in ["reg  [9:0]  words [0:3];", "words[at] <= joined;", "assign word = words[at];"] {
        assert!(text.contains(part), "`{part}` is not in\n{text}");
    }
    assert!(!text.contains("words <="), "{text}");
}

#[test]
fn words_that_are_accessed_together_make_a_vector() {
    let text = text();
    let parts = [
        "reg  [39:0] ages;",
        "if (at == i[1:0]) begin",
        "ages[(i * 10) +: 10] <= joined;",
        "assign age = ages[({4'd0, at} * 6'd10) +: 10];",
    ];
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in\n{text}");
    }
}

#[test]
fn shifted_extensions_that_do_not_overlap_are_a_concatenation() {
    assert!(text().contains("assign joined = {2'd0, high, 1'b0, low};"), "{}", text());
}

#[test]
fn an_array_of_sub_blocks_is_a_generate_loop_over_one_module() {
    let text = text();
    let parts = [
        "for (g = 0; g < 3; g = g + 1) begin : each_members",
        "member_10 members (",
        ".step_up (high[g]),",
        ".shared  (joined),",
        ".total   (members_total[(g * 10) +: 10])",
    ];
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in\n{text}");
    }
    assert_eq!(text.matches("module member_10 (").count(), 1);
}

#[test]
fn an_array_of_no_sub_blocks_leaves_no_trace() {
    let text = write(Arrays::<0>::new(1)).unwrap();
    assert!(!text.contains("members") && !text.contains("genvar"), "{text}");
}

#[test]
fn members_of_an_array_with_different_constants_are_refused() {
    refused(Arrays::<3>::new(2), "members", "two shapes");
}

#[test]
fn a_constant_may_have_more_than_128_bits() {
    let ones = format!("140'h{}", "f".repeat(35));
    assert!(text().contains(&ones), "{}", text());
}
