// SPDX-License-Identifier: Apache-2.0
//! From the text of a PTX module to kernels that can be executed.

use divan::{black_box, counter::BytesCount, Bencher};
use warpsmith_ptx::Module;

fn main() {
    divan::main();
}

const TEXTS: [(&str, &str); 2] = [
    ("of every construct", include_str!("../tests/data/snippets.ptx")),
    ("as nvcc writes it", include_str!("../tests/data/nvcc_style.ptx")),
];

#[divan::bench(args = TEXTS.map(|(name, _)| name))]
fn module(bencher: Bencher, name: &str) {
    let (_, text) = TEXTS.into_iter().find(|(n, _)| *n == name).expect("one of them");
    bencher.counter(BytesCount::of_str(text)).bench(|| Module::parse(black_box(text), "bench").expect("PTX"));
}
