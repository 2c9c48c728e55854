#include "kernels/median_kernel.hpp"

#include <cmath>  // std::sqrt
#include <vector>

#include "core/passes.hpp"
#include "core/real.hpp"
#include "kernels/squared_distance.hpp"
#include "linalg/order.hpp"

namespace posenc {

Steps median_kernel(const Matrix& table, double bandwidth, MedianKernel& out) {
  constexpr double kEntry = 40;  // cost of an entry that is looked at
  const std::size_t n = table.rows;
  Matrix& k = out.values;
  out.sigma = 0;
  co_yield zeros(k, n, n);
  std::vector<double> pairs;
  pairs.reserve(n * (n - 1) / 2);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      pairs.push_back(k(i, j) = k(j, i) = squared_distance(table.row(i), table.row(j), table.cols));
      if (j % 64 == 0) co_yield (64 * (10 * static_cast<double>(table.cols) + kEntry));
    }
  }
  Ranked middle;
  co_yield rank_steps(pairs, pairs.size() / 2, middle);
  double median = middle.at;
  if (pairs.size() % 2 == 0) median = (median + middle.before) / 2;
  if (median == 0) co_return;
  const double sigma = bandwidth * std::sqrt(median);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) k(i, j) = real::exp(-k(i, j) / (2 * sigma * sigma));
    co_yield (10 * kEntry * static_cast<double>(n));
  }
  out.sigma = sigma;
}

}  // namespace posenc
