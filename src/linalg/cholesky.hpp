// A = L·Lᵀ of a symmetric positive definite matrix, solutions by it, and its condition.
//
// A panel of columns at a time; what is right of it is brought up to date by products of matrices.
// n³/3 multiplications. The same bits on every compiler and engine.
//
// Eigen's LLT of 64 to 1024 rows takes 1.6 to 1.9 times as long in WebAssembly and 0.8 to 1.3
// natively (Cholesky); measured on 2026-11-28. It makes analysis.wasm 6 % larger, and its bits are
// others on arm64; tests/bench/README.md has the conditions.
#pragma once
#include <cstddef>
#include <vector>

#include "linalg/views.hpp"

namespace posenc {

class Cholesky {
 public:
  // `a` (n, n) in columns; its lower triangle is read.
  Cholesky(std::vector<double> a, std::size_t n) : a_(std::move(a)), n_(n) {}

  void factor();
  // whether factor() came to its end: no pivot was 0, negative or lost
  bool positive() const { return positive_; }

  // x ← A⁻¹·x of one vector. Backward stable: within (3n + 1)·2^-53 of the size of A.
  void solve(double* x) const;

  // 1/‖A⁻¹‖₁, estimated from a few solutions (Hager 1984; Higham 1988, LAPACK's dlacn2): never less
  // than the true one.
  double inverse_norm() const;

 private:
  ConstColumns matrix() const { return {a_.data(), n_, n_, n_}; }
  Columns matrix() { return {a_.data(), n_, n_, n_}; }

  std::vector<double> a_;
  std::size_t n_;
  bool positive_ = true;
};

}  // namespace posenc
