// SPDX-License-Identifier: Apache-2.0
#include <helper_functions.h>
#include <vector>

bool check(const float *in, const float *out, int n, float factor) {
    std::vector<float> expected(n);
    for (int i = 0; i < n; ++i) expected[i] = expf(in[i] / 1000.0f) * factor;
    return sdkCompareL2fe(expected.data(), out, n, 1e-5f);
}
