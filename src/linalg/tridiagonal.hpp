// A symmetric matrix as Q·T·Qᵀ with a tridiagonal T, and products with that Q.
//
// Householder reflections, a panel of columns at a time: within a panel the rest of the matrix is
// only multiplied by vectors, then it is brought up to date by one product of matrices (Dongarra,
// Hammarling & Sorensen 1989; LAPACK's dsytrd). Q stays a product of reflections and is applied in
// blocks (Schreiber & Van Loan 1989). 4/3·n³ operations, and 2·n² for each vector. It is a part of
// symmetric_eigenpairs.hpp, which has the times relative to Eigen's.
#pragma once
#include <cstddef>
#include <vector>

#include "core/progress.hpp"
#include "linalg/views.hpp"

namespace posenc {

struct Tridiagonal {
  std::vector<double> diagonal, beside;  // (n), (n - 1)
};

class TridiagonalForm {
 public:
  // `a` (n, n) symmetric, entries below 2^400 and either 0 or above 2^-400: scale it. Its lower
  // triangle in columns, which is the upper one in rows, is read.
  TridiagonalForm(std::vector<double> a, std::size_t n);

  // T becomes known. What is left of a matrix of low rank is noise after a while: below
  // 2^-53·‖A‖_F·√n it is dropped, but for its tridiagonal part.
  void reduce(const Progress& = {});
  const Tridiagonal& tridiagonal() const { return t_; }

  // X ← Q·X, X with columns of length n.
  void transform(const Columns& x) const;

 private:
  Columns matrix() { return {a_.data(), n_, n_, n_}; }
  double* column(std::size_t j) { return a_.data() + j * n_; }
  const double* column(std::size_t j) const { return a_.data() + j * n_; }
  bool negligible_from(std::size_t first) const;
  void reduce_column(std::size_t first, std::size_t j);

  std::size_t n_;
  std::size_t reflections_ = 0;
  // reflection j is I - tau_[j]·v·vᵀ; v_0 … v_j = 0, v_j+1 = 1, the rest is in column j of a_
  std::vector<double> a_, tau_;
  std::vector<double> w_;             // (panel, n): A ← A - V·Wᵀ - W·Vᵀ is still to be done
  std::vector<double> left_, right_;  // V W and W V of a panel
  double noise_ = 0;                  // squared norm of what may be dropped
  Tridiagonal t_;
};

}  // namespace posenc
