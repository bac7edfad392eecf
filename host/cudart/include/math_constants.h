// SPDX-License-Identifier: Apache-2.0
// Constants by CUDA's names.
#pragma once

#define CUDART_INF_F __builtin_inff()
#define CUDART_NAN_F __builtin_nanf("")
#define CUDART_MIN_DENORM_F 0x1p-149f
#define CUDART_MAX_NORMAL_F 0x1.fffffep+127f
#define CUDART_NEG_ZERO_F -0.0f
#define CUDART_ZERO_F 0.0f
#define CUDART_ONE_F 1.0f
#define CUDART_SQRT_HALF_F 0x1.6a09e6p-1f
#define CUDART_SQRT_TWO_F 0x1.6a09e6p+0f
#define CUDART_PIO4_F 0x1.921fb6p-1f
#define CUDART_PIO2_F 0x1.921fb6p+0f
#define CUDART_PI_F 0x1.921fb6p+1f
#define CUDART_2_OVER_PI_F 0x1.45f306p-1f
#define CUDART_L2E_F 0x1.715476p+0f
#define CUDART_L2T_F 0x1.a934fp+1f
#define CUDART_LG2_F 0x1.344136p-2f
#define CUDART_LGE_F 0x1.bcb7b2p-2f
#define CUDART_LN2_F 0x1.62e43p-1f
#define CUDART_LNT_F 0x1.26bb1cp+1f

#define CUDART_INF __builtin_inf()
#define CUDART_NAN __builtin_nan("")
#define CUDART_NEG_ZERO -0.0
#define CUDART_MIN_DENORM 0x1p-1074
#define CUDART_ZERO 0.0
#define CUDART_ONE 1.0
#define CUDART_SQRT_TWO 0x1.6a09e667f3bcdp+0
#define CUDART_SQRT_HALF 0x1.6a09e667f3bcdp-1
#define CUDART_PIO4 0x1.921fb54442d18p-1
#define CUDART_PIO2 0x1.921fb54442d18p+0
#define CUDART_PI 0x1.921fb54442d18p+1
#define CUDART_2_OVER_PI 0x1.45f306dc9c883p-1
#define CUDART_L2E 0x1.71547652b82fep+0
#define CUDART_L2T 0x1.a934f0979a371p+1
#define CUDART_LG2 0x1.34413509f79ffp-2
#define CUDART_LGE 0x1.bcb7b1526e50ep-2
#define CUDART_LN2 0x1.62e42fefa39efp-1
#define CUDART_LNT 0x1.26bb1bbb55516p+1
