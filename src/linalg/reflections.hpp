// Householder reflections I - τ·v·vᵀ with v_0 = 1, one by one and in blocks, and the QR
// decompositions made of them. singular_pairs.hpp and symmetric_eigenpairs.hpp need both.
//
// Eigen's HouseholderQR of 64 to 1024 rows takes 1.3 to 1.6 times as long in WebAssembly and 0.9 to
// 1.0 natively (QR), or 1.1 to 1.4 times as long in WebAssembly and 0.8 to 1.1 natively (QR of 64
// columns). Its Q takes 0.7 to 1.5 times as long in WebAssembly and 0.5 to 0.8 natively
// (orthonormal columns). Measured on 2026-11-28; tests/bench/README.md has the conditions.
#pragma once
#include <cstddef>
#include <vector>

#include "linalg/views.hpp"

namespace posenc {

// The reflection that takes x (n) to (first, 0, …, 0): x becomes its v. τ = 0, the identity, where
// the rest of x is 0, or so small (below 2^-450) that it is taken as 0.
struct Reflection {
  double tau, first;
};
Reflection make_reflection(double* x, std::size_t n);

// H_0·H_1 ⋯ = I - V·T·Vᵀ, T upper triangular (Schreiber & Van Loan 1989).
class ReflectionBlock {
 public:
  // Y ← the product, or its transpose, times Y (rows, cols)
  void apply(const Columns& y, bool reversed) const;

 private:
  friend struct StoredReflections;
  // T, once there is V (rows, width) in columns, zero above the ones of its diagonal
  void make(std::size_t rows, std::size_t width, const double* tau);
  ConstColumns v() const { return {v_.data(), rows_, width_, rows_}; }

  std::vector<double> v_, t_;
  std::size_t rows_ = 0, width_ = 0;
};

// Reflections whose v are stored in a matrix: v of the j-th in column j, from row j + offset on.
struct StoredReflections {
  const double* matrix;
  std::size_t stride, rows, offset;
  const double* tau;
  std::size_t count;

  void block(std::size_t first, std::size_t width, ReflectionBlock& out) const;
};
// X ← H_0·H_1 ⋯ X, X with columns of length `rows`.
void apply_reflections(StoredReflections, const Columns& x);

// A = Q·R for A (rows, cols), rows >= cols. The reflections of Q are stored in A with offset 0, R
// above them, and R's diagonal apart. Blocked as LAPACK's dgeqrf.
struct Triangular {
  std::vector<double> tau, diagonal;
};
void orthogonalise(const Columns& a, Triangular& out);

// The rows of a matrix that has at least as many columns are replaced by orthonormal ones that span
// the same, each in the direction of its own, the first of them changing least; a row of zeros by
// any.
void orthonormalise(Matrix& rows);

}  // namespace posenc
