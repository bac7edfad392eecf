// SPDX-License-Identifier: Apache-2.0
// Made by tools/coefficients.py; do not edit.
#pragma once

// ln 2
#define __WARPSMITH_LN2F_0__ 0x1.62e4p-1f
#define __WARPSMITH_LN2F_1__ 0x1.7f7d1cp-20f

// ln 2
#define __WARPSMITH_LN2_0__ 0x1.62e42fefa3p-1
#define __WARPSMITH_LN2_1__ 0x1.3de6af278ece6p-42

// ln 2
#define __WARPSMITH_LN2_FULL_0__ 0x1.62e42fefa39efp-1
#define __WARPSMITH_LN2_FULL_1__ 0x1.abc9e3b39803fp-56

// log2 e
#define __WARPSMITH_LOG2EF_0__ 0x1.715476p+0f
#define __WARPSMITH_LOG2EF_1__ 0x1.4ae0cp-26f

// log2 e
#define __WARPSMITH_LOG2E_0__ 0x1.71547652b82fep+0
#define __WARPSMITH_LOG2E_1__ 0x1.777d0ffda0d24p-56

// 2 / 3
#define __WARPSMITH_TWO_THIRDS_0__ 0x1.5555555555555p-1
#define __WARPSMITH_TWO_THIRDS_1__ 0x1.5555555555555p-55

// log2 10
#define __WARPSMITH_LOG2_10F_0__ 0x1.a934fp+1f
#define __WARPSMITH_LOG2_10F_1__ 0x1.2f346ep-24f

// log10 e
#define __WARPSMITH_LOG10EF_0__ 0x1.bcb7b2p-2f
#define __WARPSMITH_LOG10EF_1__ -0x1.5b235ep-27f

// log10 2
#define __WARPSMITH_LOG10_2F_0__ 0x1.344p-2f
#define __WARPSMITH_LOG10_2F_1__ 0x1.3509f8p-18f

// log10 e
#define __WARPSMITH_LOG10E_0__ 0x1.bcb7b1526e50ep-2
#define __WARPSMITH_LOG10E_1__ 0x1.95355baaafad3p-57

// pi / 2
#define __WARPSMITH_HALF_PIF_0__ 0x1.921fb6p+0f
#define __WARPSMITH_HALF_PIF_1__ -0x1.777a5cp-25f
#define __WARPSMITH_HALF_PIF_2__ -0x1.ee59dap-50f

// pi / 2
#define __WARPSMITH_HALF_PI_0__ 0x1.921fb54442d18p+0
#define __WARPSMITH_HALF_PI_1__ 0x1.1a62633145c07p-54
#define __WARPSMITH_HALF_PI_2__ -0x1.f1976b7ed8fbcp-110

// 2 / pi
#define __WARPSMITH_TWO_OVER_PIF_0__ 0x1.45f306p-1f

// 2 / pi
#define __WARPSMITH_TWO_OVER_PI_0__ 0x1.45f306dc9c883p-1

// The bits of 2 / pi behind the binary point.
#define __WARPSMITH_TWO_OVER_PI_WORDS__ \
    0xa2f9836e4e441529ull, 0xfc2757d1f534ddc0ull, 0xdb6295993c439041ull, 0xfe5163abdebbc561ull, 0xb7246e3a424dd2e0ull, 0x06492eea09d1921cull, 0xfe1deb1cb129a73eull, 0xe88235f52ebb4484ull, 0xe99c7026b45f7e41ull, 0x3991d639835339f4ull, 0x9c845f8bbdf9283bull, 0x1ff897ffde05980full, 0xef2f118b5a0a6d1full, 0x6d367ecf27cb09b7ull, 0x4f463f669e5fea2dull, 0x7527bac7ebe5f17bull, 0x3d0739f78a5292eaull, 0x6bfb5fb11f8d5d08ull, 0x56033046fc7b6babull

// (ln(1+x) - x + x^2/2) / x^3, sqrt(1/2) - 1 <= x <= sqrt(2) - 1
#define __WARPSMITH_LOG1PF__(x) \
    __builtin_fmaf(__builtin_fmaf(__builtin_fmaf(__builtin_fmaf(__builtin_fmaf(__builtin_fmaf(__builtin_fmaf(__builtin_fmaf(0x1.1d9828p-4f, x, -0x1.d6453cp-4f), x, 0x1.dea656p-4f), x, -0x1.fcf30ep-4f), x, 0x1.23d1d6p-3f), x, -0x1.555b5p-3f), x, 0x1.999d5cp-3f), x, -0x1.fffffcp-3f), x, 0x1.555554p-2f)

