// All eigenpairs of a symmetric tridiagonal matrix.
//
// Cuppen 1981 (Numer. Math. 36:177): halves are solved, then joined by a change of rank one, whose
// eigenvectors in the basis of the halves' are those of secular.hpp. Directions in which the joint
// changes nothing are left alone (Dongarra & Sorensen 1987; the criteria are those of LAPACK's
// dlaed2), which for kernels of low rank is most of them; the rest is a product of matrices, at
// most 4/3·n³ operations. It is a part of symmetric_eigenpairs.hpp, which has the times
// relative to Eigen's.
#pragma once
#include <cstddef>
#include <memory>
#include <vector>

#include "linalg/secular.hpp"
#include "linalg/tridiagonal.hpp"

namespace posenc {

class DivideAndConquer {
 public:
  // the `kept` largest eigenvalues' eigenvectors
  DivideAndConquer(Tridiagonal t, std::size_t kept);

  void solve();
  // Once solved: all eigenvalues, descending, and eigenvectors (kept, n).
  std::vector<double> take_values() { return std::move(values_); }
  Matrix take_vectors() { return std::move(vectors_); }

 private:
  struct Joint {
    std::size_t first, middle, last;
  };
  // what of a joint has to be solved: columns of basis_, ascending by their value
  struct Survivors {
    RankOneUpdate update;
    std::vector<std::size_t> column;
  };
  void divide(std::size_t first, std::size_t last);
  void solve_leaf(std::size_t first, std::size_t last);
  void deflate(const Joint&, Survivors&);
  void join(const Joint&);
  void sort(std::size_t first, std::size_t last);
  Columns basis() { return {basis_.get(), n_, n_, n_}; }
  double* column(std::size_t j) { return basis_.get() + j * n_; }

  std::size_t n_, kept_;
  std::vector<double> value_, beside_;  // of each column of basis_; of the matrix
  double norm_ = 0;
  std::vector<Joint> joints_;  // halves before the whole
  std::vector<Joint> leaves_;
  std::unique_ptr<double[]> basis_;  // eigenvectors of the parts solved so far, in columns
  std::vector<std::size_t> order_;   // within each part solved, columns by ascending value
  enum class Half : unsigned char { upper, both, lower };
  std::vector<Half> half_;  // where a column is not zero
  std::vector<double> values_;
  Matrix vectors_;
};

}  // namespace posenc
