// SPDX-License-Identifier: Apache-2.0
//! What `medic_profiler` says of a warp, as the tag of its requests.

use serde::{Deserialize, Serialize};
use warpsmith_units::medic::profiler::BALANCED;

use crate::types::WarpTag;

/// Set in every tag, so that a request without one is told apart.
const TAGGED: u8 = 1 << 7;
const PROF: u8 = 1 << 2;
const TYPE: u8 = 3;

/// Type and profiling of a warp as its request left the SM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tag {
    /// 0 miss, 1 balanced, 2 mostly hit, 3 all hit.
    pub warp_type: u8,
    pub prof: bool,
}

impl Tag {
    /// Of a warp that has just started, and of a request of which no profiler knows (DEC-5, DEC-13).
    pub const NEW: Tag = Tag { warp_type: BALANCED as u8, prof: true };

    /// The tag; `None` of a request that no profiler has tagged.
    #[inline]
    pub fn of(tag: WarpTag) -> Option<Tag> {
        let WarpTag(bits) = tag;
        (bits & TAGGED != 0).then_some(Tag { warp_type: bits & TYPE, prof: bits & PROF != 0 })
    }
}

impl From<Tag> for WarpTag {
    fn from(tag: Tag) -> WarpTag {
        WarpTag(TAGGED | tag.warp_type | if tag.prof { PROF } else { 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_comes_back_and_its_absence_is_known() {
        for warp_type in 0..4 {
            for prof in [false, true] {
                let tag = Tag { warp_type, prof };
                assert_eq!(Tag::of(tag.into()), Some(tag));
            }
        }
        assert_eq!(Tag::of(WarpTag::default()), None);
    }
}