// (2 atanh(s) - 2 s - 2/3 s^3) / s^5 by x = s^2, for ln(1+f) with s = f / (2+f)
#define __WARPSMITH_ATANH__(x) \
    __builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(0x1.b8d8623f4af2ep-4, x, 0x1.ac4a1390689fp-4), x, 0x1.e1f7ffbc22418p-4), x, 0x1.1110df9d71b2fp-3), x, 0x1.3b13b1bca8b35p-3), x, 0x1.745d174512ffcp-3), x, 0x1.c71c71c71cfdep-3), x, 0x1.2492492492491p-2), x, 0x1.999999999999ap-2)

// (exp(x) - 1 - x) / x^2, |x| <= ln(2) / 2
#define __WARPSMITH_EXPM1F__(x) \
    __builtin_fmaf(__builtin_fmaf(__builtin_fmaf(__builtin_fmaf(__builtin_fmaf(0x1.a1250cp-13f, x, 0x1.6d4342p-10f), x, 0x1.1110ep-7f), x, 0x1.5554e8p-5f), x, 0x1.555556p-3f), x, 0x1p-1f)

// (exp(x) - 1 - x) / x^2, |x| <= ln(2) / 2
#define __WARPSMITH_EXPM1__(x) \
    __builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(0x1.61bfb92323747p-33, x, 0x1.1f7f358827813p-29), x, 0x1.ae642c7ac695ep-26), x, 0x1.27e4d411cba8bp-22), x, 0x1.71de3a5aa93f9p-19), x, 0x1.a01a01a9ec69bp-16), x, 0x1.a01a01a0196a9p-13), x, 0x1.6c16c16c15a62p-10), x, 0x1.1111111111111p-7), x, 0x1.5555555555557p-5), x, 0x1.5555555555555p-3), x, 0x1p-1)

// (sin(y) - y) / y^3 by x = y^2, |y| <= pi / 4
#define __WARPSMITH_SINF__(x) \
    __builtin_fmaf(__builtin_fmaf(-0x1.9ac958p-13f, x, 0x1.110c28p-7f), x, -0x1.555552p-3f)

// (cos(y) - 1 + y^2/2) / y^4 by x = y^2, |y| <= pi / 4
#define __WARPSMITH_COSF__(x) \
    __builtin_fmaf(__builtin_fmaf(0x1.9bd856p-16f, x, -0x1.6c12d2p-10f), x, 0x1.555554p-5f)

// (sin(y) - y) / y^3 by x = y^2, |y| <= pi / 4
#define __WARPSMITH_SIN__(x) \
    __builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(-0x1.ab179b6cecc23p-41, x, 0x1.61217eab7b76p-33), x, -0x1.ae6454124c34fp-26), x, 0x1.71de3a54604fep-19), x, -0x1.a01a01a019936p-13), x, 0x1.111111111111p-7), x, -0x1.5555555555555p-3)

// (cos(y) - 1 + y^2/2) / y^4 by x = y^2, |y| <= pi / 4
#define __WARPSMITH_COS__(x) \
    __builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(0x1.ab7828a8a6654p-45, x, -0x1.9394b9b76cd6p-37), x, 0x1.1eed8deb61c47p-29), x, -0x1.27e4fb7712b74p-22), x, 0x1.a01a01a019d09p-16), x, -0x1.6c16c16c16c16p-10), x, 0x1.5555555555555p-5)

// (atan(y) - y) / y^3 by x = y^2, |y| <= 1
#define __WARPSMITH_ATANF__(x) \
    __builtin_fmaf(__builtin_fmaf(__builtin_fmaf(__builtin_fmaf(__builtin_fmaf(__builtin_fmaf(__builtin_fmaf(__builtin_fmaf(__builtin_fmaf(0x1.86406cp-10f, x, -0x1.2ba6b6p-7f), x, 0x1.aefb2cp-6f), x, -0x1.9115a4p-5f), x, 0x1.2006f8p-4f), x, -0x1.6dd8fep-4f), x, 0x1.c62cdap-4f), x, -0x1.248952p-3f), x, 0x1.999956p-3f), x, -0x1.555556p-2f)

// (asin(y) - y) / y^3 by x = y^2, |y| <= 9/16
#define __WARPSMITH_ASINF__(x) \
    __builtin_fmaf(__builtin_fmaf(__builtin_fmaf(__builtin_fmaf(__builtin_fmaf(__builtin_fmaf(0x1.431f42p-5f, x, 0x1.04e906p-8f), x, 0x1.a23b72p-6f), x, 0x1.ebc286p-6f), x, 0x1.6de0aap-5f), x, 0x1.3332c8p-4f), x, 0x1.555556p-3f)

// (tanh(y) - y) / y^3 by x = y^2, |y| <= 0.6
#define __WARPSMITH_TANHF__(x) \
    __builtin_fmaf(__builtin_fmaf(__builtin_fmaf(__builtin_fmaf(__builtin_fmaf(0x1.36667ap-9f, x, -0x1.138308p-7f), x, 0x1.64f858p-6f), x, -0x1.ba0d7p-5f), x, 0x1.1110f6p-3f), x, -0x1.555556p-2f)
