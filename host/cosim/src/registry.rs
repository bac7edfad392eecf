// SPDX-License-Identifier: Apache-2.0
//! The list of the top-level modules that are verilated. Read by the build script and by the library.

/// Passes the list to the macro `$with`. To add a unit, add a line for each of its top-level modules: the unit that emits
/// it, the Verilog module, its name in this crate, the module of `warpsmith_units` with its `In`, `Out`, `Model` and `ports`,
/// the unit's parameters, the configurations to verilate, and those of them that can write waveforms.
macro_rules! tops {
    ($with:ident) => {
        $with! {
            "equalizer": eq_sm EqSm equalizer::sm, equalizer::params::Params, NAMED, NAMED;
            "equalizer": eq_fm EqFm equalizer::fm, equalizer::params::Params, NAMED, NAMED;
            "frfcfs": frfcfs FrFcfs frfcfs, frfcfs::params::Params,
                &["paper", "collapse", "gtx480", "small", "small_collapse", "tiny", "tiny_collapse"],
                &["small", "small_collapse"];
            "mascar": mascar_sat MascarSat mascar::sat, mascar::params::Params, NAMED, &["small", "variant"];
            "mascar": mascar_sched MascarSched mascar::sched, mascar::params::Params, NAMED, &["small", "variant"];
            "mascar": mascar_rexq MascarRexq mascar::rexq, mascar::params::Params, NAMED, &["small", "variant"];
            "sms": sms Sms sms, sms::params::Params,
                &["paper", "cpu4", "gtx480", "small", "variant", "tiny"], &["small", "variant"];
        }
    };
}
pub(crate) use tops;
