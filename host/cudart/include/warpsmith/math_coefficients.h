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

// ln 10
#define __WARPSMITH_LN10_0__ 0x1.26bb1bbb55516p+1
#define __WARPSMITH_LN10_1__ -0x1.f48ad494ea3e9p-53

// 2 / sqrt(pi)
#define __WARPSMITH_TWO_OVER_ROOT_PI_0__ 0x1.20dd750429b6dp+0

// ln(2 pi) / 2
#define __WARPSMITH_HALF_LN_2PI_0__ 0x1.d67f1c864beb5p-1
#define __WARPSMITH_HALF_LN_2PI_1__ -0x1.65b5a1b7ff5dfp-55

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

// (atan(y) - y) / y^3 by x = y^2, |y| <= 1
#define __WARPSMITH_ATAN__(x) \
    __builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(-0x1.56d93881a1ccp-18, x, 0x1.0d2ba64dbb455p-14), x, -0x1.929735fe20111p-12), x, 0x1.7f300a415e843p-10), x, -0x1.062861c093c1ep-8), x, 0x1.14e2d5c3cabdbp-7), x, -0x1.db3ca635f7d1cp-7), x, 0x1.5a0e630f7f777p-6), x, -0x1.bd57b2a70d465p-6), x, 0x1.0740e7b22d181p-5), x, -0x1.280da61ab5e6bp-5), x, 0x1.4560f34706a08p-5), x, -0x1.639775bb08e78p-5), x, 0x1.85fa5056a0697p-5), x, -0x1.af23abb356aeep-5), x, 0x1.e1e14ec4e4c38p-5), x, -0x1.11110a746070dp-4), x, 0x1.3b13b0ce8aff4p-4), x, -0x1.745d17412271bp-4), x, 0x1.c71c71c6fc8c9p-4), x, -0x1.24924924920f5p-3), x, 0x1.9999999999994p-3), x, -0x1.5555555555555p-2)

// (asin(y) - y) / y^3 by x = y^2, |y| <= 9/16
#define __WARPSMITH_ASIN__(x) \
    __builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(0x1.e7561db2b328p-5, x, -0x1.60ffb21486d73p-4), x, 0x1.46c69071891a7p-4), x, -0x1.09f5b1390934ap-5), x, 0x1.43a3057d2443ep-6), x, 0x1.07c2f5b4e438cp-8), x, 0x1.2631a72052e6cp-7), x, 0x1.3d5d62c3632f3p-7), x, 0x1.7ac3bb329ae6dp-7), x, 0x1.c995960e4c908p-7), x, 0x1.1c4edc7c8bd6fp-6), x, 0x1.6e8ba233c9db9p-6), x, 0x1.f1c71c750ca9ep-6), x, 0x1.6db6db6db2e43p-5), x, 0x1.3333333333352p-4), x, 0x1.5555555555555p-3)

// cube root of x, 1 <= x <= 8
#define __WARPSMITH_CBRT__(x) \
    __builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(-0x1.2e387317adddep-12, x, 0x1.ca0ace5bab84ep-8), x, -0x1.166aa5a8ad33cp-4), x, 0x1.a612e6bf7887cp-2), x, 0x1.4ecb7ee28e2bbp-1)

// (sinh(y) - y) / y^3 by x = y^2, |y| <= 1
#define __WARPSMITH_SINH__(x) \
    __builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(0x1.328de9001269cp-57, x, 0x1.952654734b724p-49), x, 0x1.ae7f44a89136cp-41), x, 0x1.61246136ddcbp-33), x, 0x1.ae64567f56d72p-26), x, 0x1.71de3a556c724p-19), x, 0x1.a01a01a01a01ap-13), x, 0x1.1111111111111p-7), x, 0x1.5555555555555p-3)

// erf(y) / y - 2 / sqrt(pi) by x = y^2, |y| <= 3/4
#define __WARPSMITH_ERF__(x) \
    __builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(0x1.3fd682b14f1bep-34, x, -0x1.48b4c6ad8af6ep-30), x, 0x1.fbb86115d12bcp-27), x, -0x1.5f6a1afd4187fp-23), x, 0x1.b9e646d4e1af3p-20), x, -0x1.f4d257a9a9026p-17), x, 0x1.f9a326dda2e48p-14), x, -0x1.c02db3ffcd361p-11), x, 0x1.565bcd0e6922dp-8), x, -0x1.b82ce31288b15p-6), x, 0x1.ce2f21a042be1p-4), x, -0x1.812746b0379e7p-2), x, 0x1.1ae33dacfe9acp-56)

// (1 + 2 a) exp(a^2) erfc(a) by x = (a - 4) / (a + 4), 1/2 <= a <= 28
#define __WARPSMITH_ERFCX__(x) \
    __builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(-0x1.6d605e79fa19dp-32, x, 0x1.7a13cc1436761p-30), x, 0x1.e7346d59c3ea1p-29), x, -0x1.e90392e41a037p-27), x, -0x1.70437315fddecp-26), x, 0x1.d800fecd6b73ep-24), x, 0x1.519e81d97af9ep-24), x, -0x1.baebbc9e4d013p-21), x, 0x1.3882b169d0f5dp-22), x, 0x1.7f25f96075032p-18), x, -0x1.7881e17922b13p-17), x, -0x1.995908972e49fp-16), x, 0x1.3be033d8be176p-13), x, -0x1.a1df270162ee7p-13), x, -0x1.8d4a999787507p-11), x, 0x1.49c67287ce29dp-8), x, -0x1.0962388545913p-6), x, 0x1.3079edf67eaabp-5), x, -0x1.0fb06dfe48b81p-4), x, 0x1.7fee004e1269ap-4), x, -0x1.9ddb23c3e9102p-4), x, 0x1.16ecefcfa538fp-4), x, 0x1.f7f5df66fd7bdp-7), x, -0x1.1df1ad154a28ep-3), x, 0x1.3ba5916e9fd7fp+0)

