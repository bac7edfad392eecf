#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Computes the numbers in include/warpsmith/math_coefficients.h and prints that file.

    tools/coefficients.py > include/warpsmith/math_coefficients.h

A polynomial interpolates its function at the Chebyshev nodes of its interval, which is within a small factor of the
best approximation. Everything is computed with 60 decimal digits and rounded once.
"""

import struct
from decimal import Decimal, getcontext
from fractions import Fraction

getcontext().prec = 60
D = Decimal


def series(term, x):
    """Sum of term(n, x) for n = 0, 1, ... until the terms vanish."""
    total, n = D(0), 0
    while True:
        t = term(n, x)
        total += t
        if n > 4 and abs(t) < D(10) ** -58:
            return total
        n += 1


def factorial(n):
    return D(1) if n < 2 else n * factorial(n - 1)


def arctan(x):
    """Arc tangent, |x| <= 1: three halvings of the angle, then the power series."""
    for _ in range(3):
        x = x / (1 + (1 + x * x).sqrt())
    return 8 * series(lambda n, y: (-1) ** n * y ** (2 * n + 1) / (2 * n + 1), x)


PI = 4 * arctan(D(1))


def sin(x):
    return series(lambda n, y: (-1) ** n * y ** (2 * n + 1) / factorial(2 * n + 1), x)


def cos(x):
    return series(lambda n, y: (-1) ** n * y ** (2 * n) / factorial(2 * n), x)


def arcsin(x):
    return arctan(x / (1 + (1 - x * x).sqrt())) * 2


def erf(x):
    return 2 / PI.sqrt() * series(lambda n, y: (-1) ** n * y ** (2 * n + 1) / (factorial(n) * (2 * n + 1)), x)


def scaled_erfc(t):
    """(1 + 2 a) exp(a^2) erfc(a) for t = (a - 4) / (a + 4), by the series or by the continued fraction."""
    a = 4 * (1 + t) / (1 - t)
    if a < 3:
        complement = (a * a).exp() * (1 - erf(a))
    else:
        fraction = a
        for n in range(600, 0, -1):
            fraction = a + D(n) / 2 / fraction
        complement = 1 / (fraction * PI.sqrt())
    return (1 + 2 * a) * complement


def bernoulli(count):
    """The first numbers of Bernoulli with even index, from B(2)."""
    numbers = []
    for m in range(2 * count + 1):
        choose, total = 1, Fraction(0)
        for k in range(m):
            total += choose * numbers[k]
            choose = choose * (m + 1 - k) // (k + 1)
        numbers.append(Fraction(1) if m == 0 else -total / (m + 1))
    return numbers[2::2]


def stirling(count):
    """Coefficients of Stirling's series of ln(gamma(x)), of 1/x, 1/x^3, ..."""
    return [D(b.numerator) / D(b.denominator) / (2 * k * (2 * k - 1)) for k, b in enumerate(bernoulli(count), 1)]


STIRLING = stirling(30)


def lgamma(x):
    """Logarithm of the gamma function for x > 0, by Stirling's series far away."""
    shift = D(1)
    while x < 80:
        shift *= x
        x += 1
    terms = sum(c / x ** (2 * n + 1) for n, c in enumerate(STIRLING))
    return (x - D(1) / 2) * x.ln() - x + (2 * PI).ln() / 2 + terms - shift.ln()


def interpolate(function, low, high, degree):
    """Coefficients of the interpolating polynomial, lowest first."""
    low, high = D(low), D(high)
    n = degree + 1
    nodes = [(low + high) / 2 + (high - low) / 2 * cos(PI * (2 * k + 1) / (2 * n)) for k in range(n)]
    table = [function(x) for x in nodes]
    for order in range(1, n):  # divided differences, in place
        for k in range(n - 1, order - 1, -1):
            table[k] = (table[k] - table[k - 1]) / (nodes[k] - nodes[k - order])
    poly = [D(0)]
    for k in range(n - 1, -1, -1):  # Newton's form to powers
        shifted = [D(0)] + poly
        poly = [s - nodes[k] * p for s, p in zip(shifted, poly + [D(0)])]
        poly[0] += table[k]
    return poly[:n]


def as_float(x):
    return struct.unpack("f", struct.pack("f", float(x)))[0]


def literal(x, single):
    if single:
        text = as_float(x).hex()
    else:
        text = float(x).hex()
    mantissa, exponent = text.split("p")
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa}p{exponent}" + ("f" if single else "")


