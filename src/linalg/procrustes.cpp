#include "linalg/procrustes.hpp"

#include <utility>
#include <vector>

#include "linalg/eigenpairs.hpp"
#include "linalg/products.hpp"
#include "linalg/reflections.hpp"

namespace posenc {

// With YᵀX = U·S·Vᵀ the first p columns of Q are U·Vᵀ; what Y has outside the span of U meets zero
// columns of X. V comes from (YᵀX)ᵀU = V·S, whose columns are orthogonal but for rounding.
double procrustes(ConstMatrixView x, ConstMatrixView y) {
  constexpr std::size_t kRowsAtOnce = 256;
  double out = 0;
  if (x.cols > y.cols) std::swap(x, y);  // the distance is symmetric
  const std::size_t n = x.rows, p = x.cols, q = y.cols;
  if (p == 0 || n == 0) {
    for (std::size_t e = 0; e < y.size(); ++e) out += y.data[e] * y.data[e];
    return out;
  }
  Matrix cross = Matrix::zeros(q, p), v = Matrix::zeros(p, p);
  multiply(1, transposed(y), x, cross.data.data());
  const Matrix u = singular_pairs(cross, p).vectors;  // (p, q)
  multiply(1, u, cross, v.data.data());
  orthonormalise(v);

  std::vector<double> seen, narrow, wide;
  const auto add_squares = [&out](const double* from, const std::vector<double>& near) {
    for (std::size_t e = 0; e < near.size(); ++e) out += (from[e] - near[e]) * (from[e] - near[e]);
  };
  for (std::size_t first = 0, rows; first < n; first += rows) {
    rows = std::min(kRowsAtOnce, n - first);
    seen.resize(rows * p), narrow.resize(rows * p), wide.resize(rows * q);
    multiply(1, y.part(first, rows), transposed(u), seen.data());
    multiply(1, in_rows(seen, p), v, narrow.data());
    multiply(1, in_rows(seen, p), u, wide.data());
    add_squares(x.row(first), narrow);
    add_squares(y.row(first), wide);
  }
  return out;
}

}  // namespace posenc
