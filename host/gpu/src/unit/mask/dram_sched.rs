// SPDX-License-Identifier: Apache-2.0
//! `mask_dram_sched` in the socket of a memory controller: it says which line a bank that is idle takes up next; what the banks then
//! do is as in the machine's own controller ([`Banks`]). Decisions M19 to M21.

use bitvec::field::BitField;
use serde::{Deserialize, Serialize};
use warpsmith_units::mask::dram_sched::{In, Out, GOLDEN, SILVER};
use warpsmith_units::mask::params::Params;
use warpsmith_units::mask::{epoch, DramSched, Epoch};
use warpsmith_units::{field, Combinational, Module, Snapshot, Unit, Wide};

use super::stats::MaskStats;
use crate::machine::MachineSpec;
use crate::mem::dram::{Banks, Work};
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{
    Announcement, Attachment, BurstRequest, ControllerIn, ControllerOut, ControllerShape, Interface,
    MemoryController, Rate, UnitError,
};
use crate::stats::UnitStats;
use crate::types::Priority;

/// The entry of walk reads; below it each application has one.
const WALKS: u8 = 63;

/// Bits of a quota at the ports.
const QUOTA: usize = 10;

/// What stands between the socket and the ports.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct State {
    banks: Banks,
    /// By number on the channel: what the unit or a bank has.
    requests: Vec<BurstRequest>,
    /// A walk read, and a request of data, that the unit has not taken yet.
    held: [Option<BurstRequest>; 2],
    /// The unit's registers.
    out: Out,
    /// Requests of each bank in its queues.
    waiting: Vec<u16>,
    /// Something is announced that the unit has not seen.
    told: bool,
    /// The entries through which a request can come with the next step.
    ready: u64,
    /// Of the coming cycle.
    epoch_tick: bool,
    quota: Wide<10>,
    app_active: u32,
    /// Lines that banks have taken up.
    started: u64,
    stats: MaskStats,
}

/// `mask_dram_sched` as the controller of one channel.
pub struct MaskController<U> {
    unit: U,
    params: Params,
    state: State,
}

impl<U: Unit<In = In, Out = Out>> MaskController<U> {
    /// Resets `unit`, made for `params`, and attaches it to a channel of `machine`.
    pub fn new(mut unit: U, params: &Params, machine: &MachineSpec) -> Self {
        unit.reset();
        let state = State {
            banks: Banks::new(&machine.dram),
            requests: vec![BurstRequest::default(); places(params)],
            held: [None; 2],
            out: DramSched::at_reset(params, &In::default()),
            waiting: vec![0; params.n_bank as usize],
            told: false,
            ready: u64::MAX,
            epoch_tick: false,
            quota: Epoch::at_reset(params, &epoch::In::default()).quota,
            app_active: 0,
            started: 0,
            stats: MaskStats::default(),
        };
        Self { unit, params: params.clone(), state }
    }
}

/// Requests that the queues, the banks and the adapter have together at most.
fn places(p: &Params) -> usize {
    (p.golden_depth + p.silver_depth + p.normal_depth + p.n_bank) as usize + 2
}

impl State {
    /// Whether the unit would stay as it is: nothing comes, and no bank that is ready has a request.
    fn rests(&self) -> bool {
        let working = self.banks.working();
        let goes = |(bank, waiting): (usize, &u16)| *waiting > 0 && working >> bank & 1 == 0;
        self.held == [None; 2] && !self.told && !self.waiting.iter().enumerate().any(goes)
    }

    /// What the unit is told of banks and applications.
    fn surroundings(&self, p: &Params) -> In {
        let mut i = In {
            tick: true,
            bank_ready: !self.banks.working() as u32 & (u32::MAX >> (32 - p.n_bank)),
            quota: self.quota,
            app_active: self.app_active,
            epoch_tick: self.epoch_tick,
            ..In::default()
        };
        for bank in 0..p.n_bank as u8 {
            if let Some(row) = self.banks.open_row(bank) {
                i.open_valid |= 1 << bank;
                i.open_row[field(bank.into(), p.row_bits as usize)].store_le(row);
            }
        }
        i
    }

    /// What waits at its ports.
    fn offer(&self, i: &mut In) {
        let [walk, data] = &self.held;
        if let Some(r) = walk {
            (i.x_valid, i.x_depth, i.x_app) = (true, r.depth, r.application);
            (i.x_bank, i.x_row, i.x_col, i.x_id) = (r.bank, r.row, r.column.into(), r.id.into());
        }
        if let Some(r) = data {
            (i.d_valid, i.d_wr, i.d_app) = (true, r.write, r.application);
            (i.d_bank, i.d_row, i.d_col, i.d_id) = (r.bank, r.row, r.column.into(), r.id.into());
        }
    }

