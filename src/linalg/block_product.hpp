// Products of matrices, float64 or float32, with the same bits on every compiler and engine: each
// entry is summed in the order of the inner index, in runs of 256 whose sums are added to the
// result one after the other, whatever the width of the vectors.
//
// It is our own because Eigen divides that sum by the sizes of the machine's caches. Eigen's takes
// 2.1 times as long in WebAssembly and 0.9 natively (product 512); for a Gram matrix it takes 2.0
// times as long in WebAssembly and 1.0 natively (W3a general).
#pragma once
#include <cstddef>
#include <span>

namespace posenc {

// Entry (i, j) is at data[i·down + j·across]: row-major, column-major, transposed or a part.
template <class T>
struct EntriesOf {
  const T* data;
  std::size_t down, across;
};
using Entries = EntriesOf<double>;

// Numbers of the workspace that a product of these sizes, or of smaller ones, takes: at most
// 163,840.
std::size_t product_workspace(std::size_t rows, std::size_t inner, std::size_t cols);

// C += factor · A (rows, inner) · B (inner, cols); C in columns, each `stride` after the one
// before, and not overlapping the factors. Allocates nothing. Error of an entry at most (inner +
// 2)·u·Σ|a||b|·|factor| beside the rounding of the sum with C, u = 2^-53 or 2^-24.
template <class T>
void add_product(T factor, EntriesOf<T> a, EntriesOf<T> b, std::size_t rows, std::size_t inner,
                 std::size_t cols, T* c, std::size_t stride, std::span<T> workspace);
extern template void add_product(double, Entries, Entries, std::size_t, std::size_t, std::size_t,
                                 double*, std::size_t, std::span<double>);
extern template void add_product(float, EntriesOf<float>, EntriesOf<float>, std::size_t,
                                 std::size_t, std::size_t, float*, std::size_t, std::span<float>);

// The same with a workspace of its own.
void add_product(double factor, Entries a, Entries b, std::size_t rows, std::size_t inner,
                 std::size_t cols, double* c, std::size_t stride);

}  // namespace posenc
