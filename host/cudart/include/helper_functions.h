// SPDX-License-Identifier: Apache-2.0
// The helpers of CUDA's sample programs that need no GPU.
#pragma once

#include <helper_image.h>
#include <helper_string.h>
#include <helper_timer.h>
#include <math.h>
#include <stdio.h>

// Whether two arrays are equal but for an error norm of `epsilon`, relative to the reference.
inline bool sdkCompareL2fe(const float *reference, const float *data, unsigned int length, float epsilon) {
    double error = 0.0, norm = 0.0;
    for (unsigned int i = 0; i < length; ++i) {
        double difference = double(reference[i]) - data[i];
        error += difference * difference;
        norm += double(reference[i]) * reference[i];
    }
    return norm > 0.0 && sqrt(error / norm) < epsilon;
}
