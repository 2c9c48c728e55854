// Products of matrices, row-major float64. `out` must not overlap the factors.
//
// Error of an entry at most (inner + 2)·2^-53·Σ|a||b|·|factor|. The same bits on every compiler and
// engine (block_product.hpp).
#pragma once
#include <cstddef>
#include <span>

#include "linalg/block_product.hpp"

namespace posenc {

// out (rows, cols) = factor · A (rows, inner) · B (inner, cols): with a workspace of its own, and
// without an allocation, where the workspace has product_workspace(cols, inner, rows) numbers.
void multiply(double factor, const StridedView& a, const StridedView& b, double* out);
void multiply(double factor, const StridedView& a, const StridedView& b, double* out,
              std::span<double> workspace);

}  // namespace posenc
