// SPDX-License-Identifier: Apache-2.0
//
// Measures the device's mathematical functions on the host: the same headers, with the instructions that only a device has
// replaced by the C library's functions, rounded once. Prints one line per function: its name and the largest error in ulp.
//   accuracy STEP    every STEP-th float, and as many doubles
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define __device__
#define __WARPSMITH_DEVICE__ static inline
#define __nvvm_ex2_approx_f(x) float(::exp2(double(x)))
#define __nvvm_rsqrt_approx_f(x) float(1.0 / ::sqrt(double(x)))

namespace device {
#include <warpsmith/math_float.h>
}

// Distance of `got` from the exact result in units of the last place of the result's type; what is special must be equal.
template <class T, class Wide> static double error(T got, Wide want) {
    T rounded = T(want);
    if (std::isnan(want)) return std::isnan(got) ? 0 : INFINITY;
    if (got == rounded) return std::signbit(got) == std::signbit(rounded) || got != 0 ? 0 : INFINITY;
    if (std::isinf(got) != std::isinf(rounded) || std::isnan(got)) {
        // The largest number and infinity are neighbours.
        T largest = std::nextafter(T(INFINITY), T(0));
        bool neighbours = std::fabs(got) >= largest && std::fabs(rounded) >= largest && !std::isnan(got);
        return neighbours ? 1 : INFINITY;
    }
    T next = std::nextafter(std::fabs(rounded), T(INFINITY));
    Wide ulp = Wide(next) - Wide(std::fabs(rounded));
    return double(std::fabs((Wide(got) - want) / ulp));
}

template <class Function> static void each_float(unsigned step, Function check) {
    for (unsigned long long bits = 0; bits < 1ull << 32; bits += step) {
        unsigned word = unsigned(bits);
        float x;
        std::memcpy(&x, &word, sizeof x);
        check(x);
    }
}

// Doubles of every exponent, or of magnitudes that functions are used with.
template <class Function> static void each_double(unsigned step, Function check) {
    unsigned long long state = 1;
    for (unsigned long long n = 0; n < (1ull << 32) / step; ++n) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        unsigned long long bits = state ^ state >> 29;
        if (n & 1) bits = (bits & 0x801fffffffffffffull) | (0x3f8ull + (bits >> 53 & 15)) << 52;
        double x;
        std::memcpy(&x, &bits, sizeof x);
        check(x);
    }
}

static unsigned step;

template <class F, class G> static void float1(const char *name, F tested, G exact) {
    double worst = 0;
    float at = 0;
    each_float(step, [&](float x) {
        double e = error(tested(x), exact(double(x)));
        if (e > worst) worst = e, at = x;
    });
    std::printf("%s %.3f at %a\n", name, worst, at);
}

template <class F, class G> static void float2(const char *name, F tested, G exact) {
    double worst = 0;
    float at = 0, with = 0;
    unsigned long long state = 1;
    each_float(step, [&](float x) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        unsigned word = unsigned(state >> 32);
        if (word & 1) word = (word & 0x81ffffffu) | 0x3f000000u;
        float y;
        std::memcpy(&y, &word, sizeof y);
        double e = error(tested(x, y), exact(double(x), double(y)));
        if (e > worst) worst = e, at = x, with = y;
    });
    std::printf("%s %.3f at %a, %a\n", name, worst, at, with);
}

template <class F, class G> static void double1(const char *name, F tested, G exact) {
    double worst = 0, at = 0;
    each_double(step, [&](double x) {
        double e = error(tested(x), exact((long double)x));
        if (e > worst) worst = e, at = x;
    });
    std::printf("%s %.3f at %a\n", name, worst, at);
}

// Pairs of doubles: the second of any magnitude, or within 2^12 of the first.
template <class F, class G> static void double2(const char *name, F tested, G exact) {
    double worst = 0, at = 0, with = 0;
    unsigned long long state = 3;
    each_double(step, [&](double x) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        unsigned long long bits = state ^ state >> 29;
        double y;
        std::memcpy(&y, &bits, sizeof y);
        if (bits & 1) y = std::ldexp((double(state >> 11) * 0x1p-53 + 0.5) * x, int(state >> 4 & 15) - 8);
        double e = error(tested(x, y), exact((long double)x, (long double)y));
        if (e > worst) worst = e, at = x, with = y;
    });
    std::printf("%s %.3f at %a, %a\n", name, worst, at, with);
}

static void double_pow() {
    double worst = 0, at = 0, with = 0;
    unsigned long long state = 2;
    each_double(step, [&](double x) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        double y = (double(state >> 11) * 0x1p-53 - 0.5) * (state & 1024 ? 4.0 : 1500.0);
        if (state & 512) y = std::rint(y);
        double e = error(device::pow(x, y), powl(x, y));
        if (e > worst) worst = e, at = x, with = y;
    });
    std::printf("pow %.3f at %a, %a\n", worst, at, with);
}

