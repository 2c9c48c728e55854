#include "nn/optimizer.hpp"

#include <cmath>  // std::sqrt

namespace posenc {

Optimizer::Optimizer(OptimizerKind kind, double rate, std::size_t parameters)
    : kind_(kind), rate_(rate), parameters_(parameters) {
  if (kind == OptimizerKind::adam) {
    first_.resize(parameters);
    second_.resize(parameters);
  }
}

double Optimizer::cost() const {
  return (kind_ == OptimizerKind::adam ? 30 : 4) * static_cast<double>(parameters_);
}

void Optimizer::update(std::span<double> parameters, std::span<const double> gradients) {
  double* p = parameters.data();
  const double* g = gradients.data();
  const std::size_t n = parameters_;
  if (kind_ == OptimizerKind::sgd) {
    for (std::size_t i = 0; i < n; ++i) p[i] -= rate_ * g[i];
    return;
  }
  constexpr double kBeta1 = 0.9, kBeta2 = 0.999, kEpsilon = 1e-8;
  beta1_ *= kBeta1, beta2_ *= kBeta2;
  const double rate = rate_ / (1 - beta1_), scale = 1 / (1 - beta2_);
  double *m = first_.data(), *v = second_.data();
  for (std::size_t i = 0; i < n; ++i) {
    m[i] = kBeta1 * m[i] + (1 - kBeta1) * g[i];
    v[i] = kBeta2 * v[i] + (1 - kBeta2) * (g[i] * g[i]);
    p[i] -= rate * m[i] / (std::sqrt(scale * v[i]) + kEpsilon);
  }
}

}  // namespace posenc
