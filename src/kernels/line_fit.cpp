#include "kernels/line_fit.hpp"

#include <algorithm>
#include <cstddef>

#include "core/real.hpp"

namespace posenc {

std::optional<LineFit> fit_line(const std::vector<double>& x, const std::vector<double>& y) {
  // rounding would give equal numbers a spread
  if (x.empty() || std::ranges::min(x) == std::ranges::max(x)) return std::nullopt;
  const auto n = static_cast<double>(x.size());
  double mx = 0, my = 0;
  for (std::size_t i = 0; i < x.size(); ++i) mx += x[i] / n, my += y[i] / n;
  double xx = 0, xy = 0, yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mx) * (x[i] - mx);
    xy += (x[i] - mx) * (y[i] - my);
    yy += (y[i] - my) * (y[i] - my);
  }
  return LineFit{xy / xx, yy > 0 ? xy * xy / (xx * yy) : 1};
}

std::optional<double> log_slope(const std::vector<double>& x, const std::vector<double>& y) {
  std::vector<double> log_x, log_y;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!(x[i] > 0 && y[i] > 0)) return std::nullopt;
    log_x.push_back(real::log(x[i]));
    log_y.push_back(real::log(y[i]));
  }
  const std::optional<LineFit> fit = fit_line(log_x, log_y);
  return fit ? std::optional(fit->slope) : std::nullopt;
}

}  // namespace posenc
