// Eigenvalues and eigenvectors of symmetric matrices, and singular values of tables.
//
// Eigenvalues come in descending order; eigenvectors as rows, largest entry positive. Backward
// stable: an eigenvalue is off by at most about n·2^-52 of the largest one, so smaller ones are
// noise. Numbers are finite, below 1e300 in size.
//
// symmetric_eigenpairs.hpp and singular_pairs.hpp say why these are not Eigen's. A Toeplitz matrix
// is solved by two problems of half its size; Eigen's solver, which does not know what it is, takes
// 24.0 times as long in WebAssembly and 9.2 natively (W4a stationary).
#pragma once
#include <cstddef>
#include <memory>
#include <vector>

#include "core/sizes.hpp"
#include "core/steps.hpp"
#include "linalg/spectrum.hpp"

namespace posenc {

// One of the problems below, in steps of some tens of milliseconds.
class Eigenproblem {
 public:
  // `a` symmetric; it is copied, as a table is, by the first steps. `kept` leading eigenvectors,
  // 0 = values only.
  static Eigenproblem symmetric(ConstMatrixView a, std::size_t kept);
  // Of the symmetric Toeplitz matrix with this first row: its eigenvectors are symmetric or
  // skew-symmetric under reversal, so two problems of half the size give all of them.
  static Eigenproblem toeplitz(std::vector<double> first_row, std::size_t kept);
  // Singular values of an (n, d) table, descending, min(n, d) of them, and left singular vectors
  // (rows of `vectors`, length n).
  static Eigenproblem singular(ConstMatrixView table, std::size_t kept);

  // Does a step, and gives the fraction done; 1 at the end.
  double advance();
  // Of the last step, and of all of them as far as that is known before.
  double cost() const { return step_; }
  double expected_cost() const { return cost_; }
  // once done
  Spectrum take() { return std::move(*result_); }

 private:
  Eigenproblem(std::unique_ptr<Spectrum> result, Steps steps, double cost)
      : result_(std::move(result)), steps_(std::move(steps)), cost_(cost) {}
  std::unique_ptr<Spectrum> result_;
  Steps steps_;
  double cost_, done_ = 0, step_ = 0;
};

// The float64 numbers that they hold at a time, their result among them and what they copy: at most
// these, and at least a quarter of them (tests/linalg/eigenpairs_memory_test.cpp).
Count symmetric_pairs_hold(Count n, Count kept);
Count singular_pairs_hold(Count n, Count d, Count kept);

// The whole of it.
Spectrum eigenpairs(ConstMatrixView a, std::size_t kept);
Spectrum toeplitz_eigenpairs(const std::vector<double>& first_row, std::size_t kept);
Spectrum singular_pairs(ConstMatrixView table, std::size_t kept);

}  // namespace posenc
