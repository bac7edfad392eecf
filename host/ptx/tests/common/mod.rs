// SPDX-License-Identifier: Apache-2.0
//! A launcher without timing: warps take turns, one instruction each.

#![allow(dead_code)] // each test file uses a part

use warpsmith_ptx::*;

/// A device with its memory.
pub struct Device {
    pub memory: GlobalMemory,
    /// Memory accesses so far.
    pub accesses: Vec<Access>,
    /// Warp and thread instructions executed so far.
    pub warp_insts: u64,
    pub thread_insts: u64,
}

impl Device {
    pub fn new() -> Self {
        Self {
            memory: GlobalMemory::new(64 << 20).unwrap(),
            accesses: Vec::new(),
            warp_insts: 0,
            thread_insts: 0,
        }
    }

    pub fn upload(&mut self, bytes: &[u8]) -> u64 {
        let addr = self.memory.alloc(bytes.len() as u64).unwrap();
        self.memory.write(addr, bytes).unwrap();
        addr
    }

    pub fn words(&self, addr: u64, count: usize) -> Vec<u32> {
        let mut bytes = vec![0; count * 4];
        self.memory.read(addr, &mut bytes).unwrap();
        bytes.chunks(4).map(|c| u32::from_le_bytes(c.try_into().unwrap())).collect()
    }

    pub fn longs(&self, addr: u64, count: usize) -> Vec<u64> {
        let mut bytes = vec![0; count * 8];
        self.memory.read(addr, &mut bytes).unwrap();
        bytes.chunks(8).map(|c| u64::from_le_bytes(c.try_into().unwrap())).collect()
    }

    /// Parses a module and gives its variables memory.
    pub fn load(&mut self, text: &str) -> Module {
        let mut module = Module::parse(text, "test.ptx").unwrap();
        let memory = &mut self.memory;
        module.link(|v| memory.alloc_named(v.size, &v.name).unwrap());
        let mut bases = self.memory.allocations().map(|(base, _)| base).collect::<Vec<_>>();
        let first = bases.len() - module.globals().len();
        for (base, variable) in bases.drain(first..).zip(module.globals()) {
            self.memory.write(base, &variable.init).unwrap();
        }
        module
    }

    pub fn launch(&mut self, kernel: &Kernel, grid: u32, block: u32, params: &[u8]) -> Result<(), Fault> {
        if let Some(error) = &kernel.error {
            panic!("{error}");
        }
        for cta in 0..grid {
            self.run_cta(kernel, [cta, 0, 0], [grid, 1, 1], [block, 1, 1], params)?;
        }
        Ok(())
    }

    pub fn run_cta(
        &mut self,
        kernel: &Kernel,
        ctaid: [u32; 3],
        grid: [u32; 3],
        block: [u32; 3],
        params: &[u8],
    ) -> Result<(), Fault> {
        let shape = CtaShape { block, grid, ctaid, dynamic_shared: 1024, slot: 0 };
        let mut cta = CtaState::new(kernel, shape);
        let mut warps: Vec<WarpState> =
            (0..shape.warps()).map(|w| WarpState::new(kernel, w, &shape)).collect();
        let mut waiting = vec![None; warps.len()];
        let mut access = Access::default();
        let mut clock = 0;
        while !warps.iter().all(|w| w.done()) {
            let mut progress = false;
            for index in 0..warps.len() {
                if waiting[index].is_some() || warps[index].done() {
                    continue;
                }
                progress = true;
                clock += 1;
                let mut env = Env {
                    params,
                    memory: Memory::Direct(&mut self.memory),
                    warp: 0,
                    smid: 3,
                    nsmid: 15,
                    nwarpid: 48,
                    gridid: 7,
                    clock,
                    globaltimer: clock * 10,
                };
                self.warp_insts += 1;
                self.thread_insts += u64::from(warps[index].active_mask().count_ones());
                assert!(warps[index].next(kernel).is_some());
                match execute(kernel, &mut warps[index], &mut cta, &mut env, &mut access)? {
                    Effect::Barrier { id, kind, .. } if kind != BarrierKind::Arrive => {
                        waiting[index] = Some(id);
                    }
                    Effect::Memory => self.accesses.push(access.clone()),
                    _ => {}
                }
            }
            if !progress {
                let id = waiting.iter().flatten().next().copied().unwrap();
                let released =
                    warps.iter_mut().zip(&waiting).filter(|(_, w)| **w == Some(id)).map(|(w, _)| w);
                release_barrier(kernel, &mut cta, id, released);
                waiting.iter_mut().filter(|w| **w == Some(id)).for_each(|w| *w = None);
            }
        }
        Ok(())
    }
}

/// Parameter block of 64-bit values followed by 32-bit ones.
pub fn params(longs: &[u64], words: &[u32]) -> Vec<u8> {
    let mut bytes: Vec<u8> = longs.iter().flat_map(|v| v.to_le_bytes()).collect();
    bytes.extend(words.iter().flat_map(|v| v.to_le_bytes()));
    bytes
}

/// A kernel `k(u64 out, u64 in)` with plenty of registers around `body`; `%rd1` is out, `%rd2` in, `%r0` tid.x,
/// `%rd3` and `%rd4` the thread's 8-byte slots of both.
pub fn wrap(body: &str) -> String {
    format!(
        ".version 6.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 out, .param .u64 in) {{\n\
         .reg .pred %p<32>; .reg .b16 %h<32>; .reg .b32 %r<64>; .reg .f32 %f<32>; .reg .b64 %rd<64>; .reg .f64 %fd<32>;\n\
         ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [in]; mov.u32 %r0, %tid.x;\n\
         mad.wide.u32 %rd3, %r0, 8, %rd1; mad.wide.u32 %rd4, %r0, 8, %rd2;\n{body}\n ret;\n}}\n"
    )
}

/// Runs `body` (see [`wrap`]) in one warp on `input` and returns the 32 output slots.
pub fn run_body(body: &str, input: &[u64]) -> Result<Vec<u64>, Fault> {
    let mut device = Device::new();
    let out = device.run_body(body, input)?;
    Ok(device.longs(out, 32))
}

/// The memory accesses of `body` on an input of zeros.
pub fn accesses(body: &str) -> Vec<Access> {
    let mut device = Device::new();
    device.run_body(body, &[0; 32]).unwrap();
    device.accesses
}

impl Device {
    /// Runs `body` (see [`wrap`]); gives the address of its output.
    pub fn run_body(&mut self, body: &str, input: &[u64]) -> Result<u64, Fault> {
        let bytes: Vec<u8> = input.iter().flat_map(|v| v.to_le_bytes()).collect();
        let (out, inp) = (self.memory.alloc(256).unwrap(), self.upload(&bytes));
        let module = self.load(&wrap(body));
        self.launch(&module.kernels()[0], 1, 32, &params(&[out, inp], &[]))?;
        Ok(out)
    }
}
