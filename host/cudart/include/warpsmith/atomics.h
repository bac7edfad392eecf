// SPDX-License-Identifier: Apache-2.0
// Atomic operations on global and shared memory. Each gives the old value.
#pragma once

#include <warpsmith/qualifiers.h>

// 32-bit and 64-bit integers: the same builtin serves both signs, except for minimum and maximum.
#define __WARPSMITH_ATOMIC__(name, type, builtin, raw) \
    __WARPSMITH_DEVICE__ type name(type *address, type value) { return (type)builtin((raw *)address, (raw)value); }

__WARPSMITH_ATOMIC__(atomicAdd, int, __nvvm_atom_add_gen_i, int)
__WARPSMITH_ATOMIC__(atomicAdd, unsigned int, __nvvm_atom_add_gen_i, int)
__WARPSMITH_ATOMIC__(atomicAdd, unsigned long long, __nvvm_atom_add_gen_ll, long long)
__WARPSMITH_ATOMIC__(atomicAdd, float, __nvvm_atom_add_gen_f, float)

__WARPSMITH_ATOMIC__(atomicExch, int, __nvvm_atom_xchg_gen_i, int)
__WARPSMITH_ATOMIC__(atomicExch, unsigned int, __nvvm_atom_xchg_gen_i, int)
__WARPSMITH_ATOMIC__(atomicExch, unsigned long long, __nvvm_atom_xchg_gen_ll, long long)

__WARPSMITH_ATOMIC__(atomicMin, int, __nvvm_atom_min_gen_i, int)
__WARPSMITH_ATOMIC__(atomicMin, unsigned int, __nvvm_atom_min_gen_ui, unsigned int)
__WARPSMITH_ATOMIC__(atomicMin, long long, __nvvm_atom_min_gen_ll, long long)
__WARPSMITH_ATOMIC__(atomicMin, unsigned long long, __nvvm_atom_min_gen_ull, unsigned long long)

__WARPSMITH_ATOMIC__(atomicMax, int, __nvvm_atom_max_gen_i, int)
__WARPSMITH_ATOMIC__(atomicMax, unsigned int, __nvvm_atom_max_gen_ui, unsigned int)
__WARPSMITH_ATOMIC__(atomicMax, long long, __nvvm_atom_max_gen_ll, long long)
__WARPSMITH_ATOMIC__(atomicMax, unsigned long long, __nvvm_atom_max_gen_ull, unsigned long long)

__WARPSMITH_ATOMIC__(atomicAnd, int, __nvvm_atom_and_gen_i, int)
__WARPSMITH_ATOMIC__(atomicAnd, unsigned int, __nvvm_atom_and_gen_i, int)
__WARPSMITH_ATOMIC__(atomicAnd, unsigned long long, __nvvm_atom_and_gen_ll, long long)

__WARPSMITH_ATOMIC__(atomicOr, int, __nvvm_atom_or_gen_i, int)
__WARPSMITH_ATOMIC__(atomicOr, unsigned int, __nvvm_atom_or_gen_i, int)
__WARPSMITH_ATOMIC__(atomicOr, unsigned long long, __nvvm_atom_or_gen_ll, long long)

__WARPSMITH_ATOMIC__(atomicXor, int, __nvvm_atom_xor_gen_i, int)
__WARPSMITH_ATOMIC__(atomicXor, unsigned int, __nvvm_atom_xor_gen_i, int)
__WARPSMITH_ATOMIC__(atomicXor, unsigned long long, __nvvm_atom_xor_gen_ll, long long)

// Count up and start again at 0 beyond the limit; count down and start again at the limit.
__WARPSMITH_ATOMIC__(atomicInc, unsigned int, __nvvm_atom_inc_gen_ui, unsigned int)
__WARPSMITH_ATOMIC__(atomicDec, unsigned int, __nvvm_atom_dec_gen_ui, unsigned int)
#undef __WARPSMITH_ATOMIC__

// PTX has no subtraction; unsigned negation makes it an addition for every value.
__WARPSMITH_DEVICE__ int atomicSub(int *address, int value) { return atomicAdd(address, (int)(0u - (unsigned int)value)); }
__WARPSMITH_DEVICE__ unsigned int atomicSub(unsigned int *address, unsigned int value) { return atomicAdd(address, 0u - value); }

__WARPSMITH_DEVICE__ float atomicExch(float *address, float value) {
    return __builtin_bit_cast(float, atomicExch((int *)address, __builtin_bit_cast(int, value)));
}

__WARPSMITH_DEVICE__ int atomicCAS(int *address, int compare, int value) {
    return __nvvm_atom_cas_gen_i(address, compare, value);
}
__WARPSMITH_DEVICE__ unsigned int atomicCAS(unsigned int *address, unsigned int compare, unsigned int value) {
    return (unsigned int)__nvvm_atom_cas_gen_i((int *)address, (int)compare, (int)value);
}
__WARPSMITH_DEVICE__ unsigned long long atomicCAS(unsigned long long *address, unsigned long long compare,
                                                  unsigned long long value) {
    return (unsigned long long)__nvvm_atom_cas_gen_ll((long long *)address, (long long)compare, (long long)value);
}

// A loop, as no GPU of this generation has the instruction. Programs for it bring their own function of this name, and that
// is preferred to a template.
template <class = void> __WARPSMITH_DEVICE__ double atomicAdd(double *address, double value) {
    unsigned long long *bits = (unsigned long long *)address;
    unsigned long long seen = *(volatile unsigned long long *)bits, expected;
    do {
        expected = seen;
        double sum = __builtin_bit_cast(double, expected) + value;
        seen = atomicCAS(bits, expected, __builtin_bit_cast(unsigned long long, sum));
    } while (seen != expected);
    return __builtin_bit_cast(double, seen);
}

// Scopes. The device and the system see an operation at once, so that the wider and the narrower forms are the same.
#define __WARPSMITH_SCOPED__(name)                                                                                 \
    template <class T, class... V> __WARPSMITH_DEVICE__ T name##_block(T *address, V... values) {                  \
        return name(address, values...);                                                                           \
    }                                                                                                              \
    template <class T, class... V> __WARPSMITH_DEVICE__ T name##_system(T *address, V... values) {                 \
        return name(address, values...);                                                                           \
    }
__WARPSMITH_SCOPED__(atomicAdd)
__WARPSMITH_SCOPED__(atomicSub)
__WARPSMITH_SCOPED__(atomicExch)
__WARPSMITH_SCOPED__(atomicMin)
__WARPSMITH_SCOPED__(atomicMax)
__WARPSMITH_SCOPED__(atomicInc)
__WARPSMITH_SCOPED__(atomicDec)
__WARPSMITH_SCOPED__(atomicCAS)
__WARPSMITH_SCOPED__(atomicAnd)
__WARPSMITH_SCOPED__(atomicOr)
__WARPSMITH_SCOPED__(atomicXor)
#undef __WARPSMITH_SCOPED__