def polynomial(name, comment, coefficients, single):
    """A macro that evaluates the polynomial by Horner's rule with fused multiply-adds."""
    fma = "__builtin_fmaf" if single else "__builtin_fma"
    text = literal(coefficients[-1], single)
    for c in reversed(coefficients[:-1]):
        text = f"{fma}({text}, x, {literal(c, single)})"
    print(f"\n// {comment}\n#define __WARPSMITH_{name}__(x) \\\n    {text}")


def parts(name, comment, value, count, single, bits=None):
    """A number as the unevaluated sum of `count` floating-point numbers, the first ones cut to `bits` bits."""
    print(f"\n// {comment}")
    for k in range(count):
        part = float(value)
        if single:
            part = as_float(value)
        if bits and k < count - 1:
            mask = (1 << (23 - bits)) - 1 if single else (1 << (52 - bits)) - 1
            kind, code = ("f", "I") if single else ("d", "Q")
            (raw,) = struct.unpack(code, struct.pack(kind, part))
            (part,) = struct.unpack(kind, struct.pack(code, raw & ~mask))
        print(f"#define __WARPSMITH_{name}_{k}__ {literal(D(part), single)}")
        value -= D(part)


def words(name, comment, value, count):
    """The first `64 * count` bits behind the binary point."""
    print(f"\n// {comment}\n#define __WARPSMITH_{name}__ \\")
    text = []
    for _ in range(count):
        value *= 1 << 64
        word = int(value)
        value -= word
        text.append(f"0x{word:016x}ull")
    print("    " + ", ".join(text))


def tail(function, removed, power):
    """What is left of a function after its first terms, divided by a power of the argument."""
    return lambda x: (function(x) - removed(x)) / x**power


def in_square(function):
    """A function of x that depends on x * x only, as a function of that."""
    return lambda s: function(s.sqrt())


