// SPDX-License-Identifier: Apache-2.0
//! A unit's RTL, run by Verilator.

use std::ffi::{c_char, c_void, CString};
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd};
use std::path::{Path, PathBuf};
use std::ptr::NonNull;

use warpsmith_units::{Combinational, ForeignState, Module, Snapshot, Unit};

use crate::made::{is_built_in_traced, shim_of, NoRtl};

/// The C interface to one Verilated unit: `warpsmith::Shim` of `shim/dut.h`.
#[repr(C)]
pub struct Shim {
    create: extern "C" fn() -> *mut c_void,
    destroy: unsafe extern "C" fn(*mut c_void),
    reset: unsafe extern "C" fn(*mut c_void, *const c_void, *mut c_void),
    step: unsafe extern "C" fn(*mut c_void, *const c_void, *mut c_void),
    eval: unsafe extern "C" fn(*mut c_void, *const c_void, *mut c_void),
    open: unsafe extern "C" fn(*mut c_void, *const c_char),
    close: unsafe extern "C" fn(*mut c_void),
    save: unsafe extern "C" fn(*mut c_void, *mut c_void, extern "C" fn(*mut c_void, *const u8, usize)),
    restore: unsafe extern "C" fn(*mut c_void, *const u8, usize) -> bool,
}

/// One instance of the RTL of `T`. Its inputs and outputs are those of the reference model.
pub struct Rtl<T: Module> {
    shim: &'static Shim,
    dut: NonNull<c_void>,
    traced: bool,
    wave: Option<Wave>,
    top: std::marker::PhantomData<fn() -> T>,
}

/// A waveform that is being written: to memory, because the FST writer does not report errors.
struct Wave {
    memory: File,
    path: PathBuf,
}

impl Wave {
    /// # Errors
    /// The file cannot be written, or there is no memory.
    fn begin(path: &Path) -> io::Result<Wave> {
        // Before the work, not after it.
        File::create(path)?;
        // SAFETY: a C string; the descriptor that comes back is nobody else's.
        let memory = unsafe {
            match libc::memfd_create(c"warpsmith-waveform".as_ptr(), libc::MFD_CLOEXEC) {
                -1 => return Err(io::Error::last_os_error()),
                descriptor => File::from_raw_fd(descriptor),
            }
        };
        Ok(Wave { memory, path: path.to_path_buf() })
    }

    /// A name under which the C++ can open it.
    fn name(&self) -> String {
        format!("/proc/self/fd/{}", self.memory.as_raw_fd())
    }

    /// Writes the complete waveform to its file.
    ///
    /// # Errors
    /// It cannot be written, or the writer wrote nothing.
    fn finish(mut self) -> io::Result<()> {
        let bytes = io::copy(&mut self.memory, &mut File::create(&self.path)?)?;
        if bytes == 0 {
            return Err(io::Error::other("the FST writer wrote nothing; is /proc there?"));
        }
        Ok(())
    }
}

// SAFETY: the C++ object owns everything that it uses, its Verilator context included, and is used by one
// thread at a time, because `step` needs `&mut self`.
unsafe impl<T: Module> Send for Rtl<T> {}

impl<T: Module> Rtl<T> {
    /// The fast flavour, in its reset state. If it is not built in it is compiled, unless that has been done before.
    ///
    /// # Errors
    /// It cannot be compiled or kept.
    pub fn new(params: &T::Params) -> Result<Rtl<T>, NoRtl> {
        Ok(Rtl::create(shim_of::<T>(params, false)?, false))
    }

    /// The flavour that can write waveforms, in its reset state; writes none until [`Rtl::trace`].
    ///
    /// # Errors
    /// As [`Rtl::new`].
    pub fn traceable(params: &T::Params) -> Result<Rtl<T>, NoRtl> {
        Ok(Rtl::create(shim_of::<T>(params, true)?, true))
    }

    /// As [`Rtl::traceable`], if that is built in.
    pub fn traceable_if_built_in(params: &T::Params) -> Option<Rtl<T>> {
        is_built_in_traced::<T>(params).then(|| Rtl::traceable(params).ok()).flatten()
    }

    /// An instance of RTL that was compiled elsewhere, without waveforms.
    ///
    /// # Safety
    /// The functions of `shim` must be those that `shim/dut.h` makes from the port list of `T`, and must stay loaded.
    pub unsafe fn from_shim(shim: &'static Shim) -> Rtl<T> {
        Rtl::create(shim, false)
    }

    fn create(shim: &'static Shim, traced: bool) -> Rtl<T> {
        let dut = NonNull::new((shim.create)()).expect("operator new does not return null");
        let mut rtl = Rtl { shim, dut, traced, wave: None, top: std::marker::PhantomData };
        rtl.reset();
        rtl
    }

    /// Two cycles of reset while the inputs are these. The registered outputs are those after it, the combinational ones 0.
    pub fn reset_under(&mut self, input: &T::In) -> T::Out {
        self.call(self.shim.reset, input)
    }

