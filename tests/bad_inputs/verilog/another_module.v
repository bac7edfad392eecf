// SPDX-License-Identifier: Apache-2.0
module other (input wire a);
endmodule