def main():
    half = D(1) / 2
    log1p = lambda x: (1 + x).ln()
    low, high = half.sqrt() - 1 - D("1e-4"), D(2).sqrt() - 1 + D("1e-4")
    quarter = PI / 4 + D("1e-4")
    square = quarter * quarter
    tiny = D("1e-12")  # where the divided remainder is still exact in 60 digits
    ln2 = D(2).ln()
    middle = ln2 / 2 + D("1e-4")

    print("// SPDX-License-Identifier: Apache-2.0\n// Made by tools/coefficients.py; do not edit.\n#pragma once")

    parts("LN2F", "ln 2", ln2, 2, True, 15)
    parts("LN2", "ln 2", ln2, 2, False, 40)
    parts("LN2_FULL", "ln 2", ln2, 2, False)
    parts("LOG2EF", "log2 e", 1 / ln2, 2, True)
    parts("LOG2E", "log2 e", 1 / ln2, 2, False)
    parts("TWO_THIRDS", "2 / 3", D(2) / 3, 2, False)
    parts("LOG2_10F", "log2 10", D(10).ln() / ln2, 2, True)
    parts("LOG10EF", "log10 e", 1 / D(10).ln(), 2, True)
    parts("LOG10_2F", "log10 2", ln2 / D(10).ln(), 2, True, 15)
    parts("LOG10E", "log10 e", 1 / D(10).ln(), 2, False)
    parts("HALF_PIF", "pi / 2", PI / 2, 3, True)
    parts("HALF_PI", "pi / 2", PI / 2, 3, False)
    parts("LN10", "ln 10", D(10).ln(), 2, False)
    parts("TWO_OVER_ROOT_PI", "2 / sqrt(pi)", 2 / PI.sqrt(), 1, False)
    parts("HALF_LN_2PI", "ln(2 pi) / 2", (2 * PI).ln() / 2, 2, False)
    parts("TWO_OVER_PIF", "2 / pi", 2 / PI, 1, True)
    parts("TWO_OVER_PI", "2 / pi", 2 / PI, 1, False)
    getcontext().prec = 420
    words("TWO_OVER_PI_WORDS", "The bits of 2 / pi behind the binary point.", 2 / pi_digits(), 19)
    getcontext().prec = 60

    cubic = tail(log1p, lambda x: x - x * x / 2, 3)
    polynomial("LOG1PF", "(ln(1+x) - x + x^2/2) / x^3, sqrt(1/2) - 1 <= x <= sqrt(2) - 1",
               interpolate(cubic, low, high, 8), True)
    atanh = lambda s: ((1 + s) / (1 - s)).ln() / 2
    top = (high / (2 + high)) ** 2
    polynomial("ATANH", "(2 atanh(s) - 2 s - 2/3 s^3) / s^5 by x = s^2, for ln(1+f) with s = f / (2+f)",
               interpolate(in_square(tail(lambda s: 2 * atanh(s), lambda s: 2 * s + 2 * s**3 / 3, 5)), tiny, top, 8),
               False)
    polynomial("EXPM1F", "(exp(x) - 1 - x) / x^2, |x| <= ln(2) / 2",
               interpolate(tail(D.exp, lambda x: 1 + x, 2), -middle, middle, 5), True)
    polynomial("EXPM1", "(exp(x) - 1 - x) / x^2, |x| <= ln(2) / 2",
               interpolate(tail(D.exp, lambda x: 1 + x, 2), -middle, middle, 11), False)
    sine, cosine = tail(sin, lambda x: x, 3), tail(cos, lambda x: 1 - x * x / 2, 4)
    for name, single, degree in [("F", True, 2), ("", False, 6)]:
        polynomial(f"SIN{name}", "(sin(y) - y) / y^3 by x = y^2, |y| <= pi / 4",
                   interpolate(in_square(sine), tiny, square, degree), single)
        polynomial(f"COS{name}", "(cos(y) - 1 + y^2/2) / y^4 by x = y^2, |y| <= pi / 4",
                   interpolate(in_square(cosine), tiny, square, degree), single)
    polynomial("ATANF", "(atan(y) - y) / y^3 by x = y^2, |y| <= 1",
               interpolate(in_square(tail(arctan, lambda x: x, 3)), tiny, 1, 9), True)
    polynomial("ASINF", "(asin(y) - y) / y^3 by x = y^2, |y| <= 9/16",
               interpolate(in_square(tail(arcsin, lambda x: x, 3)), tiny, D("0.3165"), 6), True)
    polynomial("ATAN", "(atan(y) - y) / y^3 by x = y^2, |y| <= 1",
               interpolate(in_square(tail(arctan, lambda x: x, 3)), tiny, 1, 22), False)
    polynomial("ASIN", "(asin(y) - y) / y^3 by x = y^2, |y| <= 9/16",
               interpolate(in_square(tail(arcsin, lambda x: x, 3)), tiny, D("0.3165"), 15), False)
    polynomial("CBRT", "cube root of x, 1 <= x <= 8", interpolate(lambda x: (x.ln() / 3).exp(), 1, 8, 4), False)
    polynomial("SINH", "(sinh(y) - y) / y^3 by x = y^2, |y| <= 1",
               interpolate(in_square(tail(lambda x: (x.exp() - (-x).exp()) / 2, lambda x: x, 3)), tiny, 1, 8), False)
    rounded = D(float(2 / PI.sqrt()))
    polynomial("ERF", "erf(y) / y - 2 / sqrt(pi) by x = y^2, |y| <= 3/4",
               interpolate(in_square(lambda x: erf(x) / x - rounded), tiny, D("0.5626"), 12), False)
    polynomial("ERFCX", "(1 + 2 a) exp(a^2) erfc(a) by x = (a - 4) / (a + 4), 1/2 <= a <= 28",
               interpolate(scaled_erfc, D("-0.7778"), D("0.7501"), 24), False)
    polynomial("STIRLING", "Stirling's series of ln(gamma(y)), times y, by x = 1 / y^2", STIRLING[:8], False)
    polynomial("LGAMMA1", "ln(gamma(1 + x)) / x, -0.4 <= x <= 0.6",
               interpolate(lambda x: lgamma(1 + x) / x, D("-0.4001"), D("0.6"), 28), False)
    polynomial("LGAMMA2", "ln(gamma(2 + x)) / x, -0.6 <= x <= 1",
               interpolate(lambda x: lgamma(2 + x) / x, D("-0.6001"), D("1.0001"), 24), False)
    tanh = lambda x: 1 - 2 / ((2 * x).exp() + 1)
    for name, single, degree in [("F", True, 5), ("", False, 12)]:
        polynomial(f"TANH{name}", "(tanh(y) - y) / y^3 by x = y^2, |y| <= 0.6",
                   interpolate(in_square(tail(tanh, lambda x: x, 3)), tiny, D("0.361"), degree), single)


def pi_digits():
    """Pi to the context's precision, by Machin's formula."""
    def arccot(n):
        x = 1 / D(n)
        total, power, k = D(0), x, 1
        while abs(power) > D(10) ** -(getcontext().prec + 5):
            total += power / k if k % 4 == 1 else -power / k
            power *= x * x
            k += 2
        return total
    return 4 * (4 * arccot(5) - arccot(239))


if __name__ == "__main__":
    main()
