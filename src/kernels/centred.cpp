#include "kernels/centred.hpp"

#include <algorithm>
#include <cmath>  // std::fabs, std::sqrt
#include <vector>

#include "core/passes.hpp"

namespace posenc {

Steps centred(const Matrix& given, Matrix& table) {
  const std::size_t n = given.rows, d = given.cols;
  const double row = kPass * static_cast<double>(d);
  table.rows = n, table.cols = d;
  co_yield copied(given.data, table.data);
  std::vector<double> mean(d), largest(d), spread(d);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t c = 0; c < d; ++c) {
      mean[c] += table(i, c);
      largest[c] = std::max(largest[c], std::fabs(table(i, c)));
    }
    co_yield row;
  }
  for (double& m : mean) m /= static_cast<double>(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t c = 0; c < d; ++c) {
      table(i, c) -= mean[c];
      spread[c] = std::max(spread[c], std::fabs(table(i, c)));
    }
    co_yield row;
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t c = 0; c < d; ++c)
      if (spread[c] <= static_cast<double>(n) * 0x1p-52 * largest[c]) table(i, c) = 0;
    co_yield row;
  }
}

Steps normalised(const Matrix& given, Matrix& out) {
  double square = 0;
  co_yield sum_of_squares(given.data, square);
  out = {};
  if (square == 0) co_return;
  const double norm = std::sqrt(square);
  out.rows = given.rows, out.cols = given.cols;
  out.data.reserve(given.data.size());
  co_yield in_parts(given.data.size(), kPass, [&](std::size_t first, std::size_t end) {
    for (std::size_t e = first; e < end; ++e) out.data.push_back(given.data[e] / norm);
  });
}

}  // namespace posenc
