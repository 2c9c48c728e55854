#include "nn/transformer/losses.hpp"

#include <algorithm>

#include "core/real.hpp"
#include "nn/transformer/activation.hpp"

namespace posenc {

template <class T>
RowLosses cross_entropy(const T* outputs, const std::int32_t* targets, std::size_t rows,
                        std::size_t classes, T weight, T* gradient) {
  RowLosses all;
  for (std::size_t r = 0; r < rows; ++r, outputs += classes, gradient += classes) {
    if (targets[r] == kNotCounted) {
      std::fill_n(gradient, classes, T{0});
      continue;
    }
    const T* const largest = std::max_element(outputs, outputs + classes);
    const auto target = static_cast<std::size_t>(targets[r]);
    all.correct += static_cast<std::size_t>(largest - outputs) == target;
    double sum = 0;
    for (std::size_t c = 0; c < classes; ++c)
      sum += real::exp(static_cast<double>(outputs[c]) - static_cast<double>(*largest));
    all.sum +=
        real::log(sum) + static_cast<double>(*largest) - static_cast<double>(outputs[target]);
    std::copy_n(outputs, classes, gradient);
    softmax(gradient, classes);
    gradient[target] -= 1;
    for (std::size_t c = 0; c < classes; ++c) gradient[c] *= weight;
  }
  return all;
}

template <class T>
double masked_squared_error(const T* outputs, const T* targets, const T* mask, std::size_t n,
                            T weight, T* gradient) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const T difference = mask[i] == 0 ? T{0} : outputs[i] - targets[i];
    sum += static_cast<double>(difference) * static_cast<double>(difference);
    gradient[i] = 2 * weight * difference;
  }
  return sum;
}

#define POSENC_LOSSES(T)                                                                       \
  template RowLosses cross_entropy(const T*, const std::int32_t*, std::size_t, std::size_t, T, \
                                   T*);                                                        \
  template double masked_squared_error(const T*, const T*, const T*, std::size_t, T, T*);
POSENC_LOSSES(double)
POSENC_LOSSES(float)
#undef POSENC_LOSSES

}  // namespace posenc
