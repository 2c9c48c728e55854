#include "kernels/frequency_grid.hpp"
#include "core/real.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt

namespace posenc {
namespace {

constexpr int kSlow = 20;

std::size_t half_of(const CosineProblem& problem, std::size_t oversampling) {
  const std::size_t needed = oversampling * (static_cast<std::size_t>(problem.lags.back()) + 1);
  std::size_t half = 8;
  while (half < needed) half *= 2;
  return half;
}

}  // namespace

std::vector<double> by_lag(const CosineProblem& problem, const std::vector<double>& values) {
  std::vector<double> dense(static_cast<std::size_t>(problem.lags.back()) + 1);
  for (std::size_t i = 0; i < values.size(); ++i)
    dense[static_cast<std::size_t>(problem.lags[i])] = values[i];
  return dense;
}

void FrequencyGrid::make(std::size_t oversampling) {
  const CosineProblem& problem = problem_;
  sums_.make(half_of(problem, oversampling));
  const double step = kPi / static_cast<double>(sums_.half());
  const double first = std::min(step, problem.maximum);
  frequencies_ = {0};
  for (int i = kSlow; i > 0; --i) {
    double ratio = i % 2 != 0 ? 0.7071067811865476 : 1;
    for (int k = 0; k < i / 2; ++k) ratio /= 2;
    frequencies_.push_back(first * ratio);
  }
  slow_ = frequencies_.size() - 1;
  for (uniform_ = 1; uniform_ <= sums_.half(); ++uniform_) {
    // the last one is π itself, without the division's rounding error
    const double omega = uniform_ == sums_.half() ? kPi : step * static_cast<double>(uniform_);
    if (omega > problem.maximum) break;
    frequencies_.push_back(omega);
  }
  const std::size_t n = problem.lags.size(), half = sums_.half();
  slow_columns_.resize(slow_ * n);
  for (std::size_t j = 0; j < slow_; ++j) {
    column(j + 1, slow_columns_.data() + j * n);
  }
  std::vector<double> q;
  for (const double root : problem.root) q.push_back(root * root);
  std::vector<double> w;
  const std::vector<double> dense = by_lag(problem, q);
  sums_.sums(dense, w);
  norms_.reserve(size());
  for (std::size_t j = 0; j < size(); ++j) {
    double square = 0;
    if (j >= 1 && j <= slow_) {
      const double* c = slow_columns_.data() + (j - 1) * n;
      for (std::size_t i = 0; i < n; ++i) square += c[i] * c[i];
    } else {  // cos² = (1 + cos 2ω·)/2
      const std::size_t k = j == 0 ? 0 : j - slow_;
      square = (w[0] + w[2 * k <= half ? 2 * k : 2 * half - 2 * k]) / 2;
    }
    norms_.push_back(square > 1e-12 * w[0] ? std::sqrt(square) : 0);
  }
}

void FrequencyGrid::correlate(const std::vector<double>& r, std::vector<double>& out) const {
  std::vector<double> weighted(r.size()), all;
  out.assign(size(), 0);
  for (std::size_t i = 0; i < r.size(); ++i) weighted[i] = problem_.root[i] * r[i];
  const std::vector<double> dense = by_lag(problem_, weighted);
  sums_.sums(dense, all);
  out[0] = all[0];
  for (std::size_t k = 1; k < uniform_; ++k) out[slow_ + k] = all[k];
  for (std::size_t j = 0; j < slow_; ++j) {
    const double* c = slow_columns_.data() + j * r.size();
    for (std::size_t i = 0; i < r.size(); ++i) out[j + 1] += c[i] * r[i];
  }
}

void FrequencyGrid::column(std::size_t j, double* out) const {
  cosine_rows(problem_, {frequencies_[j]}, 0, problem_.lags.size(), out, nullptr);
}

Dictionary FrequencyGrid::dictionary() const {
  return {
      problem_.lags.size(), norms_, [this](std::size_t j, double* out) { column(j, out); },
      [this](const std::vector<double>& r, std::vector<double>& out) { return correlate(r, out); }};
}

}  // namespace posenc
