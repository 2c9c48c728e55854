#include "kernels/correlation.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt
#include <cstdint>

#include "core/passes.hpp"
#include "linalg/order.hpp"

namespace posenc {
namespace {

constexpr double kTie = 1e-12;

}  // namespace

std::optional<double> correlation(const std::vector<double>& x, const std::vector<double>& y) {
  const auto [x_low, x_high] = std::ranges::minmax(x);
  const auto [y_low, y_high] = std::ranges::minmax(y);
  if (x_high - x_low <= kTie || y_high - y_low <= kTie) return std::nullopt;
  const auto n = static_cast<double>(x.size());
  double mx = 0, my = 0, xx = 0, xy = 0, yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) mx += x[i], my += y[i];
  mx /= n, my /= n;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mx) * (x[i] - mx);
    xy += (x[i] - mx) * (y[i] - my);
    yy += (y[i] - my) * (y[i] - my);
  }
  return xy / (std::sqrt(xx) * std::sqrt(yy));
}

std::vector<double> ranks(const std::vector<double>& x) {
  const std::vector<std::uint32_t> order = order_of(x);
  std::vector<double> out(x.size());
  for (std::size_t first = 0, last; first < x.size(); first = last) {
    last = first + 1;
    while (last < x.size() && x[order[last]] - x[order[last - 1]] <= kTie) ++last;
    for (std::size_t k = first; k < last; ++k)
      out[order[k]] = static_cast<double>(first + last - 1) / 2;
  }
  return out;
}

}  // namespace posenc
