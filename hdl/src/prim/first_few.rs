// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::array;

block! {
    /// The `K` lowest ones of `bits`, in order, all in logarithmic depth.
    pub struct FirstFew<N, K, STEPS> = "first_few" where STEPS = bits(N);
    fn new();
    /// Word to look at.
    pub bits: Signal<In, Bits<N>>,
    /// Each of them alone; zero where there are no more.
    pub each: Vec<Signal<Out, Bits<N>>> = array(K),
    /// Bit k: there are more than k ones.
    pub there: Signal<Out, Bits<K>>,
    /// Word k: bits from which on downward there are more than k ones.
    more: Vec<Signal<Local, Bits<N>>> = array(K),
    /// The same after a step; what is above word K - 1 is of no interest.
    sum: Vec<Signal<Local, Bits<N>>> = array(2 * K),
    /// Ones that are left after those that are found.
    left: Signal<Local, Bits<N>>,
    known: Signal<Local, Bits<K>>,
    top: Constant<Bits<32>> = Constant::new((N as u64 - 1).into()),
    words: Constant<Bits<32>> = Constant::new((K as u64).into()),
    /// Distance that each step looks down.
    distance: Vec<Constant<Bits<STEPS>>> = (0..STEPS).map(|step| Constant::new((1u64 << step).into())).collect(),
}

impl<const N: usize, const K: usize, const STEPS: usize> Logic for FirstFew<N, K, STEPS> {
    #[hdl_gen]
    fn update(&mut self) {
        for k in 0..K {
            self.more[k].next = 0.into();
            self.sum[k].next = 0.into();
            self.sum[k + self.words.val().index()].next = 0.into();
        }
        self.more[0].next = self.bits.val();
        for step in 0..STEPS {
            comment!("The ones of twice as many bits: more than j + k + 1 if there are more than j here and more than k below.");
            for k in 0..K {
                self.sum[k].next = self.more[k].val() | (self.more[k].val() << self.distance[step].val());
            }
            for j in 0..K {
                for k in 0..K {
                    self.sum[j + k + 1].next = self.sum[j + k + 1].val()
                        | (self.more[j].val() & (self.more[k].val() << self.distance[step].val()));
                }
            }
            for k in 0..K {
                self.more[k].next = self.sum[k].val();
            }
        }
        self.known.next = 0.into();
        for k in 0..K {
            self.known.next =
                self.known.val().replace_bit(k, self.more[k].val().get_bit(self.top.val().index()));
        }
        self.there.next = self.known.val();
        self.left.next = self.bits.val();
        for k in 0..K {
            self.each[k].next = self.left.val() & (!(self.more[k].val() << 1));
            self.left.next = self.left.val() & (self.more[k].val() << 1);
        }
    }
}
