#include "kernels/positive_definite.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt, std::fabs

#include "core/real.hpp"
#include "kernels/cosine_starts.hpp"
#include "kernels/frequency_grid.hpp"
#include "linalg/cosine_sums.hpp"
#include "linalg/eigenpairs.hpp"

namespace posenc {

LeastEigenvalue least_eigenvalue(const std::vector<double>& first_row) {
  const std::vector<double> values = toeplitz_eigenpairs(first_row, 0).values;
  const double size = std::max(std::fabs(values.front()), std::fabs(values.back()));
  return {values.back(), static_cast<double>(values.size()) * 0x1p-51 * size};
}

// A bound on ‖t - k‖ for every k of the cone: with y such that ⟨y, cos ω·⟩ <= 0 for all ω in the
// band, ⟨t, y⟩ = ⟨t - k, y⟩ + ⟨k, y⟩ <= ‖t - k‖·‖y‖. A residual r is such a y except for a small
// positive maximum G of its correlation; subtracting G/q_0 at lag 0 removes it everywhere. G is
// bounded between points of a finer grid of step h by Bernstein's inequality: the correlation is a
// cosine polynomial of degree N, so it exceeds its larger neighbour by h²N²/8·max|g| at most, and
// max|g| exceeds that over the grid by 1/cos(hN/2) at most (Ehlich & Zeller 1964).
std::optional<double> least_square_of_any(const CosineProblem& problem,
                                          const std::vector<double>& residual) {
  const double root = problem.root[0];
  if (problem.lags[0] != 0 || root == 0) return std::nullopt;
  const double degree = problem.lags.back();
  std::size_t half = 64;
  while (static_cast<double>(half) < 64 * degree && half < (std::size_t{1} << 20)) half *= 2;
  const double h = kPi / static_cast<double>(half);
  std::vector<double> weighted(residual.size());
  for (std::size_t i = 0; i < residual.size(); ++i) weighted[i] = problem.root[i] * residual[i];
  CosineSums sums;
  std::vector<double> g;
  sums.make(half);
  const std::vector<double> dense = by_lag(problem, weighted);
  sums.sums(dense, g);
  double largest = 0, highest = 0;
  for (std::size_t k = 0; k <= half; ++k) {
    largest = std::max(largest, std::fabs(g[k]));
    if (static_cast<double>(k) * h <= problem.maximum + h) highest = std::max(highest, g[k]);
  }
  const double slack = h * h * degree * degree / 8;  // 1/cos(x) <= 1/(1 - x²/2), x = hN/2
  highest += slack * largest / (1 - slack);
  std::vector<double> y = residual;
  y[0] -= highest / root;
  double product = 0;
  for (std::size_t i = 0; i < y.size(); ++i) product += problem.root[i] * problem.target[i] * y[i];
  const double size = std::sqrt(square_of(y));
  return size > 0 && product > 0 ? product * product / (size * size) : 0;
}

}  // namespace posenc