    /// Calls `reset`, `step` or `eval` of the shim.
    fn call(
        &mut self,
        function: unsafe extern "C" fn(*mut c_void, *const c_void, *mut c_void),
        input: &T::In,
    ) -> T::Out {
        let mut out = T::Out::default();
        // SAFETY: `dut` is the live object of this shim; the generated C++ structs have the layout of `In` and
        // `Out`, which are `repr(C)` and declared in the same port list.
        unsafe {
            function(
                self.dut.as_ptr(),
                std::ptr::from_ref(input).cast(),
                std::ptr::from_mut(&mut out).cast(),
            );
        }
        out
    }

    /// Writes a waveform (FST) to `path` from now on until [`Rtl::end_trace`]. Cycle `n` since creation,
    /// two reset cycles included, begins at time `10 n`; its rising edge is 5 later.
    pub fn trace(&mut self, path: &Path) -> io::Result<()> {
        if !self.traced {
            return Err(io::Error::other(format!("{} was not created as traceable", T::NAME)));
        }
        self.end_trace()?;
        let wave = Wave::begin(path)?;
        let name = CString::new(wave.name())?;
        // SAFETY: `dut` is the live object of this shim.
        unsafe { (self.shim.open)(self.dut.as_ptr(), name.as_ptr()) };
        self.wave = Some(wave);
        Ok(())
    }

    /// Ends the waveform, if there is one; only then its file is complete.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn end_trace(&mut self) -> io::Result<()> {
        let Some(wave) = self.wave.take() else { return Ok(()) };
        // SAFETY: `dut` is the live object of this shim.
        unsafe { (self.shim.close)(self.dut.as_ptr()) };
        wave.finish()
    }
}

impl<T: Module> Unit for Rtl<T> {
    type In = T::In;
    type Out = T::Out;

    fn reset(&mut self) {
        self.reset_under(&T::In::default());
    }

    fn step(&mut self, input: &T::In) -> T::Out {
        self.call(self.shim.step, input)
    }
}

impl<T: Module<Model: Combinational>> Combinational for Rtl<T> {
    fn eval(&mut self, input: &T::In) -> T::Out {
        self.call(self.shim.eval, input)
    }
}

/// Appends bytes to the `Vec<u8>` that `sink` points to.
extern "C" fn append(sink: *mut c_void, bytes: *const u8, size: usize) {
    // SAFETY: `Rtl::snapshot` passes its own vector, and the shim passes `size` readable bytes.
    unsafe { (*sink.cast::<Vec<u8>>()).extend_from_slice(std::slice::from_raw_parts(bytes, size)) };
}

/// The state is in the form of the Verilator that compiled the RTL, and only RTL of the same build takes it.
impl<T: Module> Snapshot for Rtl<T> {
    type State = Vec<u8>;

    fn snapshot(&self) -> Vec<u8> {
        let mut state = Vec::new();
        // SAFETY: `dut` is the live object of this shim, which calls `append` with its first argument only; saving
        // does not change the model.
        unsafe { (self.shim.save)(self.dut.as_ptr(), std::ptr::from_mut(&mut state).cast(), append) };
        state
    }

    fn restore(&mut self, state: Vec<u8>) -> Result<(), ForeignState> {
        // SAFETY: `dut` is the live object of this shim; the bytes are those of `state`.
        let fits = unsafe { (self.shim.restore)(self.dut.as_ptr(), state.as_ptr(), state.len()) };
        fits.then_some(()).ok_or_else(|| ForeignState {
            unit: T::NAME,
            what: "it was saved by RTL of another configuration or build".to_string(),
        })
    }
}

impl<T: Module> Drop for Rtl<T> {
    fn drop(&mut self) {
        // SAFETY: `dut` came from `create` of the same shim and is not used afterwards.
        unsafe { (self.shim.destroy)(self.dut.as_ptr()) };
    }
}

/// RTL that is built in.
pub(crate) struct BuiltIn {
    pub top: &'static str,
    /// A named configuration that it is of.
    pub config: &'static str,
    /// Whether it can write waveforms.
    traced: bool,
    /// Of its Verilog.
    pub fingerprint: &'static str,
    shim: fn() -> &'static Shim,
}

/// That of which `is` holds, with waveforms or without.
pub(crate) fn built_in(is: impl Fn(&BuiltIn) -> bool, traced: bool) -> Option<&'static Shim> {
    BUILT_IN.iter().find(|row| row.traced == traced && is(row)).map(|row| (row.shim)())
}

/// What is built in; called in the generated list. Configurations of equal RTL have the same.
macro_rules! built_in {
    ($($top:literal $config:literal $traced:literal $fingerprint:literal => $shim:ident;)*) => {
        const BUILT_IN: &[BuiltIn] = &[$(BuiltIn {
            top: $top,
            config: $config,
            traced: $traced,
            fingerprint: $fingerprint,
            shim: || {
                unsafe extern "C" {
                    static $shim: Shim;
                }
                // SAFETY: a constant table of the linked C++.
                unsafe { &$shim }
            },
        }),*];
    };
}

include!(concat!(env!("OUT_DIR"), "/built_in.rs"));
