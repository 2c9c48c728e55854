// Least squares of a straight line.
#pragma once
#include <optional>
#include <vector>

namespace posenc {

struct LineFit {
  double slope, r_squared;  // 1 - Σ(y - fit)²/Σ(y - ȳ)², and 1 if y is constant
};
// Fits y over x, lists of equal length; none if x is constant.
std::optional<LineFit> fit_line(const std::vector<double>& x, const std::vector<double>& y);

// The slope of ln y over ln x; none if a number is not above 0, or x is constant.
std::optional<double> log_slope(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace posenc
