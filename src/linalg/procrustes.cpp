#include "linalg/procrustes.hpp"

#include <utility>
#include <vector>

#include "linalg/eigenpairs.hpp"
#include "linalg/products.hpp"
#include "linalg/reflections.hpp"

namespace posenc {

// With YᵀX = U·S·Vᵀ the first p columns of Q are U·Vᵀ; what Y has outside the span of U meets zero
// columns of X. V comes from (YᵀX)ᵀU = V·S, whose columns are orthogonal but for rounding.
Steps procrustes_steps(const double* x, std::size_t p, const double* y, std::size_t q,
                       std::size_t n, double& out) {
  out = 0;
  if (p > q) {  // the distance is symmetric
    std::swap(x, y);
    std::swap(p, q);
  }
  if (p == 0 || n == 0) {
    for (std::size_t e = 0; e < n * q; ++e) out += y[e] * y[e];
    co_return;
  }
  std::vector<double> cross(q * p);
  co_yield multiply_steps(1, {y, 1, q}, q, n, {x, p, 1}, p, cross.data());
  Eigenproblem problem = Eigenproblem::singular(cross.data(), q, p, p);
  while (problem.advance() < 1) co_yield problem.cost();
  const std::vector<double> u = problem.take().vectors;  // (p, q)
  std::vector<double> v(p * p);
  co_yield multiply_steps(1, {u.data(), q, 1}, p, q, {cross.data(), p, 1}, p, v.data());
  co_yield orthonormalise(v, p, p);

  std::vector<double> seen, narrow, wide;
  for (std::size_t first = 0, rows; first < n; first += rows) {
    const double each = 2 * cost_of_product(1, q, p) + cost_of_product(1, p, p);
    rows = items_a_step(each, n - first);
    seen.resize(rows * p), narrow.resize(rows * p), wide.resize(rows * q);
    multiply_by_transpose(1, y + first * q, rows, q, u.data(), p, seen.data());
    multiply(1, seen.data(), rows, p, v.data(), p, narrow.data());
    multiply(1, seen.data(), rows, p, u.data(), q, wide.data());
    for (std::size_t e = 0; e < rows * p; ++e) {
      const double rest = x[first * p + e] - narrow[e];
      out += rest * rest;
    }
    for (std::size_t e = 0; e < rows * q; ++e) {
      const double rest = y[first * q + e] - wide[e];
      out += rest * rest;
    }
    co_yield each* static_cast<double>(rows);
  }
}

double procrustes(const double* x, std::size_t p, const double* y, std::size_t q, std::size_t n) {
  double distance = 0;
  procrustes_steps(x, p, y, q, n, distance).finish();
  return distance;
}

}  // namespace posenc