// Stirling's series of ln(gamma(y)), times y, by x = 1 / y^2
#define __WARPSMITH_STIRLING__(x) \
    __builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(-0x1.e4286cb0f5398p-6, x, 0x1.a41a41a41a41ap-8), x, -0x1.f6ab0d9993c7dp-10), x, 0x1.b951e2b18ff23p-11), x, -0x1.3813813813814p-11), x, 0x1.a01a01a01a01ap-11), x, -0x1.6c16c16c16c17p-9), x, 0x1.5555555555555p-4)

// ln(gamma(1 + x)) / x, -0.4 <= x <= 0.6
#define __WARPSMITH_LGAMMA1__(x) \
    __builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(-0x1.663cfe87bfe3cp-7, x, 0x1.604ff2762cbc1p-5), x, -0x1.1ae04e278cec3p-4), x, 0x1.daeea0879a21p-5), x, -0x1.0c0d87cdbcb91p-5), x, 0x1.e2bac897d76f8p-6), x, -0x1.56d08dfe22734p-5), x, 0x1.8edbfa547c2ap-5), x, -0x1.8faf4c050ceadp-5), x, 0x1.95e6e7cd205ep-5), x, -0x1.acdd244d6aaa1p-5), x, 0x1.c7599f4981881p-5), x, -0x1.e233a04fbe585p-5), x, 0x1.0001af21e8a3p-4), x, -0x1.110fa61b8cde2p-4), x, 0x1.24969455b10d8p-4), x, -0x1.3b1dcbf249237p-4), x, 0x1.556adc9b263b5p-4), x, -0x1.748c310e94b84p-4), x, 0x1.9a01e33c79329p-4), x, -0x1.c8067079cae72p-4), x, 0x1.010b36b073455p-3), x, -0x1.2703a1dcd3494p-3), x, 0x1.5b40cb1008fe5p-3), x, -0x1.a8b9c17aa6411p-3), x, 0x1.151322ac7d87p-2), x, -0x1.9a4d55beab2d6p-2), x, 0x1.a51a6625307d3p-1), x, -0x1.2788cfc6fb619p-1)

// ln(gamma(2 + x)) / x, -0.6 <= x <= 1
#define __WARPSMITH_LGAMMA2__(x) \
    __builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(-0x1.28abdd93790ccp-32, x, 0x1.06c507abdad77p-29), x, -0x1.a682d974bf83fp-28), x, 0x1.b94cefe7886bfp-27), x, -0x1.90ae473097e6ap-26), x, 0x1.8d464e1400988p-25), x, -0x1.aa180bc2fc7cdp-24), x, 0x1.c82cdb5b81f05p-23), x, -0x1.e3271ad9dcaa9p-22), x, 0x1.00690aeecaafbp-20), x, -0x1.11ab1bf0b1541p-19), x, 0x1.25969c1faa78dp-18), x, -0x1.3cbcf2e34fe25p-17), x, 0x1.580de0eeed553p-16), x, -0x1.78de594737d6ap-15), x, 0x1.a127b04aeb2a7p-14), x, -0x1.d3fd4c813500ep-13), x, 0x1.0b36af87ea06fp-11), x, -0x1.38ac5c2bee3p-10), x, 0x1.7add6eadb212fp-9), x, -0x1.e404fc218f679p-8), x, 0x1.51322ac7d84b3p-6), x, -0x1.13e001a557606p-4), x, 0x1.4a34cc4a60fa6p-2), x, 0x1.b0ee6072093cep-2)

// (tanh(y) - y) / y^3 by x = y^2, |y| <= 0.6
#define __WARPSMITH_TANHF__(x) \
    __builtin_fmaf(__builtin_fmaf(__builtin_fmaf(__builtin_fmaf(__builtin_fmaf(0x1.36667ap-9f, x, -0x1.138308p-7f), x, 0x1.64f858p-6f), x, -0x1.ba0d7p-5f), x, 0x1.1110f6p-3f), x, -0x1.555556p-2f)

// (tanh(y) - y) / y^3 by x = y^2, |y| <= 0.6
#define __WARPSMITH_TANH__(x) \
    __builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(__builtin_fma(-0x1.5f1d084c78e8ap-19, x, 0x1.a68e6a034863bp-17), x, -0x1.3a18e5103d29cp-15), x, 0x1.93a63cbbae04ap-14), x, -0x1.f520ff54cf728p-13), x, 0x1.35541146c46f7p-11), x, -0x1.7da324f9f109cp-10), x, 0x1.d6d3ce4aa0eadp-9), x, -0x1.226e3555b4184p-7), x, 0x1.664f48829e067p-6), x, -0x1.ba1ba1ba1b587p-5), x, 0x1.111111111110fp-3), x, -0x1.5555555555555p-2)
