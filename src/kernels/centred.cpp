#include "kernels/centred.hpp"

#include <algorithm>
#include <cmath>  // std::fabs, std::sqrt
#include <vector>

#include "core/passes.hpp"

namespace posenc {

Matrix centred(Matrix table) {
  const std::size_t n = table.rows, d = table.cols;
  std::vector<double> mean(d), largest(d), spread(d);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t c = 0; c < d; ++c) {
      mean[c] += table(i, c);
      largest[c] = std::max(largest[c], std::fabs(table(i, c)));
    }
  }
  for (double& m : mean) m /= static_cast<double>(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t c = 0; c < d; ++c) {
      table(i, c) -= mean[c];
      spread[c] = std::max(spread[c], std::fabs(table(i, c)));
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t c = 0; c < d; ++c)
      if (spread[c] <= static_cast<double>(n) * 0x1p-52 * largest[c]) table(i, c) = 0;
  }
  return table;
}

Matrix normalised(Matrix table) {
  const double square = sum_of_squares(table.data);
  if (square == 0) return {};
  const double norm = std::sqrt(square);
  for (double& x : table.data) x /= norm;
  return table;
}

}  // namespace posenc
