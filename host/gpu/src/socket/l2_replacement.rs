// SPDX-License-Identifier: Apache-2.0
//! L2 replacement: chooses where a line that comes into L2 stands in its set, and which line leaves (MeDiC, section 2.5).

use super::attachment::Attachment;
use crate::cache::Replacement;

/// One per L2 sub-partition.
pub trait L2Replacement: Replacement + Attachment {}

impl<T: Replacement + Attachment> L2Replacement for T {}
