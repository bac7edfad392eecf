// SPDX-License-Identifier: Apache-2.0
//
// jdsspmv: y = A x for a sparse matrix in jagged diagonals: rows are sorted by length, and the k-th numbers of all rows lie
// behind one another; one thread a row.
//
// Class: cache. spmv of the Equalizer and Mascar papers, in the layout of Parboil's: columns and values are read coalesced, each
// once, and x is gathered. Starts of diagonals and the length of the longest row of each warp are in constant memory. The matrix
// has the pattern of Parboil's largest, `Dubcova3`: bicubic finite elements on a square of 128 x 128 elements with the boundary
// taken away, 146,689 rows of 16, 28 and 49 numbers. Eight CTAs of 6 warps.
//
// Arguments: elements of a side.
#include "harness.cuh"

#include <algorithm>
#include <numeric>

const int THREADS = 192;
const int WARP = 32;
const int MAX_DIAGONALS = 64, MAX_WARPS = 8192;
const int DEGREE = 3;                                     // of the polynomials
const int LONGEST_ROW = (2 * DEGREE + 1) * (2 * DEGREE + 1); // of a corner that four elements share

__constant__ int diagonal[MAX_DIAGONALS]; // where the k-th numbers of the rows start
__constant__ int length[MAX_WARPS];       // numbers of the longest row of a warp

__global__ void __launch_bounds__(THREADS, 8)
    multiply(const int *columns, const float *values, const int *order, const float *x, float *y, int rows) {
    int row = blockIdx.x * THREADS + threadIdx.x;
    if (row >= rows) return;
    int numbers = length[row / WARP];
    float sum = 0;
    // A number and its column are loaded while x is gathered for the one before.
    int at = diagonal[0] + row, column = columns[at];
    float value = values[at];
#pragma unroll 1
    for (int k = 1; k < numbers; ++k) {
        at = diagonal[k] + row;
        int next_column = columns[at];
        float next_value = values[at];
        sum += value * x[column];
        column = next_column;
        value = next_value;
    }
    y[order[row]] = sum + value * x[column];
}

/// The matrix as lists of its rows: `columns[r]` of row r ascending, with `values[r]`.
struct Rows {
    std::vector<std::vector<int>> columns;
    std::vector<std::vector<float>> values;
};

/// Neighbours of a node on a line of elements: the nodes of all elements that it is in, ends of the line left out.
static std::pair<int, int> coupled(int node, int elements) {
    int global = node + 1, first = global / DEGREE * DEGREE;
    int low = global % DEGREE ? first : first - DEGREE, high = first + DEGREE;
    return {std::max(low, 1) - 1, std::min(high, elements * DEGREE - 1) - 1};
}

static Rows finite_elements(int elements) {
    Lcg random(82);
    int side = elements * DEGREE - 1;
    Rows matrix;
    for (int row = 0; row < side * side; ++row) {
        std::pair<int, int> down = coupled(row / side, elements), across = coupled(row % side, elements);
        std::vector<int> columns;
        for (int i = down.first; i <= down.second; ++i)
            for (int j = across.first; j <= across.second; ++j) columns.push_back(i * side + j);
        matrix.values.push_back(random_floats(random, columns.size(), -1, 1));
        matrix.columns.push_back(columns);
    }
    return matrix;
}

/// Rows in order of length, longest first, those of a warp padded to the longest of it.
struct JaggedDiagonals {
    std::vector<int> columns, diagonal, length, order;
    std::vector<float> values;
};

static JaggedDiagonals jagged(const Rows &rows) {
    JaggedDiagonals all;
    int count = int(rows.columns.size());
    all.order.resize(count);
    std::iota(all.order.begin(), all.order.end(), 0);
    auto numbers = [&](int row) { return rows.columns[row].size(); };
    std::stable_sort(all.order.begin(), all.order.end(), [&](int a, int b) { return numbers(a) > numbers(b); });
    for (int row = 0; row < count; row += WARP) all.length.push_back(int(numbers(all.order[row])));
    for (int k = 0; k < all.length[0]; ++k) {
        all.diagonal.push_back(int(all.columns.size()));
        for (int row = 0; row < count && all.length[row / WARP] > k; ++row) {
            int from = all.order[row];
            bool there = size_t(k) < numbers(from);
            all.columns.push_back(there ? rows.columns[from][k] : 0);
            all.values.push_back(there ? rows.values[from][k] : 0);
        }
    }
    return all;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"elements", 128, 2, 170, 1}});
    Rows matrix = finite_elements(sizes[0]);
    JaggedDiagonals all = jagged(matrix);
    int rows = int(all.order.size());
    Lcg random(83);
    std::vector<float> x = random_floats(random, rows, -1, 1);

    CUDA_CHECK(cudaMemcpyToSymbol(diagonal, all.diagonal.data(), all.diagonal.size() * sizeof(int)));
    CUDA_CHECK(cudaMemcpyToSymbol(length, all.length.data(), all.length.size() * sizeof(int)));
    int *columns = to_device(all.columns), *order = to_device(all.order);
    float *values = to_device(all.values), *device_x = to_device(x), *device_y = zeros_on_device<float>(rows);
    multiply<<<blocks_for(rows, THREADS), THREADS>>>(columns, values, order, device_x, device_y, rows);
    FINISH_KERNELS();
    std::vector<float> y = take_from_device(device_y, rows);
    for (int *array : {columns, order}) CUDA_CHECK(cudaFree(array));
    for (float *array : {values, device_x}) CUDA_CHECK(cudaFree(array));

    std::vector<double> want(rows);
    for (int row = 0; row < rows; ++row) {
        for (size_t k = 0; k < matrix.columns[row].size(); ++k)
            want[row] += double(matrix.values[row][k]) * x[matrix.columns[row][k]];
    }
    // A sum of n terms below 1 is rounded n times and stays below n: at most n * n * 2^-24. Divided by n, that is n * 2^-24.
    double error = max_error(y, want, LONGEST_ROW);
    return verdict("jdsspmv", sizes, "largest error a term", error, LONGEST_ROW * std::pow(2, -24));
}