    /// A bank takes up what the unit issues.
    fn start(&mut self, out: &Out) {
        let BurstRequest { id, bank, row, write, bursts, .. } = self.requests[out.iss_id as usize];
        self.waiting[usize::from(bank)] -= 1;
        self.banks.start(bank, Work { token: id, row, write, bursts, order: self.started });
        self.started += 1;
        let stats = &mut self.stats;
        *match u32::from(out.iss_src) {
            GOLDEN => &mut stats.golden,
            SILVER => &mut stats.silver,
            _ => &mut stats.normal,
        } += 1;
    }

    /// Whether neither queues nor adapter have a request.
    fn is_empty(&self) -> bool {
        let Out { occ_golden, occ_silver, occ_normal, .. } = self.out;
        self.held == [None; 2] && (occ_golden, occ_silver, occ_normal) == (0, 0, 0)
    }
}

impl<U: Combinational<In = In, Out = Out>> MaskController<U> {
    /// A cycle of the unit.
    fn step_unit(&mut self) {
        let s = &mut self.state;
        let mut i = s.surroundings(&self.params);
        s.offer(&mut i);
        let x_ready = s.out.x_ready;
        let out = self.unit.step(&i);
        for (held, ready) in s.held.iter_mut().zip([x_ready, out.d_ready]) {
            if let Some(request) = held.take_if(|_| ready) {
                s.waiting[usize::from(request.bank)] += 1;
            }
        }
        if out.iss_valid {
            s.start(&out);
        }
        (s.out, s.told, s.epoch_tick) = (out, false, false);
        self.state.ready = self.ready();
    }

    /// The entries through which a request can come with the next step.
    fn ready(&mut self) -> u64 {
        let (p, s) = (&self.params, &self.state);
        let [walk, data] = s.held.map(|held| held.is_none());
        let applications = (1 << WALKS) - 1;
        let data = match () {
            _ if !(walk && data) => 0,
            _ if s.out.occ_normal < p.normal_depth => applications,
            // There may be room for the application whose turn it is.
            _ => {
                let (quota, app_active) = (s.quota, s.app_active);
                let asked = In { d_app: s.out.silver_app, quota, app_active, ..In::default() };
                u64::from(self.unit.eval(&asked).d_ready) << asked.d_app
            }
        };
        data | u64::from(walk && self.state.out.x_ready) << WALKS
    }
}

impl<U: Snapshot> Saved for MaskController<U> {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.unit.snapshot())?;
        to.put(&self.state)
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.unit.restore(from.take()?)?;
        self.state = from.take()?;
        Ok(())
    }
}

impl<U: Unit + Snapshot + Send> Attachment for MaskController<U> {
    fn check(&self) -> Result<(), UnitError> {
        self.unit.failure().map_or(Ok(()), |e| Err(UnitError(e)))
    }

    fn count(&self, to: &mut UnitStats) {
        to.add(&self.state.stats);
    }
}

impl<U: Combinational<In = In, Out = Out> + Snapshot + Send> MemoryController for MaskController<U> {
    fn shape(&self) -> ControllerShape {
        ControllerShape {
            sources: 1,
            ids: places(&self.params) as u32,
            rows: 1 << self.params.row_bits,
            interface: Interface::Direct,
            rate: Rate::DRAM,
        }
    }

    fn entry(&self, _: u8, priority: Priority, _: bool) -> u8 {
        if priority == Priority::Urgent {
            WALKS
        } else {
            0
        }
    }

    fn entry_of(&self, source: u8, priority: Priority, write: bool, application: u8) -> u8 {
        match self.entry(source, priority, write) {
            WALKS => WALKS,
            _ => application,
        }
    }

    fn hear(&mut self, announcement: &Announcement) {
        let s = &mut self.state;
        s.told = true;
        s.epoch_tick |= announcement.period_ended;
        s.app_active = announcement.active as u32;
        for (application, quota) in announcement.shares.iter().flatten().enumerate() {
            s.quota[field(application, QUOTA)].store_le(*quota);
        }
    }

    fn ready_at_reset(&self) -> u64 {
        u64::MAX
    }

    fn step(&mut self, input: &ControllerIn) -> ControllerOut {
        let s = &mut self.state;
        if let Some(request) = input.request {
            s.requests[usize::from(request.id)] = request;
            s.held[usize::from(request.depth == 0)] = Some(request);
        }
        if !s.rests() {
            self.step_unit();
        }
        let s = &mut self.state;
        let (command, wake) = s.banks.command(input.now);
        let sleep = if s.is_empty() { wake } else { input.now.next() };
        ControllerOut { ready: s.ready, command, sleep }
    }
}
