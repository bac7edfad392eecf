// SPDX-License-Identifier: Apache-2.0
//
// Measures the device's mathematical functions on the host: the same headers, with the instructions that only a device has
// replaced by the C library's functions, rounded once. Prints one line per function: its name, the largest error in ulp, and the
// largest number of steps from the correctly rounded result to the function's, which is what NVIDIA's tables state.
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
#include <warpsmith/math_bits.h>
#include <warpsmith/math_float.h>
#include <warpsmith/math_norms.h>
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

// Representable numbers from `got` to the correctly rounded result: 0 if it is that.
template <class T, class Wide> static double steps(T got, Wide want) {
    T rounded = T(want);
    if (got == rounded || (std::isnan(got) && std::isnan(rounded))) return 0;
    auto place = [](T x) {
        unsigned long long bits = 0;
        std::memcpy(&bits, &x, sizeof x);
        unsigned long long sign = 1ull << (8 * sizeof x - 1);
        return bits & sign ? -(long double)(bits - sign) : (long double)(bits);
    };
    return double(std::fabs(place(got) - place(rounded)));
}

// The largest differences of a function.
struct Worst {
    double ulp = 0, distance = 0, at = 0, with = 0;

    template <class T, class Wide> void note(T got, Wide want, double x, double y = 0) {
        double e = error(got, want);
        distance = std::fmax(distance, e == 0 ? 0 : steps(got, want));
        if (e > ulp) ulp = e, at = x, with = y;
    }

    void print(const char *name) const {
        std::printf("%s %.3f %.0f at %a, %a\n", name, ulp, distance, at, with);
    }
};

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
    Worst worst;
    each_float(step, [&](float x) { worst.note(tested(x), exact(double(x)), x); });
    worst.print(name);
}

template <class F, class G> static void float2(const char *name, F tested, G exact) {
    Worst worst;
    unsigned long long state = 1;
    each_float(step, [&](float x) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        unsigned word = unsigned(state >> 32);
        if (word & 1) word = (word & 0x81ffffffu) | 0x3f000000u;
        float y;
        std::memcpy(&y, &word, sizeof y);
        worst.note(tested(x, y), exact(double(x), double(y)), x, y);
    });
    worst.print(name);
}

template <class F, class G> static void double1(const char *name, F tested, G exact) {
    Worst worst;
    each_double(step, [&](double x) { worst.note(tested(x), exact((long double)x), x); });
    worst.print(name);
}

// Pairs of doubles: the second of any magnitude, or within 2^12 of the first.
template <class F, class G> static void double2(const char *name, F tested, G exact) {
    Worst worst;
    unsigned long long state = 3;
    each_double(step, [&](double x) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        unsigned long long bits = state ^ state >> 29;
        double y;
        std::memcpy(&y, &bits, sizeof y);
        if (bits & 1) y = std::ldexp((double(state >> 11) * 0x1p-53 + 0.5) * x, int(state >> 4 & 15) - 8);
        worst.note(tested(x, y), exact((long double)x, (long double)y), x, y);
    });
    worst.print(name);
}

static void double_pow() {
    Worst worst;
    unsigned long long state = 2;
    each_double(step, [&](double x) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        double y = (double(state >> 11) * 0x1p-53 - 0.5) * (state & 1024 ? 4.0 : 1500.0);
        if (state & 512) y = std::rint(y);
        worst.note(device::pow(x, y), powl(x, y), x, y);
    });
    worst.print("pow");
}

// What is right or wrong, nothing between: prints the function, infinite if `wrong`.
static void print_exact(const char *name, bool wrong) {
    std::printf("%s %s\n", name, wrong ? "inf inf" : "0.000 0");
}

