#include "kernels/training/trainer.hpp"

#include <cmath>  // std::sqrt

namespace posenc {

Trainer::Trainer(Mlp mlp, const Matrix& x, const Matrix& y, TrainingPlan plan)
    : mlp_(std::move(mlp)),
      x_(x),
      y_(y),
      plan_(plan),
      pass_(mlp_.pass(x.rows)),
      weight_(plan.mean_loss ? 1 / static_cast<double>(y.data.size()) : 1),
      gradient_(mlp_.parameters().size()) {
  if (plan.adam) first_ = second_ = gradient_;
}

Steps Trainer::forward() {
  for (Steps steps = mlp_.forward(x_.data.data(), pass_); steps.next();) co_yield steps.cost();
  loss_ = 0;
  double* delta = pass_.deltas.back().data();
  for (std::size_t e = 0; e < y_.data.size(); ++e) {
    const double r = pass_.output[e] - y_.data[e];
    loss_ += 0.5 * weight_ * r * r;
    delta[e] = weight_ * r;
  }
}

Steps Trainer::update() {
  for (Steps steps = mlp_.backward(pass_); steps.next();) co_yield steps.cost();
  for (Steps steps = mlp_.gradient(pass_, gradient_.data()); steps.next();) co_yield steps.cost();
  double* p = mlp_.parameters().data();
  const std::size_t n = gradient_.size();
  const double* g = gradient_.data();
  if (!plan_.adam) {
    for (std::size_t i = 0; i < n; ++i) p[i] -= plan_.rate * g[i];
    co_yield (4 * static_cast<double>(n));
    co_return;
  }
  constexpr double kBeta1 = 0.9, kBeta2 = 0.999, kEpsilon = 1e-8;
  beta1_ *= kBeta1, beta2_ *= kBeta2;
  const double rate = plan_.rate / (1 - beta1_), scale = 1 / (1 - beta2_);
  double *m = first_.data(), *v = second_.data();
  for (std::size_t i = 0; i < n; ++i) {
    m[i] = kBeta1 * m[i] + (1 - kBeta1) * g[i];
    v[i] = kBeta2 * v[i] + (1 - kBeta2) * (g[i] * g[i]);
    p[i] -= rate * m[i] / (std::sqrt(scale * v[i]) + kEpsilon);
  }
  co_yield (30 * static_cast<double>(n));
}

}  // namespace posenc
