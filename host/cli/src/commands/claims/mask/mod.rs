// SPDX-License-Identifier: Apache-2.0
//! Workloads of the claims of MASK. Only tests use them as long as the unit is not among those that can be attached.

mod workloads;
