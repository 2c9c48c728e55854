// Products of matrices, float64 or float32, with the same bits on every compiler and engine: each
// entry is summed in the order of the inner index, in runs of 256 whose sums are added to the
// result one after the other, whatever the width of the vectors.
//
// It is our own because Eigen divides that sum by the sizes of the machine's caches. Eigen's takes
// 1.5 to 1.7 times as long in WebAssembly and 0.9 natively (square product) for 64 to 1024 rows,
// measured on 2026-11-28. For a Gram matrix, without packets in WebAssembly, it takes 2.0 times as
// long in WebAssembly and 1.0 natively (W3a general).
#pragma once
#include <cstddef>
#include <span>

#include "linalg/views.hpp"

namespace posenc {

// Numbers of the workspace that a product of these sizes, or of smaller ones, takes: at most
// 163,840.
std::size_t product_workspace(std::size_t rows, std::size_t inner, std::size_t cols);

// C += factor · A (rows, inner) · B (inner, cols); C must not overlap the factors. Allocates
// nothing. Error of an entry at most (inner + 2)·u·Σ|a||b|·|factor| beside the rounding of the sum
// with C, u = 2^-53 or 2^-24.
template <class T>
void add_product(T factor, StridedViewOf<T> a, StridedViewOf<T> b, ColumnsOf<T> c,
                 std::span<T> workspace);
extern template void add_product(double, StridedView, StridedView, Columns, std::span<double>);
extern template void add_product(float, StridedViewOf<float>, StridedViewOf<float>,
                                 ColumnsOf<float>, std::span<float>);

// The same with a workspace of its own.
void add_product(double factor, const StridedView& a, const StridedView& b, const Columns& c);

}  // namespace posenc
