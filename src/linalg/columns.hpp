// Sums over the columns of a matrix, four columns at a time. They are limited by memory rather than
// by arithmetic. The order of the additions is fixed, so the bits are the same everywhere. The
// reductions of tridiagonal.hpp and bidiagonal.hpp are made of them.
#pragma once
#include <cstddef>

#include "linalg/views.hpp"

namespace posenc {

double dot(const double* x, const double* y, std::size_t n);

// out[c] = column c of A · x
void dot_columns(const ConstColumns& a, const double* x, double* out);

// y -= Σ_c x[c · step] · column c of A
void subtract_columns(const ConstColumns& a, const double* x, std::size_t step, double* y);

// y = A·x for the symmetric A (n, n) of which the lower triangle is read; one pass over it
void symmetric_product(const ConstColumns& a, const double* x, double* y);

// (x, y) ← (c·x - s·y, s·x + c·y)
void rotate_columns(double* x, double* y, std::size_t n, double c, double s);

}  // namespace posenc
