// SPDX-License-Identifier: Apache-2.0
module eq_fm (input wire clock, input wire reset);
endmodule
