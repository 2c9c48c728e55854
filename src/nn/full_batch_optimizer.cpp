#include "nn/full_batch_optimizer.hpp"

#include <cmath>  // std::sqrt

namespace posenc {

void FullBatchOptimizer::begin(std::size_t parameters) {
  parameters_ = parameters;
  if (kind_ == FullBatchOptimizerKind::sgd) return;
  for (std::vector<double>* moment : {&first_, &second_}) moment->assign(parameters, 0);
}

void FullBatchOptimizer::update(std::span<double> parameters, std::span<const double> gradients) {
  double* p = parameters.data();
  const double* g = gradients.data();
  if (kind_ == FullBatchOptimizerKind::sgd) {
    for (std::size_t i = 0; i < parameters_; ++i) p[i] -= learning_rate_ * g[i];
    return;
  }
  constexpr double kBeta1 = 0.9, kBeta2 = 0.999, kEpsilon = 1e-8;
  beta1_ *= kBeta1, beta2_ *= kBeta2;
  const double rate = learning_rate_ / (1 - beta1_), scale = 1 / (1 - beta2_);
  double *m = first_.data(), *v = second_.data();
  for (std::size_t i = 0; i < parameters_; ++i) {
    m[i] = kBeta1 * m[i] + (1 - kBeta1) * g[i];
    v[i] = kBeta2 * v[i] + (1 - kBeta2) * (g[i] * g[i]);
    p[i] -= rate * m[i] / (std::sqrt(scale * v[i]) + kEpsilon);
  }
}

}  // namespace posenc
