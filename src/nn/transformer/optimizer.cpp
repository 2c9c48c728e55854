#include "nn/transformer/optimizer.hpp"

#include <cmath>  // std::sqrt

namespace posenc {

template <class T>
void Optimizer<T>::update(std::span<T> parameters, std::span<const T> gradients, double share) {
  const bool adamw = plan_.kind == OptimizerKind::adamw;
  if (adamw) power1_ *= plan_.beta1, power2_ *= plan_.beta2;
  for (const ParameterGroup& group : groups_) {
    T* const p = parameters.data() + group.first;
    const T* const g = gradients.data() + group.first;
    const std::size_t n = group.size;
    const double learning_rate = group.learning_rate * share;
    const T keep = static_cast<T>(1 - learning_rate * group.weight_decay);
    if (!adamw) {
      const T rate = static_cast<T>(learning_rate);
      for (std::size_t i = 0; i < n; ++i) p[i] = keep * p[i] - rate * g[i];
      continue;
    }
    const T beta1 = static_cast<T>(plan_.beta1), rest1 = static_cast<T>(1 - plan_.beta1),
            beta2 = static_cast<T>(plan_.beta2), rest2 = static_cast<T>(1 - plan_.beta2),
            rate = static_cast<T>(learning_rate / (1 - power1_)),
            scale = static_cast<T>(1 / std::sqrt(1 - power2_)),
            epsilon = static_cast<T>(plan_.epsilon);
    T *const m = first_.data() + group.first, *const v = second_.data() + group.first;
    for (std::size_t i = 0; i < n; ++i) {
      m[i] = beta1 * m[i] + rest1 * g[i];
      v[i] = beta2 * v[i] + rest2 * (g[i] * g[i]);
      p[i] = keep * p[i] - rate * m[i] / (std::sqrt(v[i]) * scale + epsilon);
    }
  }
}

template class Optimizer<double>;
template class Optimizer<float>;

}  // namespace posenc
