#include "linalg/tridiagonal_ql.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt, std::fabs

#include "linalg/columns.hpp"

namespace posenc {
namespace {

double length(double x, double y) {  // √(x² + y²) without underflow
  const double large = std::max(std::fabs(x), std::fabs(y));
  if (large == 0) return 0;
  const double ratio = std::min(std::fabs(x), std::fabs(y)) / large;
  return large * std::sqrt(1 + ratio * ratio);
}

// One step on rows first … last, where the matrix is not split.
void step(double* d, double* e, std::size_t first, std::size_t last, const Columns& basis) {
  const double half = (d[first + 1] - d[first]) / (2 * e[first]);
  const double root = length(half, 1);
  double g = d[last] - d[first] + e[first] / (half + (half < 0 ? -root : root));
  double s = 1, c = 1, shift = 0;
  for (std::size_t i = last; i-- > first;) {
    const double f = s * e[i], b = c * e[i], r = length(f, g);
    if (i + 1 < last) e[i + 1] = r;
    if (r == 0) {  // the matrix splits here: the rest needs a step of its own
      d[i + 1] -= shift;
      return;
    }
    s = f / r, c = g / r;
    g = d[i + 1] - shift;
    const double turned = (d[i] - g) * s + 2 * c * b;
    shift = s * turned;
    d[i + 1] = g + shift;
    g = c * turned - b;
    if (basis.data != nullptr)
      rotate_columns(basis.column(i), basis.column(i + 1), basis.rows, c, s);
  }
  d[first] -= shift;
  e[first] = g;
}

}  // namespace

void settle_eigenvalue(double* diagonal, double* beside, std::size_t n, std::size_t first,
                       double negligible, const Columns& basis) {
  constexpr int kMostSteps = 64;  // two are typical
  for (int steps = 0; steps < kMostSteps; ++steps) {
    std::size_t last = first;
    while (last + 1 < n && std::fabs(beside[last]) > negligible) ++last;
    if (last == first) break;
    step(diagonal, beside, first, last, basis);
  }
  if (first + 1 < n) beside[first] = 0;
}

void eigenvalues_of(Tridiagonal& t) {
  const std::size_t n = t.diagonal.size();
  double norm = 0;
  for (const double x : t.diagonal) norm = std::max(norm, std::fabs(x));
  for (const double x : t.beside) norm = std::max(norm, std::fabs(x));
  for (std::size_t i = 0; i < n; ++i) {
    settle_eigenvalue(t.diagonal.data(), t.beside.data(), n, i, norm * 0x1p-54, {});
  }
}

}  // namespace posenc
