// SPDX-License-Identifier: Apache-2.0
// The mathematical functions that exist on the device, by name and shape. Each includer defines the macros for the
// shapes; they are undefined at the end. A function that is not listed is not there, and a call of it does not compile.
//   BOTH1, BOTH2        one or two floats to a float, with and without the suffix f, and the same for double

// Exact: the result is the rounded or the only one.
__WARPSMITH_BOTH1__(sqrt)
__WARPSMITH_BOTH1__(fabs)
__WARPSMITH_BOTH1__(floor)
__WARPSMITH_BOTH1__(ceil)
__WARPSMITH_BOTH1__(trunc)
__WARPSMITH_BOTH1__(rint)
__WARPSMITH_BOTH1__(nearbyint)
__WARPSMITH_BOTH1__(round)
__WARPSMITH_BOTH2__(fmin)
__WARPSMITH_BOTH2__(fmax)
__WARPSMITH_BOTH2__(copysign)
__WARPSMITH_BOTH1__(logb)
__WARPSMITH_BOTH2__(fdim)
__WARPSMITH_BOTH2__(fmod)
__WARPSMITH_BOTH2__(remainder)
__WARPSMITH_BOTH2__(nextafter)

// Within a few units of the last place: tests/math.rs says how many.
__WARPSMITH_BOTH1__(exp)
__WARPSMITH_BOTH1__(exp2)
__WARPSMITH_BOTH1__(exp10)
__WARPSMITH_BOTH1__(expm1)
__WARPSMITH_BOTH1__(log)
__WARPSMITH_BOTH1__(log2)
__WARPSMITH_BOTH1__(log10)
__WARPSMITH_BOTH1__(log1p)
__WARPSMITH_BOTH2__(pow)
__WARPSMITH_BOTH1__(sin)
__WARPSMITH_BOTH1__(cos)
__WARPSMITH_BOTH1__(tan)
__WARPSMITH_BOTH1__(asin)
__WARPSMITH_BOTH1__(acos)
__WARPSMITH_BOTH1__(atan)
__WARPSMITH_BOTH2__(atan2)
__WARPSMITH_BOTH1__(sinh)
__WARPSMITH_BOTH1__(cosh)
__WARPSMITH_BOTH1__(tanh)
__WARPSMITH_BOTH2__(hypot)
__WARPSMITH_BOTH1__(asinh)
__WARPSMITH_BOTH1__(acosh)
__WARPSMITH_BOTH1__(atanh)
__WARPSMITH_BOTH1__(sinpi)
__WARPSMITH_BOTH1__(cospi)
__WARPSMITH_BOTH1__(erf)
__WARPSMITH_BOTH1__(erfc)
__WARPSMITH_BOTH1__(cbrt)
__WARPSMITH_BOTH1__(rcbrt)
__WARPSMITH_BOTH1__(rsqrt)
__WARPSMITH_BOTH1__(lgamma)
__WARPSMITH_BOTH1__(tgamma)

#undef __WARPSMITH_BOTH1__
#undef __WARPSMITH_BOTH2__
