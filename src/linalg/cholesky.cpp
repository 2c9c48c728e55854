#include "linalg/cholesky.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt, std::fabs

#include "linalg/block_product.hpp"
#include "linalg/columns.hpp"

namespace posenc {
namespace {

constexpr std::size_t kColumns = 48;  // factored one by one, before the rest is updated

double sum_of_sizes(const std::vector<double>& x) {
  double sum = 0;
  for (const double v : x) sum += std::fabs(v);
  return sum;
}

}  // namespace

void Cholesky::factor() {
  const Columns a = matrix();
  for (std::size_t first = 0; first < n_ && positive_; first += kColumns) {
    const std::size_t end = std::min(n_, first + kColumns);
    for (std::size_t j = first; j < end; ++j) {
      double* c = a.column(j) + j;
      subtract_columns(a.part(j, first, n_ - j, j - first), a.column(first) + j, n_, c);
      if (!(c[0] > 0)) {
        positive_ = false;
        return;
      }
      const double root = std::sqrt(c[0]);
      for (std::size_t i = 0; i < n_ - j; ++i) c[i] /= root;
      c[0] = root;
    }
    // the rest, some columns at a time: a little above the diagonal is written, and never read
    for (std::size_t at = end, cols; at < n_; at += cols) {
      cols = std::min(std::size_t{128}, n_ - at);
      const Columns left = a.part(at, first, n_ - at, end - first);
      add_product(-1, left, transposed(left.part(0, 0, cols, end - first)),
                  a.part(at, at, n_ - at, cols));
    }
  }
}

void Cholesky::solve(double* x) const {
  const ConstColumns a = matrix();
  for (std::size_t j = 0; j < n_; ++j) {
    x[j] /= a.column(j)[j];
    subtract_columns(a.part(j + 1, j, n_ - j - 1, 1), x + j, 1, x + j + 1);
  }
  for (std::size_t j = n_; j-- > 0;)
    x[j] = (x[j] - dot(a.column(j) + j + 1, x + j + 1, n_ - j - 1)) / a.column(j)[j];
}

double Cholesky::inverse_norm() const {
  const auto size = static_cast<double>(n_);
  double out = 0;
  if (n_ == 0) return out;
  // ‖A⁻¹x‖₁ is convex in x: from vertex to vertex of the unit ball, along its gradient
  std::vector<double> x(n_, 1 / size), y, z(n_);
  for (int round = 0; round < 5; ++round) {
    y = x;
    solve(y.data());
    out = std::max(out, sum_of_sizes(y));
    for (std::size_t i = 0; i < n_; ++i) z[i] = y[i] < 0 ? -1 : 1;
    solve(z.data());
    const auto steepest = std::ranges::max_element(z, {}, [](double v) { return std::fabs(v); });
    if (std::fabs(*steepest) <= dot(z.data(), x.data(), n_)) break;
    std::ranges::fill(x, 0.0);
    x[static_cast<std::size_t>(steepest - z.begin())] = 1;
  }
  // a vector that such a walk cannot miss by cancellation
  for (std::size_t i = 0; i < n_; ++i)
    x[i] = (i % 2 == 0 ? 1 : -1) * (1 + static_cast<double>(i) / std::max(size - 1, 1.0));
  solve(x.data());
  return std::max(out, 2 * sum_of_sizes(x) / (3 * size));
}

}  // namespace posenc
