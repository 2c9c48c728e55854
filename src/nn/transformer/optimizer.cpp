#include "nn/transformer/optimizer.hpp"

#include <cmath>  // std::sqrt

namespace posenc {

template <class T>
void Optimizer<T>::update(std::span<T> parameters, std::span<const T> gradients) {
  T* const p = parameters.data();
  const T* const g = gradients.data();
  const std::size_t n = parameters.size();
  const T keep = static_cast<T>(1 - plan_.learning_rate * plan_.weight_decay);
  if (plan_.kind == OptimizerKind::sgd) {
    const T rate = static_cast<T>(plan_.learning_rate);
    for (std::size_t i = 0; i < n; ++i) p[i] = keep * p[i] - rate * g[i];
    return;
  }
  power1_ *= plan_.beta1, power2_ *= plan_.beta2;
  const T beta1 = static_cast<T>(plan_.beta1), rest1 = static_cast<T>(1 - plan_.beta1),
          beta2 = static_cast<T>(plan_.beta2), rest2 = static_cast<T>(1 - plan_.beta2),
          rate = static_cast<T>(plan_.learning_rate / (1 - power1_)),
          scale = static_cast<T>(1 / std::sqrt(1 - power2_)),
          epsilon = static_cast<T>(plan_.epsilon);
  T *const m = first_.data(), *const v = second_.data();
  for (std::size_t i = 0; i < n; ++i) {
    m[i] = beta1 * m[i] + rest1 * g[i];
    v[i] = beta2 * v[i] + rest2 * (g[i] * g[i]);
    p[i] = keep * p[i] - rate * m[i] / (std::sqrt(v[i]) * scale + epsilon);
  }
}

template class Optimizer<double>;
template class Optimizer<float>;

}  // namespace posenc
