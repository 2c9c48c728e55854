// Products of matrices, row-major float64. `out` must not overlap the factors.
//
// Error of an entry at most (inner + 2)·2^-53·Σ|a||b|·|factor|. The same bits on every compiler and
// engine (block_product.hpp).
#pragma once
#include <cstddef>

#include "core/steps.hpp"
#include "linalg/block_product.hpp"

namespace posenc {

// out (rows, cols) = factor · A (rows, inner) · B (inner, cols), some rows at a time; the others
// are the whole of it.
Steps multiply_steps(double factor, Entries a, std::size_t rows, std::size_t inner, Entries b,
                     std::size_t cols, double* out);
double cost_of_product(std::size_t rows, std::size_t inner, std::size_t cols);

// out (rows, cols) = factor · A (rows, inner) · B (inner, cols)
void multiply(double factor, const double* a, std::size_t rows, std::size_t inner, const double* b,
              std::size_t cols, double* out);
// out (rows, cols) = factor · A (rows, inner) · Bᵀ, B (cols, inner)
void multiply_by_transpose(double factor, const double* a, std::size_t rows, std::size_t inner,
                           const double* b, std::size_t cols, double* out);
// out (rows, cols) = factor · Aᵀ · B, A (inner, rows), B (inner, cols)
void multiply_transposed(double factor, const double* a, std::size_t inner, std::size_t rows,
                         const double* b, std::size_t cols, double* out);

}  // namespace posenc
