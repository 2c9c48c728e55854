#include "linalg/small_product.hpp"

#include <algorithm>
#include <type_traits>

#include "simd/lanes.hpp"

namespace posenc {
namespace {

template <class T>
using SmallLanes = std::conditional_t<std::is_same_v<T, double>, lanes::f64x2, lanes::f32x4>;

lanes::f64x2 in_all_lanes(double x) { return lanes::f64x2{x, x}; }
lanes::f32x4 in_all_lanes(float x) { return lanes::f32x4{x, x, x, x}; }

// A tile of `high` rows and `wide` vectors of C, in registers while the inner index runs: twelve of
// the sixteen that there are for six rows and two vectors.
template <std::size_t high, std::size_t wide, class T>
[[gnu::noinline]] void add_small_tile(EntriesOf<T> a, RowsOf<const T> b, std::size_t inner,
                                      RowsOf<T> c) {
  using V = SmallLanes<T>;
  constexpr std::size_t kLanes = sizeof(V) / sizeof(T);
  V sums[high][wide];
  for (auto& row : sums)
    for (V& sum : row) sum = V{};
  for (std::size_t p = 0; p < inner; ++p, a.data += a.across, b.data += b.stride) {
    V right[wide];
    for (std::size_t j = 0; j < wide; ++j) right[j] = lanes::load(b.data + j * kLanes);
    for (std::size_t i = 0; i < high; ++i) {
      const V left = in_all_lanes(a.data[i * a.down]);
      for (std::size_t j = 0; j < wide; ++j) sums[i][j] += left * right[j];
    }
  }
  for (std::size_t i = 0; i < high; ++i)
    for (std::size_t j = 0; j < wide; ++j) {
      T* const to = c.data + i * c.stride + j * kLanes;
      lanes::store(to, lanes::load(to) + sums[i][j]);
    }
}

template <class T>
void add_small_entry(EntriesOf<T> a, RowsOf<const T> b, std::size_t inner, T* c) {
  T sum = 0;
  for (std::size_t p = 0; p < inner; ++p) sum += a.data[p * a.across] * b.data[p * b.stride];
  *c += sum;
}

template <std::size_t high, class T>
void add_small_rows(EntriesOf<T> a, RowsOf<const T> b, std::size_t inner, std::size_t cols,
                    RowsOf<T> c) {
  constexpr std::size_t kLanes = sizeof(SmallLanes<T>) / sizeof(T);
  std::size_t j = 0;
  for (; j + 2 * kLanes <= cols; j += 2 * kLanes)
    add_small_tile<high, 2, T>(a, {b.data + j, b.stride}, inner, {c.data + j, c.stride});
  if (j + kLanes <= cols) {
    add_small_tile<high, 1, T>(a, {b.data + j, b.stride}, inner, {c.data + j, c.stride});
    j += kLanes;
  }
  for (; j < cols; ++j)
    for (std::size_t i = 0; i < high; ++i)
      add_small_entry<T>({a.data + i * a.down, a.down, a.across}, {b.data + j, b.stride}, inner,
                         c.data + i * c.stride + j);
}

// As many groups of `high` rows as there are, from row i on.
template <std::size_t high, class T>
void add_small_groups(std::size_t& i, EntriesOf<T> a, RowsOf<const T> b, std::size_t rows,
                      std::size_t inner, std::size_t cols, RowsOf<T> c) {
  for (; i + high <= rows; i += high)
    add_small_rows<high, T>({a.data + i * a.down, a.down, a.across}, b, inner, cols,
                            {c.data + i * c.stride, c.stride});
}

}  // namespace

template <class T>
void add_small_product(EntriesOf<T> a, RowsOf<const T> b, std::size_t rows, std::size_t inner,
                       std::size_t cols, RowsOf<T> c) {
  constexpr std::size_t kRun = 256;
  for (std::size_t p = 0; p < inner; p += kRun) {
    const std::size_t depth = std::min(kRun, inner - p);
    const EntriesOf<T> left{a.data + p * a.across, a.down, a.across};
    const RowsOf<const T> right{b.data + p * b.stride, b.stride};
    std::size_t i = 0;
    add_small_groups<6, T>(i, left, right, rows, depth, cols, c);
    add_small_groups<4, T>(i, left, right, rows, depth, cols, c);
    add_small_groups<2, T>(i, left, right, rows, depth, cols, c);
    add_small_groups<1, T>(i, left, right, rows, depth, cols, c);
  }
}
template void add_small_product(Entries, RowsOf<const double>, std::size_t, std::size_t,
                                std::size_t, RowsOf<double>);
template void add_small_product(EntriesOf<float>, RowsOf<const float>, std::size_t, std::size_t,
                                std::size_t, RowsOf<float>);

}  // namespace posenc
