// Sums and products of vectors for the layers of a transformer. Models are trained in float32;
// tests of gradients use float64. Terms are added in the order of the lanes, so that sums have the
// same bits on every target.
#pragma once
#include <cstddef>
#include <type_traits>

#include "simd/lanes.hpp"

namespace posenc::vectors {

template <class T>
using Lanes = std::conditional_t<std::is_same_v<T, double>, lanes::f64x2, lanes::f32x4>;
template <class T>
constexpr std::size_t kLanes = sizeof(Lanes<T>) / sizeof(T);

// Σ term(i) over i < n, where term returns a vector from i on, or one number.
template <class T, class OfVector, class OfNumber>
T sum(std::size_t n, OfVector of_vector, OfNumber of_number) {
  Lanes<T> sums = {};
  std::size_t i = 0;
  for (; i + kLanes<T> <= n; i += kLanes<T>) sums += of_vector(i);
  T all = 0;
  if constexpr (kLanes<T> == 4)
    all = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  else
    all = sums[0] + sums[1];
  for (; i < n; ++i) all += of_number(i);
  return all;
}
template <class T>
T sum(const T* x, std::size_t n) {
  return sum<T>(
      n, [x](std::size_t i) { return lanes::load(x + i); }, [x](std::size_t i) { return x[i]; });
}
template <class T>
T dot(const T* x, const T* y, std::size_t n) {
  return sum<T>(
      n, [=](std::size_t i) { return lanes::load(x + i) * lanes::load(y + i); },
      [=](std::size_t i) { return x[i] * y[i]; });
}

template <class T>
void add(const T* x, std::size_t n, T* to) {
  for (std::size_t i = 0; i < n; ++i) to[i] += x[i];
}

}  // namespace posenc::vectors
