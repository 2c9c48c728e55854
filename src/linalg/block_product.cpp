// Panels of A and B are copied so that the innermost loop runs through both without a gap, and
// small enough to stay in the caches while they are used (Goto & van de Geijn 2008, ACM TOMS
// 34:12).
#include "linalg/block_product.hpp"

#include <algorithm>
#include <memory>
#include <type_traits>

#include "posenc/trap.hpp"
#include "simd/lanes.hpp"

namespace posenc {
namespace {

using lanes::f32x4;
using lanes::f64x2;
using lanes::load;
using lanes::store;

template <class T>
using Lanes = std::conditional_t<std::is_same_v<T, double>, f64x2, f32x4>;
template <class T>
constexpr std::size_t kLanes = sizeof(Lanes<T>) / sizeof(T);
// A tile of C is in registers: two vectors high, four columns wide.
template <class T>
constexpr std::size_t kHigh = 2 * kLanes<T>;
constexpr std::size_t kWide = 4;
constexpr std::size_t kInner = 256;  // of a run
constexpr std::size_t kRows = 128, kCols = 512;

f64x2 all(double x) { return f64x2{x, x}; }
f32x4 all(float x) { return f32x4{x, x, x, x}; }

// A tile of C grows by a panel of A (inner, high) times one of B (inner, wide). A function of its
// own: the engine replaces its first, unoptimised code between two calls.
template <class T>
[[gnu::noinline]] void add_tile(const T* a, const T* b, std::size_t inner, T* c,
                                std::size_t stride) {
  using V = Lanes<T>;
  V low0 = {}, low1 = {}, low2 = {}, low3 = {}, high0 = {}, high1 = {}, high2 = {}, high3 = {};
  for (std::size_t p = 0; p < inner; ++p, a += kHigh<T>, b += kWide) {
    const V low = load(a), high = load(a + kLanes<T>);
    const V b0 = all(b[0]), b1 = all(b[1]), b2 = all(b[2]), b3 = all(b[3]);
    low0 += low * b0, high0 += high * b0;
    low1 += low * b1, high1 += high * b1;
    low2 += low * b2, high2 += high * b2;
    low3 += low * b3, high3 += high * b3;
  }
  const auto add = [&](V low, V high) {
    store(c, load(c) + low);
    store(c + kLanes<T>, load(c + kLanes<T>) + high);
    c += stride;
  };
  add(low0, high0), add(low1, high1), add(low2, high2), add(low3, high3);
}

// the same at an edge, where only rows x cols of the tile are there
template <class T>
void add_partial_tile(const T* a, const T* b, std::size_t inner, std::size_t rows, std::size_t cols,
                      T* c, std::size_t stride) {
  constexpr std::size_t high = kHigh<T>;
  T tile[high * kWide] = {};
  for (std::size_t j = 0; j < cols; ++j)
    for (std::size_t i = 0; i < rows; ++i) tile[j * high + i] = c[j * stride + i];
  add_tile(a, b, inner, tile, high);
  for (std::size_t j = 0; j < cols; ++j)
    for (std::size_t i = 0; i < rows; ++i) c[j * stride + i] = tile[j * high + i];
}

// Groups of so many rows (filled up with zeros), each (inner, group): entry (w, p) of `from` times
// the factor.
template <std::size_t group, class T>
[[gnu::noinline]] void pack(T factor, const StridedViewOf<T>& from, T* to) {
  const std::size_t wide = from.rows, inner = from.cols;
  for (std::size_t first = 0; first < wide; first += group) {
    const T* at = from.data + first * from.down;
    const std::size_t count = std::min(group, wide - first);
    if (count == group && from.down == 1) {
      for (std::size_t p = 0; p < inner; ++p, at += from.across, to += group)
        for (std::size_t i = 0; i < group; i += kLanes<T>)
          store(to + i, all(factor) * load(at + i));
    } else if (count == group) {
      for (std::size_t p = 0; p < inner; ++p, at += from.across, to += group)
        for (std::size_t i = 0; i < group; ++i) to[i] = factor * at[i * from.down];
    } else {
      for (std::size_t p = 0; p < inner; ++p, at += from.across, to += group)
        for (std::size_t i = 0; i < group; ++i) to[i] = i < count ? factor * at[i * from.down] : 0;
    }
  }
}

constexpr std::size_t whole(std::size_t n, std::size_t group) {
  return (n + group - 1) / group * group;
}

}  // namespace

std::size_t product_workspace(std::size_t rows, std::size_t inner, std::size_t cols) {
  const std::size_t run = std::min(inner, kInner);
  return (whole(std::min(rows, kRows), kHigh<float>) + whole(std::min(cols, kCols), kWide)) * run;
}

template <class T>
void add_product(T factor, StridedViewOf<T> a, StridedViewOf<T> b, ColumnsOf<T> c,
                 std::span<T> workspace) {
  const std::size_t rows = a.rows, inner = a.cols, cols = b.cols;
  if (workspace.size() < product_workspace(rows, inner, cols)) trap();
  constexpr std::size_t high = kHigh<T>;
  T* const packed_a = workspace.data();
  T* const packed_b = packed_a + whole(std::min(rows, kRows), high) * std::min(inner, kInner);
  for (std::size_t j0 = 0; j0 < cols; j0 += kCols) {
    const std::size_t width = std::min(kCols, cols - j0);
    for (std::size_t p0 = 0; p0 < inner; p0 += kInner) {
      const std::size_t depth = std::min(kInner, inner - p0);
      pack<kWide>(T{1}, b.part(p0, j0, depth, width).transposed(), packed_b);
      for (std::size_t i0 = 0; i0 < rows; i0 += kRows) {
        const std::size_t height = std::min(kRows, rows - i0);
        pack<high>(factor, a.part(i0, p0, height, depth), packed_a);
        for (std::size_t j = 0; j < width; j += kWide)
          for (std::size_t i = 0; i < height; i += high) {
            const T *left = packed_a + i * depth, *right = packed_b + j * depth;
            T* tile = c.column(j0 + j) + i0 + i;
            if (height - i >= high && width - j >= kWide)
              add_tile(left, right, depth, tile, c.stride);
            else
              add_partial_tile(left, right, depth, std::min(high, height - i),
                               std::min(kWide, width - j), tile, c.stride);
          }
      }
    }
  }
}
template void add_product(double, StridedView, StridedView, Columns, std::span<double>);
template void add_product(float, StridedViewOf<float>, StridedViewOf<float>, ColumnsOf<float>,
                          std::span<float>);

void add_product(double factor, const StridedView& a, const StridedView& b, const Columns& c) {
  const std::size_t numbers = product_workspace(a.rows, a.cols, b.cols);
  const auto own = std::make_unique_for_overwrite<double[]>(numbers);
  add_product(factor, a, b, c, std::span(own.get(), numbers));
}

}  // namespace posenc
