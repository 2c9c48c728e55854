// Sums over the columns of a matrix: what is limited by memory rather than by arithmetic, four
// columns at a time. The order of the additions is fixed, so bits are the same everywhere.
#pragma once
#include <cstddef>

#include "core/steps.hpp"

namespace posenc {

double dot(const double* x, const double* y, std::size_t n);
Steps dot_steps(const double* x, const double* y, std::size_t n, double& out);

// out[c] = column c of A · x, for `count` columns of length n, each `stride` after the one before
void dot_columns(const double* a, std::size_t stride, std::size_t n, std::size_t count,
                 const double* x, double* out);
// the same in steps
Steps dot_columns_steps(const double* a, std::size_t stride, std::size_t n, std::size_t count,
                        const double* x, double* out);

// y -= Σ_c x[c · step] · column c of A
void subtract_columns(const double* a, std::size_t stride, std::size_t n, std::size_t count,
                      const double* x, std::size_t step, double* y);

// y = A·x for the symmetric A (n, n) whose lower triangle is stored in columns; one pass over it
void symmetric_product(const double* a, std::size_t stride, std::size_t n, const double* x,
                       double* y);

// (x, y) ← (c·x - s·y, s·x + c·y)
void rotate_columns(double* x, double* y, std::size_t n, double c, double s);

}  // namespace posenc
