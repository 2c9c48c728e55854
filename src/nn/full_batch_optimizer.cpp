#include "nn/full_batch_optimizer.hpp"

#include <cmath>  // std::sqrt

#include "core/passes.hpp"

namespace posenc {

Steps FullBatchOptimizer::begin(std::size_t parameters) {
  parameters_ = parameters;
  if (kind_ == FullBatchOptimizerKind::sgd) co_return;
  for (std::vector<double>* moment : {&first_, &second_}) co_yield zeros(*moment, parameters);
}

Steps FullBatchOptimizer::update(std::span<double> parameters, std::span<const double> gradients) {
  double* p = parameters.data();
  const double* g = gradients.data();
  if (kind_ == FullBatchOptimizerKind::sgd)
    return in_parts(parameters_, kPass,
                    [p, g, rate = learning_rate_](std::size_t first, std::size_t end) {
                      for (std::size_t i = first; i < end; ++i) p[i] -= rate * g[i];
                    });
  constexpr double kBeta1 = 0.9, kBeta2 = 0.999, kEpsilon = 1e-8;
  beta1_ *= kBeta1, beta2_ *= kBeta2;
  const double rate = learning_rate_ / (1 - beta1_), scale = 1 / (1 - beta2_);
  double *m = first_.data(), *v = second_.data();
  return in_parts(parameters_, 2 * kPass, [=](std::size_t from, std::size_t end) {
    for (std::size_t i = from; i < end; ++i) {
      m[i] = kBeta1 * m[i] + (1 - kBeta1) * g[i];
      v[i] = kBeta2 * v[i] + (1 - kBeta2) * (g[i] * g[i]);
      p[i] -= rate * m[i] / (std::sqrt(scale * v[i]) + kEpsilon);
    }
  });
}

}  // namespace posenc
