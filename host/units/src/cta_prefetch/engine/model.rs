// SPDX-License-Identifier: Apache-2.0
//! Reference model of `cta_pf_engine` (specification sections 2.2, 2.3 and 5, decisions P2, P7, P8 and P11-P13).

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::generator::{Generator, Job, Request};
use super::learning::{lesson, Lesson, Load, BASES};
use super::ports::{In, Out};
use super::tables::{Dist, PerCta};
use crate::cta_prefetch::params::Params;
use crate::{ForeignState, Snapshot, Unit};

/// Whether something happens; else none of the late inputs matters.
fn acts(i: &In) -> bool {
    i.ld_valid || i.kernel_start || i.cta_start_valid || i.cta_end_valid
}

/// Everything that `cta_pf_engine` remembers from cycle to cycle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The inputs of the cycle before, which act in this one.
    late: In,
    percta: PerCta,
    dist: Dist,
    jobs: VecDeque<Job>,
    generator: Generator,
}

/// Tables and generator of an SM.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    state: State,
    /// What the load among the late inputs does.
    lesson: Lesson,
}

impl Model {
    /// A unit in its reset state. `params` must be valid.
    pub fn new(params: &Params) -> Model {
        let state = State {
            late: In::default(),
            percta: PerCta::new(params),
            dist: Dist::new(params),
            jobs: VecDeque::new(),
            generator: Generator::idle(),
        };
        Model { params: params.clone(), state, lesson: Lesson::none() }
    }

    /// The state, for invariants.
    pub fn state(&self) -> &State {
        &self.state
    }

    fn full(&self) -> bool {
        self.state.jobs.len() == self.params.job_depth as usize
    }

    /// The load among the late inputs.
    fn load(&self) -> Load<u64> {
        let i = &self.state.late;
        let mut addr = [0; BASES];
        for (request, addr) in (0..self.params.n_base).zip(&mut addr) {
            *addr = i.addr(request, &self.params);
        }
        let leads = i.lead_valid && i.lead_cta == i.ld_cta;
        Load { widx: i.ld_widx.into(), n: i.ld_n.into(), addr, leads }
    }

    /// What the load among the late inputs does.
    fn taught(&self) -> Lesson<u64> {
        let (p, s, i) = (&self.params, &self.state, &self.state.late);
        let targeted = (1..=p.n_base).contains(&i.ld_n.into()) && !(p.excl_indirect && i.ld_indirect);
        let cta = i.ld_cta.into();
        if !i.ld_valid || i.kernel_start || !targeted || !s.percta.active(cta) {
            return Lesson::none();
        }
        let base = s.percta.registered(cta, i.ld_pc);
        lesson(p, &self.load(), &base, &s.dist.trained(i.ld_pc), s.percta.room(cta, p))
    }

    /// The request of this cycle.
    fn request(&self) -> Request<u64> {
        let (s, g) = (&self.state, &self.state.generator);
        if !g.running {
            return Request { valid: false, addr: 0, warp: 0 };
        }
        let slot = g.slot();
        g.request(&self.params, &s.percta.target(slot), &s.percta.registered(slot, g.pc))
    }

    /// The generator's cycle, and what it takes out of the FIFO.
    fn generate(&mut self, ready: bool) {
        if self.state.generator.running {
            let valid = self.request().valid;
            let s = &mut self.state;
            let slot = s.generator.slot();
            let (target, entry) = (s.percta.target(slot), s.percta.registered(slot, s.generator.pc));
            s.generator.run(&target, &entry, valid, ready);
        } else if let Some(job) = self.state.jobs.pop_front() {
            let s = &mut self.state;
            let cand = if job.own { 0 } else { s.percta.candidates(job.pc, job.cta, &self.params) };
            let (target, entry) = (s.percta.target(job.cta), s.percta.registered(job.cta, job.pc));
            s.generator.take(job, cand, &target, &entry);
        }
    }

    /// What the late inputs change. `full`: no further job can be taken.
    fn act(&mut self, full: bool) {
        if self.state.late.ld_valid {
            self.learn(full);
        }
        let s = &mut self.state;
        let i = &s.late;
        if i.kernel_start {
            s.percta.clear();
            s.dist.clear();
            s.jobs.clear();
            s.generator = Generator::idle();
        }
        if i.cta_end_valid {
            s.percta.end(i.cta_end_slot);
        }
        if i.cta_start_valid {
            s.percta.start(i.cta_start_slot, i.cta_start_first, i.cta_start_nw);
        }
    }

    fn learn(&mut self, full: bool) {
        let (lesson, load) = (self.lesson, self.load());
        let s = &mut self.state;
        let (pc, cta) = (s.late.ld_pc, s.late.ld_cta.into());
        s.percta.learn(cta, pc, &load, &lesson, lesson.own && !full, &self.params);
        s.dist.learn(pc, &lesson);
        if (lesson.own || lesson.others) && !full {
            let idx = if lesson.own { 0 } else { load.widx };
            s.jobs.push_back(Job { own: lesson.own, pc, cta, idx, stride: lesson.stride });
        }
    }

    fn out(&self) -> Out {
        let (request, l) = (self.request(), &self.lesson);
        Out {
            pf_valid: request.valid,
            pf_addr: request.addr,
            pf_warp: request.warp as u8,
            job_full: self.full(),
            st_reg: l.register,
            st_stride: l.install,
            st_nonstride: l.drop,
            st_verify: l.verify,
            st_mis: l.bad,
            st_jobdrop: (l.own || l.others) && self.full(),
        }
    }
}

impl State {
    /// CTA slots and PerCTA.
    pub fn percta(&self) -> &PerCta {
        &self.percta
    }

    /// Strides.
    pub fn dist(&self) -> &Dist {
        &self.dist
    }

    /// The generator.
    pub fn generator(&self) -> &Generator {
        &self.generator
    }

    /// Jobs that wait.
    pub fn jobs(&self) -> usize {
        self.jobs.len()
    }
}

impl Snapshot for Model {
    type State = State;

    fn snapshot(&self) -> State {
        self.state.clone()
    }

    fn restore(&mut self, state: State) -> Result<(), ForeignState> {
        let own = &self.state;
        let fits = state.percta.fits(&own.percta)
            && state.dist.fits(&own.dist)
            && state.jobs.len() <= self.params.job_depth as usize;
        if !fits {
            let what = "it is of tables of other sizes".to_string();
            return Err(ForeignState { unit: "cta_pf_engine", what });
        }
        self.state = state;
        self.lesson = self.taught();
        Ok(())
    }
}

impl Unit for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        *self = Model::new(&self.params);
    }

    fn step(&mut self, i: &In) -> Out {
        let full = self.full();
        self.generate(i.pf_ready);
        if acts(&self.state.late) {
            self.act(full);
            self.state.late = In::default();
            self.lesson = Lesson::none();
        }
        if acts(i) {
            self.state.late = *i;
            self.lesson = self.taught();
        }
        self.out()
    }
}
