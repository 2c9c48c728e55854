#include "kernels/cosine_fit.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt, std::fabs
#include <utility>

#include "core/real.hpp"

namespace posenc {
namespace {
constexpr std::size_t kBlock = 128;  // rows at a time, by angle addition from an exact one
}  // namespace

void cosine_rows(const CosineProblem& problem, const std::vector<double>& frequencies,
                 std::size_t first, std::size_t rows, double* cosines, double* sines) {
  const std::size_t p = frequencies.size();
  std::vector<double> c(p), s(p), turn_c(p), turn_s(p);
  for (std::size_t j = 0; j < p; ++j) {
    turn_c[j] = real::cos(frequencies[j]);
    turn_s[j] = real::sin(frequencies[j]);
  }
  for (std::size_t i = 0; i < rows; ++i) {
    const double lag = problem.lags[first + i], root = problem.root[first + i];
    if (i == 0 || problem.lags[first + i - 1] + 1 != lag) {
      for (std::size_t j = 0; j < p; ++j) {
        c[j] = real::cos(frequencies[j] * lag);
        s[j] = real::sin(frequencies[j] * lag);
      }
    } else {
      for (std::size_t j = 0; j < p; ++j) {
        const double next = c[j] * turn_c[j] - s[j] * turn_s[j];
        s[j] = s[j] * turn_c[j] + c[j] * turn_s[j];
        c[j] = next;
      }
    }
    for (std::size_t j = 0; j < p; ++j) cosines[i * p + j] = root * c[j];
    if (sines != nullptr)
      for (std::size_t j = 0; j < p; ++j) sines[i * p + j] = -root * lag * s[j];
  }
}

std::vector<double> residual_of(const CosineProblem& problem, const Cosines& cosines) {
  const std::size_t n = problem.lags.size(), p = cosines.frequencies.size();
  std::vector<double> block(kBlock * p), residual(n);
  for (std::size_t first = 0; first < n; first += kBlock) {
    const std::size_t rows = std::min(kBlock, n - first);
    cosine_rows(problem, cosines.frequencies, first, rows, block.data(), nullptr);
    for (std::size_t i = 0; i < rows; ++i) {
      double sum = problem.root[first + i] * problem.target[first + i];
      for (std::size_t j = 0; j < p; ++j) sum -= cosines.weights[j] * block[i * p + j];
      residual[first + i] = sum;
    }
  }
  return residual;
}

void DampedCholesky::make(const std::vector<double>& a, std::size_t n,
                          const std::vector<std::size_t>& free, double damping) {
  const std::size_t m = size_ = free.size();
  positive_ = true;
  upper_.assign(m * m, 0);
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = i; j < m; ++j) upper_[i * m + j] = a[free[i] * n + free[j]];
    upper_[i * m + i] *= 1 + damping;
  }
  for (std::size_t i = 0; i < m && positive_; ++i) {
    double* row = upper_.data() + i * m;
    positive_ = row[i] > 0;
    const double root = std::sqrt(row[i]);
    for (std::size_t j = i; j < m; ++j) row[j] /= root;
    for (std::size_t k = i + 1; k < m; ++k) {
      double* below = upper_.data() + k * m;
      const double factor = row[k];
      for (std::size_t j = k; j < m; ++j) below[j] -= factor * row[j];
    }
  }
}

std::vector<double> DampedCholesky::solve(std::vector<double> b) const {
  const std::size_t m = size_;
  for (std::size_t i = 0; i < m; ++i) {
    b[i] /= upper_[i * m + i];
    for (std::size_t j = i + 1; j < m; ++j) b[j] -= upper_[i * m + j] * b[i];
  }
  for (std::size_t i = m; i-- > 0;) {
    for (std::size_t j = i + 1; j < m; ++j) b[i] -= upper_[i * m + j] * b[j];
    b[i] /= upper_[i * m + i];
  }
  return b;
}

CosineFit::CosineFit(const CosineProblem& problem, Cosines start, bool equal, int most_steps)
    : problem_(problem),
      at_(std::move(start)),
      equal_(equal),
      most_steps_(most_steps),
      residual_(residual_of(problem, at_)) {
  for (const double r : residual_) square_ += r * r;
}

void CosineFit::run() {
  do accumulate();
  while (take_step());
}

void CosineFit::accumulate() {
  const std::size_t n = problem_.lags.size(), p = at_.frequencies.size(), size = parameters();
  hessian_.assign(size * size, 0), gradient_.assign(size, 0);
  std::vector<double> cosines(kBlock * p), sines(kBlock * p), jacobian((kBlock + 3) * size);
  for (std::size_t first = 0; first < n; first += kBlock) {
    const std::size_t rows = std::min(kBlock, n - first);
    cosine_rows(problem_, at_.frequencies, first, rows, cosines.data(), sines.data());
    std::fill(jacobian.begin(), jacobian.end(), 0.0);
    for (std::size_t i = 0; i < rows; ++i) {
      double* to = jacobian.data() + i * size;
      for (std::size_t j = 0; j < p; ++j) {
        to[j] = at_.weights[j] * sines[i * p + j];
        to[equal_ ? p : p + j] += cosines[i * p + j];
      }
      const double r = residual_[first + i];
      for (std::size_t k = 0; k < size; ++k) gradient_[k] += r * to[k];
    }
    for (std::size_t i = 0; i < rows; i += 4) {  // rows beyond the last one are zero
      const double *a = jacobian.data() + i * size, *b = a + size, *c = b + size, *d = c + size;
      for (std::size_t j = 0; j < size; ++j) {
        double* to = hessian_.data() + j * size;
        const double aj = a[j], bj = b[j], cj = c[j], dj = d[j];
        for (std::size_t k = j; k < size; ++k)
          to[k] += (aj * a[k] + bj * b[k]) + (cj * c[k] + dj * d[k]);
      }
    }
  }
}