// Powers of two, exponents, whole parts and whole numbers.
#define PARTS(name, T, suffix) \
    static void name() { \
        bool wrong[8] = {}; \
        unsigned long long state = 4; \
        each_double(step, [&](double argument) { \
            T x = T(argument), whole, wanted_whole; \
            state = state * 6364136223846793005ull + 1442695040888963407ull; \
            int n = int(state >> 32) % 2200, exponent = 0, wanted = 0; \
            wrong[0] |= error(device::ldexp##suffix(x, n), (long double)std::ldexp(x, n)) != 0; \
            T part = device::frexp##suffix(x, &exponent), wanted_part = std::frexp(x, &wanted); \
            wrong[1] |= (std::isfinite(x) && exponent != wanted) || error(part, (long double)wanted_part) != 0; \
            part = device::modf##suffix(x, &whole), wanted_part = std::modf(x, &wanted_whole); \
            wrong[2] |= error(whole, (long double)wanted_whole) != 0 || error(part, (long double)wanted_part) != 0; \
            wrong[3] |= device::ilogb##suffix(x) != std::ilogb(x); \
            if (!(std::fabs(x) < T(1ll << 62))) return; \
            wrong[4] |= device::lround##suffix(x) != std::lround(x); \
            wrong[5] |= device::llround##suffix(x) != std::llround(x); \
            wrong[6] |= device::lrint##suffix(x) != std::lrint(x); \
            wrong[7] |= device::llrint##suffix(x) != std::llrint(x); \
        }); \
        const char *names[] = {"ldexp" #suffix,  "frexp" #suffix,   "modf" #suffix,  "ilogb" #suffix, \
                               "lround" #suffix, "llround" #suffix, "lrint" #suffix, "llrint" #suffix}; \
        for (int i = 0; i < 8; ++i) print_exact(names[i], wrong[i]); \
    }
PARTS(double_parts, double, )
PARTS(float_parts, float, f)

// The lengths of vectors and their reciprocals; the further components follow from the first two.
static void norms() {
    auto length = [](long double x, long double y, long double z, long double w) {
        return sqrtl(x * x + y * y + z * z + w * w);
    };
#define NORMS(shape, type, suffix, wide) \
    shape("rhypot" #suffix, [](type x, type y) { return device::rhypot##suffix(x, y); }, \
          [=](wide x, wide y) { return 1 / length(x, y, 0, 0); }); \
    shape("norm3d" #suffix, [](type x, type y) { return device::norm3d##suffix(x, y, y / 2); }, \
          [=](wide x, wide y) { return length(x, y, type(y) / 2, 0); }); \
    shape("rnorm3d" #suffix, [](type x, type y) { return device::rnorm3d##suffix(x, y, y / 2); }, \
          [=](wide x, wide y) { return 1 / length(x, y, type(y) / 2, 0); }); \
    shape("norm4d" #suffix, [](type x, type y) { return device::norm4d##suffix(x, y, y / 2, x / 4); }, \
          [=](wide x, wide y) { return length(x, y, type(y) / 2, type(x) / 4); }); \
    shape("rnorm4d" #suffix, [](type x, type y) { return device::rnorm4d##suffix(x, y, y / 2, x / 4); }, \
          [=](wide x, wide y) { return 1 / length(x, y, type(y) / 2, type(x) / 4); });
    NORMS(float2, float, f, double)
    NORMS(double2, double, , long double)
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
    DOUBLE2(atan2) DOUBLE2(hypot) DOUBLE2(fmod) DOUBLE2(remainder)
    // A difference is rounded correctly; that of long doubles would be rounded twice.
    double2("fdim", [](double x, double y) { return device::fdim(x, y); },
            [](long double x, long double y) { return (long double)std::fdim(double(x), double(y)); });
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
    float_parts();
    double_pow();
    norms();
    double1("normcdf", [](double x) { return device::normcdf(x); }, [](long double x) { return erfcl(-x * sqrtl(0.5l)) / 2; });
    float1("normcdff", device::normcdff, [](double x) { return erfcl(-x * sqrtl(0.5l)) / 2; });
    // CUDA documents the logarithm outside of the interval that has most of its zeros.
    auto counts = [](double x) { return !(x > -10.0001 && x < -2.264); };
    double1("lgamma", [=](double x) { return counts(x) ? device::lgamma(x) : 0; },
            [=](long double x) { return counts(double(x)) ? ::lgammal(x) : 0; });
    float1("lgammaf", [=](float x) { return counts(x) ? device::lgammaf(x) : 0; },
           [=](double x) { return counts(x) ? ::lgammal(x) : 0; });
    DOUBLE1(tgamma)
    float1("tgammaf", device::tgammaf, [](double x) { return ::tgammal(x); });
    return 0;
}
