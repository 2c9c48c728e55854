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

Steps correlation(const std::vector<double>& x, const std::vector<double>& y,
                  std::optional<double>& out) {
  out = std::nullopt;
  const auto [x_low, x_high] = std::ranges::minmax(x);
  const auto [y_low, y_high] = std::ranges::minmax(y);
  if (x_high - x_low <= kTie || y_high - y_low <= kTie) co_return;
  const auto n = static_cast<double>(x.size());
  double mx = 0, my = 0, xx = 0, xy = 0, yy = 0;
  co_yield in_parts(x.size(), kPass, [&](std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) mx += x[i], my += y[i];
  });
  mx /= n, my /= n;
  co_yield in_parts(x.size(), kPass, [&](std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) {
      xx += (x[i] - mx) * (x[i] - mx);
      xy += (x[i] - mx) * (y[i] - my);
      yy += (y[i] - my) * (y[i] - my);
    }
  });
  out = xy / (std::sqrt(xx) * std::sqrt(yy));
}

Steps ranks(const std::vector<double>& x, std::vector<double>& out) {
  std::vector<std::uint32_t> order;
  co_yield order_steps(x, order);
  co_yield zeros(out, x.size());
  for (std::size_t first = 0, last; first < x.size(); first = last) {
    last = first + 1;
    while (last < x.size() && x[order[last]] - x[order[last - 1]] <= kTie) ++last;
    for (std::size_t k = first; k < last; ++k)
      out[order[k]] = static_cast<double>(first + last - 1) / 2;
    co_yield (3 * kPass * static_cast<double>(last - first));
  }
}

}  // namespace posenc
