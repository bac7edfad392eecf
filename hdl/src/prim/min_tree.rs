// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};

block! {
    /// The candidate with the smallest key, found by a balanced tree of comparators; of equal ones the lowest.
    /// Keys are compared modulo 2^W: a comes before b if the top bit of a - b is set. So the keys of all candidates
    /// must lie within half of the range, as time stamps that wrap do.
    /// `NODES` is twice the leaves less one, and the leaves are the next power of two from `N` on.
    pub struct MinTree<N, W, INDEX, NODES> = "min_tree"
        where INDEX = bits(N), NODES = (2 << INDEX) - 1;
    fn new();
    /// Members that take part.
    pub candidates: Signal<In, Bits<N>>,
    /// Key of each member.
    pub keys: Vec<Signal<In, Bits<W>>> = array(N),
    /// The chosen member; zero without candidates.
    pub index: Signal<Out, Bits<INDEX>>,
    /// Nodes with a candidate below them: the leaves, then each level above them; the last is the root.
    some: Signal<Local, Bits<NODES>>,
    /// Smallest key below each node.
    key: Vec<Signal<Local, Bits<W>>> = array(NODES),
    /// Member that has it.
    member: Vec<Signal<Local, Bits<INDEX>>> = array(NODES),
    difference: Signal<Local, Bits<W>>,
    leaves: Constant<Bits<32>> = Constant::new((NODES as u64).div_ceil(2).into()),
    root: Constant<Bits<32>> = Constant::new((NODES as u64 - 1).into()),
    sign: Constant<Bits<32>> = Constant::new((W as u64 - 1).into()),
}

impl<const N: usize, const W: usize, const INDEX: usize, const NODES: usize> Logic
    for MinTree<N, W, INDEX, NODES>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.some.next = bit_cast::<NODES, N>(self.candidates.val());
        self.difference.next = 0.into();
        for i in 0..NODES {
            self.key[i].next = 0.into();
        }
        for i in 0..NODES {
            self.member[i].next = 0.into();
        }
        if self.candidates.val().any() {
            for i in 0..N {
                if self.candidates.val().get_bit(i) {
                    self.key[i].next = self.keys[i].val();
                    self.member[i].next = i.to_bits();
                }
            }
            comment!("The nodes 2k and 2k+1 meet in the node leaves + k.");
            for k in 0..(NODES / 2) {
                if self.some.val().get_bit(2 * k) || self.some.val().get_bit(2 * k + 1) {
                    self.some.next = self.some.val().replace_bit(k + self.leaves.val().index(), true);
                    self.difference.next = self.key[2 * k + 1].val() - self.key[2 * k].val();
                    if !self.some.val().get_bit(2 * k)
                        || (self.some.val().get_bit(2 * k + 1)
                            && self.difference.val().get_bit(self.sign.val().index()))
                    {
                        self.key[k + self.leaves.val().index()].next = self.key[2 * k + 1].val();
                        self.member[k + self.leaves.val().index()].next = self.member[2 * k + 1].val();
                    } else {
                        self.key[k + self.leaves.val().index()].next = self.key[2 * k].val();
                        self.member[k + self.leaves.val().index()].next = self.member[2 * k].val();
                    }
                }
            }
        }
        self.index.next = self.member[self.root.val().index()].val();
    }
}
