#include "linalg/durbin.hpp"

#include <algorithm>
#include <cmath>  // std::fabs
#include <utility>

namespace posenc {

LeastEigenvalue::LeastEigenvalue(std::vector<double> first_row)
    : row_(std::move(first_row)), predictor_(row_.size()), reversed_(row_.size()) {
  double radius = 0;
  for (std::size_t i = 1; i < row_.size(); ++i) radius += 2 * std::fabs(row_[i]);
  const double scale = std::fabs(row_[0]) + radius;
  tolerance_ = 1e-12 * scale;
  high_ = row_[0];                       // the Rayleigh quotient of a unit vector
  low_ = row_[0] - radius - tolerance_;  // Gershgorin
  next_ = low_;
}

bool LeastEigenvalue::advance() {
  constexpr int kMostSteps = 60;
  if (row_.size() == 1 || high_ - low_ <= tolerance_ || steps_++ == kMostSteps) return false;
  const std::size_t n = row_.size();
  // [1, predictor] minimises vᵀ(T - λ)v over vectors that start with 1: that minimum is `error`
  double error = row_[0] - next_, square = 1;
  std::size_t order = 0;
  while (error > 0 && order + 1 < n) {
    ++order;
    double* a = predictor_.data();  // a[0 … order-2], then a[order-1] new
    double sum = row_[order];
    for (std::size_t i = 0; i + 1 < order; ++i) sum += a[i] * row_[order - 1 - i];
    const double k = -sum / error;
    std::reverse_copy(a, a + order - 1, reversed_.begin());
    for (std::size_t i = 0; i + 1 < order; ++i) a[i] += k * reversed_[i];
    a[order - 1] = k;
    error *= 1 - k * k;
  }
  for (std::size_t i = 0; i < order; ++i) square += predictor_[i] * predictor_[i];
  // error/square is what the Rayleigh quotient of [1, predictor] exceeds next_ by, and Newton's
  // step
  const double before = high_, quotient = next_ + error / square;
  (error > 0 ? low_ : high_) = next_;
  high_ = std::min(high_, quotient);
  if (order + 1 < n)  // a leading block is singular or indefinite already
    next_ = low_ + (high_ - low_) / 2;
  else  // converges from above; once it stands still, a value just below closes the bracket
    next_ = before - high_ > tolerance_ ? high_ : high_ - tolerance_ / 2;
  if (!(next_ > low_)) next_ = low_ + (high_ - low_) / 2;
  return high_ - low_ > tolerance_;
}

}  // namespace posenc
