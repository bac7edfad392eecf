// SPDX-License-Identifier: Apache-2.0
// Structs with constructors, up to 16 bytes: all of one to three members of seven types, and those of four members of four
// sizes that have padding at their end. They are returned by value, selected, and merged after branches and in loops; the
// device computes what the host does, which is compiled without optimisation.
#include "check.cuh"
#include <cstring>

#define BOTH __host__ __device__

template <class T> BOTH T changed(T x) { return T(int(x) ^ 1); }

typedef unsigned long long Digest;
template <class T> BOTH Digest digest(T x) { return Digest(static_cast<long long>(x) + 7); }

template <class A> struct One {
    A a;
    BOTH One(A a, int) : a(a) {}
    explicit BOTH One(int n) : a(A(n)) {}
};
template <class A, class B> struct Two {
    A a;
    B b;
    BOTH Two(A a, B b) : a(a), b(b) {}
    explicit BOTH Two(int n) : a(A(n)), b(B(0)) {}
};
template <class A, class B, class C> struct Three {
    A a;
    B b;
    C c;
    BOTH Three(A a, B b, C c) : a(a), b(b), c(c) {}
    explicit BOTH Three(int n) : a(A(n)), b(B(0)), c(C(0)) {}
};
template <class A, class B, class C, class D> struct Four {
    A a;
    B b;
    C c;
    D d;
    BOTH Four(A a, B b, C c, D d) : a(a), b(b), c(c), d(d) {}
    explicit BOTH Four(int n) : a(A(n)), b(B(0)), c(C(0)), d(D(0)) {}
};

template <class A> BOTH One<A> next(One<A> s) { return One<A>(changed(s.a), 0); }
template <class A, class B> BOTH Two<A, B> next(Two<A, B> s) { return Two<A, B>(changed(s.a), changed(s.b)); }
template <class A, class B, class C> BOTH Three<A, B, C> next(Three<A, B, C> s) {
    return Three<A, B, C>(changed(s.a), changed(s.b), changed(s.c));
}
template <class A, class B, class C, class D> BOTH Four<A, B, C, D> next(Four<A, B, C, D> s) {
    return Four<A, B, C, D>(changed(s.a), changed(s.b), changed(s.c), changed(s.d));
}
template <class A> BOTH Digest sum(One<A> s) { return digest(s.a); }
template <class A, class B> BOTH Digest sum(Two<A, B> s) { return digest(s.a) + 31 * digest(s.b); }
template <class A, class B, class C> BOTH Digest sum(Three<A, B, C> s) {
    return digest(s.a) + 31 * digest(s.b) + 961 * digest(s.c);
}
template <class A, class B, class C, class D> BOTH Digest sum(Four<A, B, C, D> s) {
    return digest(s.a) + 31 * digest(s.b) + 961 * digest(s.c) + 29791 * digest(s.d);
}

template <class S> BOTH bool less(S x, S y) { return x.a < y.a; }

// Where only some members are read, the compiler has most to gain, and to lose.
template <class S> BOTH Digest selected(int n) {
    S x(n);
    S y = next(x);
    S z = less(x, y) ? y : x;
    return digest(z.a);
}
template <class S> BOTH Digest merged(int n) {
    S x(n);
    S y = next(x);
    S z = x;
    if (n & 1) {
        z = y;
    } else if (n & 2) {
        z = next(y);
    }
    return sum(z);
}
template <class S> BOTH Digest repeated(int n) {
    S x(n);
    S y = next(x);
    S z = x;
#pragma unroll 1
    for (int step = 0; step < n; ++step) z = less(z, y) ? next(z) : next(y);
    return sum(z);
}

const int THREADS = 4;
const int WAYS = 3;

// One layout: on the host, and on the device one kernel.
template <class S> BOTH void computed(int n, Digest *out) {
    out[WAYS * n] = selected<S>(n);
    out[WAYS * n + 1] = merged<S>(n);
    out[WAYS * n + 2] = repeated<S>(n);
}
template <class S> __global__ void on_the_device(Digest *out) { computed<S>(threadIdx.x, out); }

static Digest *device;
static int layouts;

template <class S, bool wanted> struct Layout {
    static void check() {}
};
template <class S> struct Layout<S, true> {
    static void check() {
        Digest expected[THREADS * WAYS], got[THREADS * WAYS];
        for (int n = 0; n < THREADS; ++n) computed<S>(n, expected);
        CHECK(cudaMemset(device, 0xff, sizeof(got)) == cudaSuccess); // a result that is not written must not pass
        on_the_device<S><<<1, THREADS>>>(device);
        CHECK(cudaMemcpy(got, device, sizeof(got), cudaMemcpyDeviceToHost) == cudaSuccess);
        bool same = std::memcmp(got, expected, sizeof(got)) == 0;
        if (!same) std::printf("wrong: %s\n", __PRETTY_FUNCTION__);
        CHECK(same);
        ++layouts;
    }
};
template <class S> void check() { Layout<S, sizeof(S) <= 16>::check(); }

template <class S, class Last> void check_padded() {
    const size_t end = offsetof(S, d) + sizeof(Last);
    Layout<S, sizeof(S) <= 16 && (sizeof(S) > end)>::check();
}

#define EACH_TYPE(DO) DO(bool) DO(char) DO(short) DO(int) DO(float) DO(double) DO(long)
#define EACH_SIZE(DO) DO(char) DO(short) DO(int) DO(long)

template <class A, class B> void two_or_three() {
    check<Two<A, B>>();
#define THREE(C) check<Three<A, B, C>>();
    EACH_TYPE(THREE)
}
template <class A> void up_to_three() {
    check<One<A>>();
#define TWO(B) two_or_three<A, B>();
    EACH_TYPE(TWO)
}
template <class A, class B, class C> void four() {
#define FOUR(D) check_padded<Four<A, B, C, D>, D>();
    EACH_SIZE(FOUR)
}
template <class A, class B> void four_after_two() {
#define THIRD(C) four<A, B, C>();
    EACH_SIZE(THIRD)
}
template <class A> void four_after_one() {
#define SECOND(B) four_after_two<A, B>();
    EACH_SIZE(SECOND)
}

int main() {
    CHECK(cudaMalloc(&device, sizeof(Digest) * THREADS * WAYS) == cudaSuccess);
#define FIRST(A) up_to_three<A>();
    EACH_TYPE(FIRST)
#define FIRST_OF_FOUR(A) four_after_one<A>();
    EACH_SIZE(FIRST_OF_FOUR)
    std::printf("%d layouts\n", layouts);
    return verdict();
}