// Powers of two, exponents and whole parts: any difference counts as infinite.
static void double_parts() {
    double worst[4] = {};
    unsigned long long state = 4;
    each_double(step, [&](double x) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        int n = int(state >> 32) % 2200, exponent = 0, wanted = 0;
        double whole, wanted_whole;
        auto note = [](double &largest, double e) { largest = e > largest ? e : largest; };
        note(worst[0], error(device::ldexp(x, n), (long double)std::ldexp(x, n)));
        double part = device::frexp(x, &exponent), wanted_part = std::frexp(x, &wanted);
        note(worst[1], std::isfinite(x) && exponent != wanted ? INFINITY : error(part, (long double)wanted_part));
        part = device::modf(x, &whole), wanted_part = std::modf(x, &wanted_whole);
        note(worst[2], error(whole, (long double)wanted_whole) + error(part, (long double)wanted_part));
        note(worst[3], device::ilogb(x) == std::ilogb(x) ? 0 : INFINITY);
    });
    std::printf("ldexp %.3f\nfrexp %.3f\nmodf %.3f\nilogb %.3f\n", worst[0], worst[1], worst[2], worst[3]);
}

int main(int argc, char **argv) {
    step = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1;
    if (step == 0) return 2;
#define FLOAT1(name) float1(#name "f", device::name##f, [](double x) { return ::name(x); });
    FLOAT1(exp) FLOAT1(exp2) FLOAT1(exp10) FLOAT1(expm1) FLOAT1(log) FLOAT1(log2) FLOAT1(log10) FLOAT1(log1p)
    FLOAT1(sin) FLOAT1(cos) FLOAT1(tan) FLOAT1(asin) FLOAT1(acos) FLOAT1(atan) FLOAT1(sinh) FLOAT1(cosh) FLOAT1(tanh)
    FLOAT1(round)
#define FLOAT2(name) float2(#name "f", device::name##f, [](double x, double y) { return ::name(x, y); });
    FLOAT2(pow) FLOAT2(atan2) FLOAT2(hypot)
#define DOUBLE1(name) double1(#name, [](double x) { return device::name(x); }, [](long double x) { return ::name##l(x); });
    DOUBLE1(exp) DOUBLE1(exp2) DOUBLE1(log) DOUBLE1(log2) DOUBLE1(log10) DOUBLE1(sin) DOUBLE1(cos) DOUBLE1(tan)
    DOUBLE1(round)
    double1("rsqrt", [](double x) { return device::rsqrt(x); }, [](long double x) { return 1 / sqrtl(x); });
    DOUBLE1(exp10) DOUBLE1(expm1) DOUBLE1(log1p) DOUBLE1(asin) DOUBLE1(acos) DOUBLE1(atan) DOUBLE1(sinh) DOUBLE1(cosh)
    DOUBLE1(tanh) DOUBLE1(asinh) DOUBLE1(acosh) DOUBLE1(atanh) DOUBLE1(erf) DOUBLE1(erfc) DOUBLE1(cbrt) DOUBLE1(logb)
    FLOAT1(asinh) FLOAT1(acosh) FLOAT1(atanh) FLOAT1(erf) FLOAT1(erfc) FLOAT1(cbrt) FLOAT1(logb)
    FLOAT2(fmod) FLOAT2(remainder) FLOAT2(fdim)
#define DOUBLE2(name) \
    double2(#name, [](double x, double y) { return device::name(x, y); }, \
            [](long double x, long double y) { return ::name##l(x, y); });
    DOUBLE2(atan2) DOUBLE2(hypot) DOUBLE2(fmod) DOUBLE2(remainder) DOUBLE2(fdim)
    double2("nextafter", [](double x, double y) { return device::nextafter(x, y); },
            [](long double x, long double y) { return (long double)std::nextafter(double(x), double(y)); });
    float2("nextafterf", device::nextafterf, [](double x, double y) { return std::nextafter(float(x), float(y)); });
    double1("rcbrt", [](double x) { return device::rcbrt(x); }, [](long double x) { return 1 / cbrtl(x); });
    float1("rcbrtf", device::rcbrtf, [](double x) { return 1 / ::cbrt(x); });
    // Products with pi are the reference's own errors, unless the argument is reduced first.
    auto sine = [](long double x) {
        long double reduced = remainderl(x, 2);
        return x == truncl(x) ? copysignl(0, x) : sinl(M_PIl * (fabsl(reduced) > 0.5l ? copysignl(1, reduced) - reduced : reduced));
    };
    auto cosine = [](long double x) { return sinl(M_PIl * (0.5l - fabsl(remainderl(x, 2)))); };
    double1("sinpi", [](double x) { return device::sinpi(x); }, sine);
    double1("cospi", [](double x) { return device::cospi(x); }, cosine);
    float1("sinpif", device::sinpif, sine);
    float1("cospif", device::cospif, cosine);
    double_parts();
    double_pow();
    return 0;
}
