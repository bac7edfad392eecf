// SPDX-License-Identifier: Apache-2.0
this is not Verilog
