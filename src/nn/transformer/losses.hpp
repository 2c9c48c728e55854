// Losses of a transformer's outputs. Outputs without a target do not count. Each function returns
// the sum of the losses and writes the gradient of `weight` times this sum.
#pragma once
#include <cstddef>
#include <cstdint>

namespace posenc {

inline constexpr std::int32_t kNotCounted = -1;

struct RowLosses {
  double sum = 0;           // in float64
  std::size_t correct = 0;  // rows whose largest output is the target's
};

// -ln softmax(outputs)[target] for rows (rows, classes) whose target is not kNotCounted.
template <class T>
RowLosses cross_entropy(const T* outputs, const std::int32_t* targets, std::size_t rows,
                        std::size_t classes, T weight, T* gradient);

// (output - target)² for those of the n elements whose mask is not 0.
template <class T>
double masked_squared_error(const T* outputs, const T* targets, const T* mask, std::size_t n,
                            T weight, T* gradient);

}  // namespace posenc
