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
Steps add_product_steps(double factor, Entries a, Entries b, std::size_t rows, std::size_t inner,
                        std::size_t cols, double* c, std::size_t stride);

// out (rows, cols) = factor · A (rows, inner) · B (inner, cols), in steps; the others are the whole
// of it.
Steps multiply_steps(double factor, Entries a, std::size_t rows, std::size_t inner, Entries b,
                     std::size_t cols, double* out);
double cost_of_product(std::size_t rows, std::size_t inner, std::size_t cols);

// The same at once and without an allocation: `workspace` has product_workspace(cols, inner, rows)
// numbers. float64 or float32.
template <class T>
void multiply(T factor, EntriesOf<T> a, std::size_t rows, std::size_t inner, EntriesOf<T> b,
              std::size_t cols, T* out, std::span<T> workspace);
extern template void multiply(double, Entries, std::size_t, std::size_t, Entries, std::size_t,
                              double*, std::span<double>);
extern template void multiply(float, EntriesOf<float>, std::size_t, std::size_t, EntriesOf<float>,
                              std::size_t, float*, std::span<float>);

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
