// Products of matrices, row-major float64. `out` must not overlap the factors.
//
// Error of an entry at most (inner + 2)·2^-53·Σ|a||b|·|factor|. The same bits on every compiler and
// engine (block_product.hpp).
#pragma once
#include <cstddef>
#include <span>

#include "core/steps.hpp"
#include "linalg/block_product.hpp"

namespace posenc {

// add_product (block_product.hpp) in steps: some rows and columns and whole runs of the inner index
// at a time, so that the bits are those of the whole.
Steps add_product_steps(double factor, const StridedView& a, const StridedView& b,
                        const Columns& c);

// out (rows, cols) = factor · A (rows, inner) · B (inner, cols): in steps, at once, and at once
// without an allocation. For the last the workspace has product_workspace(cols, inner, rows)
// numbers. What is in steps looks at the views until its end: `co_yield` keeps a view that is made
// in its expression.
Steps multiply_steps(double factor, const StridedView& a, const StridedView& b, double* out);
void multiply(double factor, const StridedView& a, const StridedView& b, double* out);
void multiply(double factor, const StridedView& a, const StridedView& b, double* out,
              std::span<double> workspace);
double cost_of_product(std::size_t rows, std::size_t inner, std::size_t cols);

}  // namespace posenc
