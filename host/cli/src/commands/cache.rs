// SPDX-License-Identifier: Apache-2.0
//! `warpsmith cache`: what is kept from run to run.

use crate::table::Table;
use anyhow::Result;
use warpsmith_cache::{folder, Cache};

/// Say what is kept from run to run, or remove it: it is made again when it is needed.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  warpsmith cache list
  warpsmith cache list rtl
  warpsmith cache clear

It is in $WARPSMITH_CACHE, or else $XDG_CACHE_HOME/warpsmith, or else ~/.cache/warpsmith.")]
pub struct Args {
    #[arg(value_enum)]
    what: What,
    /// rtl: RTL of configurations that are not built in; synth: results of synthesis [default: both]
    #[arg(value_enum)]
    kind: Option<Kind>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum What {
    List,
    Clear,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Kind {
    Rtl,
    Synth,
}

impl Kind {
    /// Its folder.
    fn name(self) -> &'static str {
        match self {
            Kind::Rtl => "rtl",
            Kind::Synth => "synth",
        }
    }
}

/// Lists or clears.
pub fn cache(args: &Args) -> Result<()> {
    let place = folder()?;
    let kinds = args.kind.map_or(vec![Kind::Rtl, Kind::Synth], |kind| vec![kind]);
    let mut table = Table::left(["kind", "what", "MB", "s to make"]);
    let (mut entries, mut bytes) = (0, 0);
    for kind in kinds.into_iter().filter(|kind| place.join(kind.name()).is_dir()) {
        let cache = Cache::of(kind.name())?;
        let mut listed = cache.entries()?;
        listed.sort_by_cached_key(|entry| entry.description.as_ref().map(|d| d.what.clone()));
        for entry in &listed {
            let (what, seconds) = match &entry.description {
                Some(description) => (description.what.clone(), format!("{:.1}", description.seconds)),
                None => ("broken; it is made anew when it is needed".to_string(), "-".to_string()),
            };
            table.row([kind.name().to_string(), what, format!("{:.1}", entry.bytes as f64 / 1e6), seconds]);
            bytes += entry.bytes;
        }
        entries += listed.len();
        if matches!(args.what, What::Clear) {
            cache.clear()?;
        }
    }
    let total = format!("{entries} entries, {:.1} MB, in {}", bytes as f64 / 1e6, place.display());
    match args.what {
        What::List if entries > 0 => println!("{}{total}", table.text()),
        What::List => println!("{total}"),
        What::Clear => println!("removed {total}"),
    }
    Ok(())
}
