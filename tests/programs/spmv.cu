// SPDX-License-Identifier: Apache-2.0
//
// spmv: y = A x for a sparse matrix in compressed rows, one thread a row.
//
// Class: cache. Row lengths follow a power law and rows are sorted by length, longest first, so that the
// lanes of a warp stay together. Neighbouring lanes read far apart in the column and value arrays: a warp
// keeps 16 to 64 lines alive and a CTA of 6 warps half an L1 or more, eight CTAs many times the L1. Towards
// the end the rows are short and the reuse is gone: there the kernel waits for latency. Columns lie in a
// band, so x itself is seldom missed.
//
// Arguments: rows longest_row.
#include "harness.cuh"

#include <algorithm>
#include <functional>

const int THREADS = 192;
const int SHORTEST_ROW = 6; // nonzeros
const int HALF_BAND = 96;   // columns

__global__ void __launch_bounds__(THREADS, 8)
    multiply(const int *first, const int *columns, const float *values, const float *x, float *y, int rows) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    int end = first[row + 1];
    float sum = 0;
#pragma unroll 1
    for (int i = first[row]; i < end; ++i) sum += values[i] * x[columns[i]];
    y[row] = sum;
}

struct Matrix {
    std::vector<int> first, columns;
    std::vector<float> values;
};

/// Pareto row lengths with exponent 2 (length = shortest / sqrt(u)), cut at `longest`; columns ascending
/// within the band.
static Matrix banded_power_law_matrix(int rows, int longest) {
    Lcg random(3);
    std::vector<int> lengths(rows);
    for (int &length : lengths) {
        length = std::min(longest, int(SHORTEST_ROW / std::sqrt(random.uniform(0.0001f, 1))));
    }
    std::sort(lengths.begin(), lengths.end(), std::greater<int>());
    Matrix matrix;
    matrix.first.push_back(0);
    for (int row = 0; row < rows; ++row) {
        int low = std::max(0, row - HALF_BAND), high = std::min(rows - 1, row + HALF_BAND);
        size_t start = matrix.columns.size();
        for (int i = 0; i < lengths[row]; ++i) {
            matrix.columns.push_back(low + random.below(high - low + 1));
            matrix.values.push_back(random.uniform(-1, 1));
        }
        std::sort(matrix.columns.begin() + start, matrix.columns.end());
        matrix.first.push_back(int(matrix.columns.size()));
    }
    return matrix;
}

static std::vector<double> multiply_on_cpu(const Matrix &matrix, const std::vector<float> &x) {
    std::vector<double> y;
    for (size_t row = 0; row + 1 < matrix.first.size(); ++row) {
        double sum = 0;
        for (int i = matrix.first[row]; i < matrix.first[row + 1]; ++i)
            sum += double(matrix.values[i]) * x[matrix.columns[i]];
        y.push_back(sum);
    }
    return y;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"rows", 46080, 1, 1 << 20, 1}, {"longest_row", 64, SHORTEST_ROW, 256, 1}});
    int rows = sizes[0];
    Matrix matrix = banded_power_law_matrix(rows, sizes[1]);
    Lcg random(4);
    std::vector<float> x = random_floats(random, rows, -1, 1);

    int *first = to_device(matrix.first), *columns = to_device(matrix.columns);
    float *values = to_device(matrix.values), *device_x = to_device(x),
          *device_y = zeros_on_device<float>(rows);
    multiply<<<blocks_for(rows, THREADS), THREADS>>>(first, columns, values, device_x, device_y, rows);
    FINISH_KERNELS();

    std::vector<float> y = take_from_device(device_y, rows);
    CUDA_CHECK(cudaFree(first));
    CUDA_CHECK(cudaFree(columns));
    CUDA_CHECK(cudaFree(values));
    CUDA_CHECK(cudaFree(device_x));
    // A sum of n terms below 1 is rounded n times and stays below n: at most n * n * 2^-24. Divided by n,
    // that is n * 2^-24.
    double longest = sizes[1];
    double error = max_error(y, multiply_on_cpu(matrix, x), longest);
    return verdict("spmv", sizes, "largest error a term", error, longest * std::pow(2, -24));
}
