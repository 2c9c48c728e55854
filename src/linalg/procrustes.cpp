#include "linalg/procrustes.hpp"

#include <utility>
#include <vector>

#include "linalg/eigenpairs.hpp"
#include "linalg/products.hpp"
#include "linalg/reflections.hpp"

namespace posenc {

// With YᵀX = U·S·Vᵀ the first p columns of Q are U·Vᵀ; what Y has outside the span of U meets zero
// columns of X. V comes from (YᵀX)ᵀU = V·S, whose columns are orthogonal but for rounding.
Steps procrustes_steps(ConstMatrixView x, ConstMatrixView y, double& out) {
  out = 0;
  if (x.cols > y.cols) std::swap(x, y);  // the distance is symmetric
  const std::size_t n = x.rows, p = x.cols, q = y.cols;
  if (p == 0 || n == 0) {
    for (std::size_t e = 0; e < y.size(); ++e) out += y.data[e] * y.data[e];
    co_return;
  }
  Matrix cross = Matrix::zeros(q, p), v = Matrix::zeros(p, p);
  co_yield multiply_steps(1, transposed(y), x, cross.data.data());
  Eigenproblem problem = Eigenproblem::singular(cross, p);
  while (problem.advance() < 1) co_yield problem.cost();
  const Matrix u = problem.take().vectors;  // (p, q)
  co_yield multiply_steps(1, u, cross, v.data.data());
  co_yield orthonormalise(v);

  std::vector<double> seen, narrow, wide;
  const auto add_squares = [&out](const double* from, const std::vector<double>& near) {
    for (std::size_t e = 0; e < near.size(); ++e) out += (from[e] - near[e]) * (from[e] - near[e]);
  };
  for (std::size_t first = 0, rows; first < n; first += rows) {
    const double each = 2 * cost_of_product(1, q, p) + cost_of_product(1, p, p);
    rows = items_a_step(each, n - first);
    seen.resize(rows * p), narrow.resize(rows * p), wide.resize(rows * q);
    multiply(1, y.part(first, rows), transposed(u), seen.data());
    multiply(1, in_rows(seen, p), v, narrow.data());
    multiply(1, in_rows(seen, p), u, wide.data());
    add_squares(x.row(first), narrow);
    add_squares(y.row(first), wide);
    co_yield each* static_cast<double>(rows);
  }
}

double procrustes(ConstMatrixView x, ConstMatrixView y) {
  double distance = 0;
  procrustes_steps(x, y, distance).finish();
  return distance;
}

}  // namespace posenc
