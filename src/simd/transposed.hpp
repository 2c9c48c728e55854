// Transposes rows to columns, for float32 in blocks of 4 x 4 in registers.
#pragma once
#include <cstddef>
#include <type_traits>

#include "simd/lanes.hpp"

namespace posenc::lanes {
namespace detail {

inline f32x4 zip_low(f32x4 a, f32x4 b) { return __builtin_shufflevector(a, b, 0, 4, 1, 5); }
inline f32x4 zip_high(f32x4 a, f32x4 b) { return __builtin_shufflevector(a, b, 2, 6, 3, 7); }

inline void transpose_4x4(const float* from, std::size_t stride, float* to, std::size_t to_stride) {
  const f32x4 a = load(from), b = load(from + stride), c = load(from + 2 * stride),
              d = load(from + 3 * stride);
  const f32x4 ac = zip_low(a, c), bd = zip_low(b, d), ac_high = zip_high(a, c),
              bd_high = zip_high(b, d);
  store(to, zip_low(ac, bd)), store(to + to_stride, zip_high(ac, bd));
  store(to + 2 * to_stride, zip_low(ac_high, bd_high));
  store(to + 3 * to_stride, zip_high(ac_high, bd_high));
}

}  // namespace detail

// to[c·to_stride + r] = from[r·stride + c] for r < rows, c < cols
template <class T>
inline void transpose(const T* from, std::size_t stride, std::size_t rows, std::size_t cols, T* to,
                      std::size_t to_stride) {
  std::size_t r = 0;
  if constexpr (std::is_same_v<T, float>)
    for (; r + 4 <= rows; r += 4) {
      const float* const at = from + r * stride;
      std::size_t c = 0;
      for (; c + 4 <= cols; c += 4)
        detail::transpose_4x4(at + c, stride, to + c * to_stride + r, to_stride);
      for (; c < cols; ++c)
        for (std::size_t k = 0; k < 4; ++k) to[c * to_stride + r + k] = at[k * stride + c];
    }
  for (; r < rows; ++r)
    for (std::size_t c = 0; c < cols; ++c) to[c * to_stride + r] = from[r * stride + c];
}

}  // namespace posenc::lanes
