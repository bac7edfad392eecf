// SPDX-License-Identifier: Apache-2.0
//! The macro by which every socket is declared, once: from its line come the place where an attachment is stored, how often
//! there is that place, saving and restoring, checking and counting, and the entry in lists.

use crate::saved::Saved;
use crate::socket::UnitError;
use crate::stats::UnitStats;

/// The sockets of one place, with what sits in them.
pub trait Sockets: Saved {
    /// Whether everything in them is sound.
    ///
    /// # Errors
    /// What has failed.
    fn check(&self) -> Result<(), UnitError>;

    /// Adds what everything in them has counted of itself.
    fn count(&self, to: &mut UnitStats);
}

/// Declares the sockets: for each place the field in [`super::Attachments`], the type of its sockets, its name, and how many
/// such places a machine has; then a line for each socket there.
macro_rules! sockets {
    ($(
        $(#[$doc:meta])*
        $places:ident: $Place:ident, $place:literal, $count:expr => {
            $($field:ident: $Trait:ident, $name:literal, $file:literal, $meaning:literal;)+
        }
    )+) => {
        /// A socket.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Socket {
            $($(#[doc = $meaning] $Trait,)+)+
        }

        impl Socket {
            /// All sockets, by place.
            pub const ALL: &'static [Socket] = &[$($(Socket::$Trait,)+)+];

            /// The name for people.
            pub fn name(self) -> &'static str {
                match self { $($(Socket::$Trait => $name,)+)+ }
            }

            /// What there is one of it in.
            pub fn place(self) -> &'static str {
                match self { $($(Socket::$Trait => $place,)+)+ }
            }

            /// What happens there, with an attachment and with none.
            pub fn meaning(self) -> &'static str {
                match self { $($(Socket::$Trait => $meaning,)+)+ }
            }

            /// The trait of what can sit there.
            pub fn contract(self) -> &'static str {
                match self { $($(Socket::$Trait => stringify!($Trait),)+)+ }
            }

            /// The file of that trait.
            pub fn file(self) -> &'static str {
                match self { $($(Socket::$Trait => concat!("host/gpu/src/socket/", $file, ".rs"),)+)+ }
            }
        }

        $(
            $(#[$doc])*
            #[derive(Default)]
            pub struct $Place {
                $(#[doc = $meaning] pub $field: Option<Box<dyn $Trait>>,)+
            }

            impl Sockets for $Place {
                fn check(&self) -> Result<(), $crate::socket::UnitError> {
                    $(self.$field.iter().try_for_each(|one| one.check())?;)+
                    Ok(())
                }

                fn count(&self, to: &mut $crate::stats::UnitStats) {
                    $(self.$field.iter().for_each(|one| one.count(to));)+
                }
            }

            impl $crate::saved::Saved for $Place {
                fn save(&self, to: &mut $crate::saved::StateWriter) -> Result<(), $crate::saved::StateError> {
                    $(self.$field.iter().try_for_each(|one| one.save(to))?;)+
                    Ok(())
                }

                fn restore(
                    &mut self,
                    from: &mut $crate::saved::StateReader,
                ) -> Result<(), $crate::saved::StateError> {
                    $(self.$field.iter_mut().try_for_each(|one| one.restore(from))?;)+
                    Ok(())
                }
            }
        )+

        /// The units and policies of one GPU.
        #[derive(Default)]
        pub struct Attachments {
            $(pub(crate) $places: Vec<$Place>,)+
            /// What the CPU cores execute.
            pub cpus: Vec<Workload>,
        }

        impl Attachments {
            /// Nothing is attached: the baseline.
            pub fn baseline() -> Attachments {
                Attachments::default()
            }

            $(
                $(#[$doc])*
                /// For every place of the kind that `machine` has.
                pub fn $places(&mut self, machine: &MachineSpec) -> &mut [$Place] {
                    if self.$places.is_empty() {
                        let count: fn(&MachineSpec) -> u32 = $count;
                        self.$places.resize_with(count(machine) as usize, Default::default);
                    }
                    &mut self.$places
                }
            )+

            $($(
                #[doc = concat!("Puts what `make` gives for each ", $place, ", by number, into the socket `", $name, "`.")]
                pub fn $field(&mut self, machine: &MachineSpec, make: impl FnMut(usize) -> Box<dyn $Trait>) {
                    let made = (0..).map(make);
                    for (place, one) in self.$places(machine).iter_mut().zip(made) {
                        place.$field = Some(one);
                    }
                }
            )+)+

            /// All places that `machine` has.
            ///
            /// # Errors
            /// The attachments are those of another machine.
            pub(crate) fn fitted(mut self, machine: &MachineSpec) -> Result<Attachments, GpuError> {
                $(
                    let count: fn(&MachineSpec) -> u32 = $count;
                    let (given, needed) = (self.$places(machine).len(), count(machine) as usize);
                    if given != needed {
                        return Err(GpuError::Attachments { what: $place, given, needed });
                    }
                )+
                Ok(self)
            }
        }
    };
}

pub(super) use sockets;
