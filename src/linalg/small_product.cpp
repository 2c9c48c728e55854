#include "linalg/small_product.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

#include "simd/transposed.hpp"
#include "simd/wide_lanes.hpp"

#if defined(__x86_64__) && !defined(__AVX2__)
#define POSENC_ASK_FOR_AVX2
#endif

namespace posenc {
namespace {

// Rows of a tile of C, of two vectors each: with five, V8 keeps ten sums and what they need in its
// fifteen registers. A sum more, or two columns of A a turn, and one of them goes through memory in
// every turn, which takes half as long again.
constexpr std::size_t kTileRows = 5;
constexpr std::size_t kRun = 256;
constexpr std::size_t kPacked = 16384;  // numbers of B

template <class T>
using NarrowLanes = std::conditional_t<std::is_same_v<T, double>, lanes::f64x2, lanes::f32x4>;
template <class T>
using WideLanes = std::conditional_t<std::is_same_v<T, double>, lanes::f64x4, lanes::f32x8>;
template <class V, class T>
constexpr std::size_t kPanel = 2 * sizeof(V) / sizeof(T);  // columns of a tile

// C (high, panel) += A · B, with A as (inner, high) and B as (inner, panel).
template <class V, std::size_t high, class T>
[[gnu::always_inline]] inline void add_tile(const T* a, const T* b, std::size_t inner,
                                            RowsOf<T> c) {
  constexpr std::size_t kLanes = sizeof(V) / sizeof(T);
  V sums[high][2];
  for (auto& row : sums)
    for (V& sum : row) sum = V{};
  for (; inner > 0; --inner, a += high, b += 2 * kLanes) {
    V right[2];
    for (std::size_t j = 0; j < 2; ++j) lanes::load(b + j * kLanes, right[j]);
    for (std::size_t i = 0; i < high; ++i) {
      const V left = a[i] - V{};  // in all lanes; x - 0 is x, of either sign
      for (std::size_t j = 0; j < 2; ++j) sums[i][j] += left * right[j];
    }
  }
  for (std::size_t i = 0; i < high; ++i)
    for (std::size_t j = 0; j < 2; ++j) {
      V to;
      lanes::load(c.data + i * c.stride + j * kLanes, to);
      to += sums[i][j];
      lanes::store(c.data + i * c.stride + j * kLanes, to);
    }
}

template <std::size_t high, class T>
void add_narrow_tile(const T* a, const T* b, std::size_t inner, RowsOf<T> c) {
  add_tile<NarrowLanes<T>, high>(a, b, inner, c);
}
// By their height. Called through a table, and so each by itself: V8 does two turns at once of a
// loop that lies in others, and then its registers are too few.
template <class T>
using Tiles = std::array<void (*)(const T*, const T*, std::size_t, RowsOf<T>), kTileRows>;
template <class T>
constexpr Tiles<T> kNarrowTiles = {add_narrow_tile<1, T>, add_narrow_tile<2, T>,
                                   add_narrow_tile<3, T>, add_narrow_tile<4, T>,
                                   add_narrow_tile<5, T>};

#ifdef POSENC_ASK_FOR_AVX2
// The same products and sums, twice as many at a time, and none of them fused: the same bits.
template <std::size_t high, class T>
[[gnu::target("avx2")]] void add_wide_tile(const T* a, const T* b, std::size_t inner, RowsOf<T> c) {
  add_tile<WideLanes<T>, high>(a, b, inner, c);
}
template <class T>
constexpr Tiles<T> kWideTiles = {add_wide_tile<1, T>, add_wide_tile<2, T>, add_wide_tile<3, T>,
                                 add_wide_tile<4, T>, add_wide_tile<5, T>};
bool has_avx2() {
  static const bool there = __builtin_cpu_supports("avx2") != 0;
  return there;
}
#endif

// Panels of B's columns one behind the other, each (inner, panel); the last is filled up with
// zeros.
template <std::size_t panel, class T>
void pack(RowsOf<const T> b, std::size_t inner, std::size_t cols, T* to) {
  constexpr std::size_t kLanes = sizeof(NarrowLanes<T>) / sizeof(T);
  std::size_t j = 0;
  for (; j + panel <= cols; j += panel) {
    const T* from = b.data + j;
    for (std::size_t p = 0; p < inner; ++p, from += b.stride, to += panel)
      for (std::size_t k = 0; k < panel; k += kLanes) lanes::store(to + k, lanes::load(from + k));
  }
  for (std::size_t p = 0; j < cols && p < inner; ++p, to += panel)
    std::fill(std::copy(b.data + p * b.stride + j, b.data + p * b.stride + cols, to), to + panel,
              T{0});
}

// Rows of A as (inner, high).
template <class T>
void turn(StridedViewOf<T> a, T* to) {
  const std::size_t high = a.rows, inner = a.cols;
  if (a.across == 1) return lanes::transpose(a.data, a.down, high, inner, to, high);
  if (a.down == 1 && high == kTileRows) {
    for (std::size_t p = 0; p < inner; ++p)
      std::copy_n(a.data + p * a.across, kTileRows, to + p * kTileRows);
    return;
  }
  for (std::size_t p = 0; p < inner; ++p)
    for (std::size_t i = 0; i < high; ++i) to[p * high + i] = a.data[i * a.down + p * a.across];
}

// inner <= kRun
template <class V, class T>
void add_run(const Tiles<T>& tiles, StridedViewOf<T> a, RowsOf<const T> b, std::size_t cols,
             RowsOf<T> c) {
  const std::size_t rows = a.rows, inner = a.cols;
  constexpr std::size_t panel = kPanel<V, T>;
  T packed[kPacked], turned[kTileRows * kRun], edge[kTileRows * panel] = {};
  const std::size_t wide = kPacked / panel / inner * panel;
  // as few groups of rows as there can be, as like as they can be
  const std::size_t groups = (rows + kTileRows - 1) / kTileRows;
  for (std::size_t j0 = 0; j0 < cols; j0 += wide) {
    const std::size_t width = std::min(wide, cols - j0);
    pack<panel>(RowsOf<const T>{b.data + j0, b.stride}, inner, width, packed);
    for (std::size_t group = 0, i = 0; group < groups; ++group) {
      const std::size_t high = rows / groups + (group < rows % groups ? 1 : 0);
      turn(a.part(i, 0, high, inner), turned);
      const auto add_tile = tiles[high - 1];
      const RowsOf<T> to{c.data + i * c.stride + j0, c.stride};
      std::size_t j = 0;
      for (; j + panel <= width; j += panel)
        add_tile(turned, packed + j * inner, inner, {to.data + j, to.stride});
      if (const std::size_t rest = width - j; rest > 0) {
        const auto each_row = [&](auto copy) {
          for (std::size_t r = 0; r < high; ++r)
            copy(to.data + r * to.stride + j, edge + r * panel);
        };
        each_row([&](const T* row, T* of_edge) { std::copy_n(row, rest, of_edge); });
        add_tile(turned, packed + j * inner, inner, {edge, panel});
        each_row([&](T* row, const T* of_edge) { std::copy_n(of_edge, rest, row); });
      }
      i += high;
    }
  }
}

}  // namespace

template <class T>
void add_small_product(StridedViewOf<T> a, RowsOf<const T> b, std::size_t cols, RowsOf<T> c) {
  for (std::size_t p = 0; p < a.cols; p += kRun) {
    const StridedViewOf<T> left = a.part(0, p, a.rows, std::min(kRun, a.cols - p));
    const RowsOf<const T> right{b.data + p * b.stride, b.stride};
#ifdef POSENC_ASK_FOR_AVX2
    if (cols > kPanel<NarrowLanes<T>, T> && has_avx2()) {
      add_run<WideLanes<T>>(kWideTiles<T>, left, right, cols, c);
      continue;
    }
#endif
    add_run<NarrowLanes<T>>(kNarrowTiles<T>, left, right, cols, c);
  }
}
template void add_small_product(StridedView, RowsOf<const double>, std::size_t, RowsOf<double>);
template void add_small_product(StridedViewOf<float>, RowsOf<const float>, std::size_t,
                                RowsOf<float>);

}  // namespace posenc