std::vector<double> CosineFit::curvature_along(const std::vector<std::size_t>& free,
                                               const std::vector<double>& step) const {
  const std::size_t n = problem_.lags.size(), p = at_.frequencies.size(), size = parameters();
  std::vector<double> by_frequency(p), by_weight(p), out(size), c(kBlock * p), s(kBlock * p);
  for (std::size_t i = 0; i < free.size(); ++i) {
    if (free[i] < p)
      by_frequency[free[i]] = step[i];
    else if (equal_)
      std::ranges::fill(by_weight, step[i]);
    else
      by_weight[free[i] - p] = step[i];
  }
  for (std::size_t first = 0; first < n; first += kBlock) {
    const std::size_t rows = std::min(kBlock, n - first);
    cosine_rows(problem_, at_.frequencies, first, rows, c.data(), s.data());
    for (std::size_t i = 0; i < rows; ++i) {
      const double lag = problem_.lags[first + i], square = lag * lag;
      const double *ci = c.data() + i * p, *si = s.data() + i * p;
      double second = 0;
      for (std::size_t j = 0; j < p; ++j)
        second += by_frequency[j] *
                  (2 * by_weight[j] * si[j] - at_.weights[j] * by_frequency[j] * square * ci[j]);
      const double half = -0.5 * second;
      for (std::size_t j = 0; j < p; ++j) {
        out[j] += half * at_.weights[j] * si[j];
        out[equal_ ? p : p + j] += half * ci[j];
      }
    }
  }
  std::vector<double> of_free;
  for (const std::size_t k : free) of_free.push_back(out[k]);
  return of_free;
}

bool CosineFit::take_step() {
  constexpr double kStill = 1e-9;  // relative decrease of the sum of squares that counts as none …
  constexpr int kMostIdle = 4;     // … and stops the fit after this many in a row
  constexpr double kMostDamping = 1e10, kMostBend = 0.4;
  const std::size_t p = at_.frequencies.size(), size = parameters();
  const auto value = [&](std::size_t k) { return k < p ? at_.frequencies[k] : at_.weights[k - p]; };
  std::vector<std::size_t> free;
  slope_ = 0;
  for (std::size_t k = 0; k < size; ++k) {
    const double curvature = hessian_[k * size + k], x = value(k), g = gradient_[k];
    const bool held =
        curvature == 0 || (x <= 0 && g <= 0) || (k < p && x >= problem_.maximum && g >= 0);
    if (held) continue;
    free.push_back(k);
    if (square_ > 0) slope_ = std::max(slope_, std::fabs(g) / std::sqrt(curvature * square_));
  }
  if (free.empty() || square_ == 0 || steps_ >= most_steps_ || idle_ >= kMostIdle) return false;
  ++steps_;
  std::vector<double> descent;
  for (const std::size_t k : free) descent.push_back(gradient_[k]);
  for (; damping_ <= kMostDamping; damping_ *= 4) {
    DampedCholesky factor;
    factor.make(hessian_, size, free, damping_);
    if (!factor.positive()) continue;
    std::vector<double> step = factor.solve(descent);
    const std::vector<double> bend = factor.solve(curvature_along(free, step));
    double bent = 0, straight = 0;
    for (std::size_t i = 0; i < free.size(); ++i) {
      const double scale = hessian_[free[i] * size + free[i]];
      bent += scale * bend[i] * bend[i], straight += scale * step[i] * step[i];
      step[i] += bend[i];
    }
    if (bent > kMostBend * kMostBend * straight) continue;
    Cosines next = at_;
    for (std::size_t i = 0; i < free.size(); ++i) {
      const double x = value(free[i]) + step[i];
      if (free[i] < p)
        next.frequencies[free[i]] = std::clamp(x, 0.0, problem_.maximum);
      else if (equal_)
        std::ranges::fill(next.weights, std::max(x, 0.0));
      else
        next.weights[free[i] - p] = std::max(x, 0.0);
    }
    std::vector<double> residual = residual_of(problem_, next);
    double square = 0;
    for (const double r : residual) square += r * r;
    if (!(square < square_)) continue;
    idle_ = square > square_ * (1 - kStill) ? idle_ + 1 : 0;
    at_ = std::move(next);
    residual_ = std::move(residual);
    square_ = square;
    damping_ = std::max(damping_ / 5, 1e-12);
    return true;
  }
  return false;
}

}  // namespace posenc
