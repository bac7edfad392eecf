// SPDX-License-Identifier: Apache-2.0
//! The list of the units.

/// Hands the units, each with its top-level modules, to the macro `$with`. A new unit is one line here: its name is that of
/// its folder in every crate, and each module a type in `warpsmith_units::<unit>` that implements [`Module`](crate::Module).
#[macro_export]
macro_rules! units {
    ($with:ident) => {
        $with! {
            equalizer: EqSm EqFm;
            mascar: Sat Sched Rexq;
            sms: Sms;
            frfcfs: FrFcfs;
            cta_prefetch: Engine Sched;
            apogee: Apogee;
            medic: Profiler Route Repl Memsched;
            mask: Monitor Epoch L2Tlb L2Bypass DramSched;
            ilp: Scoreboard SbData Bypass Bpred Dispatch;
            mosaic: L1Tlb L2Tlb Coalescer Migrator Frames Walker Xlat;
        }
    };
}
