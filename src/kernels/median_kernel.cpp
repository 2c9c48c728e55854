#include "kernels/median_kernel.hpp"

#include <cmath>  // std::sqrt
#include <vector>

#include "core/real.hpp"
#include "kernels/squared_distance.hpp"
#include "linalg/order.hpp"

namespace posenc {

MedianKernel median_kernel(const Matrix& table, double bandwidth) {
  const std::size_t n = table.rows;
  MedianKernel out{Matrix::zeros(n, n)};
  Matrix& k = out.values;
  std::vector<double> pairs;
  pairs.reserve(n * (n - 1) / 2);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j)
      pairs.push_back(k(i, j) = k(j, i) = squared_distance(table.row(i), table.row(j), table.cols));
  }
  const Ranked middle = ranked(pairs, pairs.size() / 2);
  double median = middle.at;
  if (pairs.size() % 2 == 0) median = (median + middle.before) / 2;
  if (median == 0) return out;
  const double sigma = bandwidth * std::sqrt(median);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) k(i, j) = real::exp(-k(i, j) / (2 * sigma * sigma));
  }
  out.sigma = sigma;
  return out;
}

}  // namespace posenc
