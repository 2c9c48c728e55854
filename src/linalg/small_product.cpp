#include "linalg/small_product.hpp"

#include <algorithm>
#include <type_traits>

#include "simd/wide_lanes.hpp"

#if defined(__x86_64__) && !defined(__AVX2__)
#define POSENC_ASK_FOR_AVX2
#endif

namespace posenc {
namespace {

constexpr std::size_t kRun = 256, kHeight = 6;

template <class T>
using Narrow = std::conditional_t<std::is_same_v<T, double>, lanes::f64x2, lanes::f32x4>;
template <class T>
using Wide = std::conditional_t<std::is_same_v<T, double>, lanes::f64x4, lanes::f32x8>;

// Rows of A, turned: each column of them is contiguous, `across` numbers after the one before.
template <class T>
struct ColumnsOf {
  const T* data;
  std::size_t across;
};

// A tile of `high` rows and `wide` vectors of C, in registers while the inner index runs: twelve of
// the sixteen that there are for six rows and two vectors. Two columns a turn, for which V8 takes a
// fifth less time.
template <class V, std::size_t high, std::size_t wide, class T>
[[gnu::always_inline]] inline void add_tile(ColumnsOf<T> a, RowsOf<const T> b, std::size_t inner,
                                            RowsOf<T> c) {
  constexpr std::size_t kLanes = sizeof(V) / sizeof(T);
  V sums[high][wide];
  for (auto& row : sums)
    for (V& sum : row) sum = V{};
  const auto add_column = [&]() __attribute__((always_inline)) {
    V right[wide];
    for (std::size_t j = 0; j < wide; ++j) lanes::load(b.data + j * kLanes, right[j]);
    for (std::size_t i = 0; i < high; ++i) {
      const V left = a.data[i] - V{};  // in all lanes; x - 0 is x, of either sign
      for (std::size_t j = 0; j < wide; ++j) sums[i][j] += left * right[j];
    }
    a.data += a.across, b.data += b.stride;
  };
  for (; inner >= 2; inner -= 2) {
    add_column();
    add_column();
  }
  if (inner == 1) add_column();
  for (std::size_t i = 0; i < high; ++i)
    for (std::size_t j = 0; j < wide; ++j) {
      V to;
      lanes::load(c.data + i * c.stride + j * kLanes, to);
      to += sums[i][j];
      lanes::store(c.data + i * c.stride + j * kLanes, to);
    }
}

template <std::size_t high, std::size_t wide, class T>
[[gnu::noinline]] void add_narrow_tile(ColumnsOf<T> a, RowsOf<const T> b, std::size_t inner,
                                       RowsOf<T> c) {
  add_tile<Narrow<T>, high, wide>(a, b, inner, c);
}

#ifdef POSENC_ASK_FOR_AVX2
// The same products and sums, twice as many at a time, and none of them fused: the same bits.
template <std::size_t high, class T>
[[gnu::noinline, gnu::target("avx2")]] void add_wide_tile(ColumnsOf<T> a, RowsOf<const T> b,
                                                          std::size_t inner, RowsOf<T> c) {
  add_tile<Wide<T>, high, 2>(a, b, inner, c);
}
bool has_avx2() {
  static const bool there = __builtin_cpu_supports("avx2") != 0;
  return there;
}
#endif

template <std::size_t high, class T>
void add_rows(ColumnsOf<T> a, RowsOf<const T> b, std::size_t inner, std::size_t cols, RowsOf<T> c) {
  constexpr std::size_t kLanes = sizeof(Narrow<T>) / sizeof(T);
  std::size_t j = 0;
#ifdef POSENC_ASK_FOR_AVX2
  if (cols >= 4 * kLanes && has_avx2())
    for (; j + 4 * kLanes <= cols; j += 4 * kLanes)
      add_wide_tile<high, T>(a, {b.data + j, b.stride}, inner, {c.data + j, c.stride});
#endif
  for (; j + 2 * kLanes <= cols; j += 2 * kLanes)
    add_narrow_tile<high, 2, T>(a, {b.data + j, b.stride}, inner, {c.data + j, c.stride});
  for (; j + kLanes <= cols; j += kLanes)
    add_narrow_tile<high, 1, T>(a, {b.data + j, b.stride}, inner, {c.data + j, c.stride});
  for (; j < cols; ++j)
    for (std::size_t i = 0; i < high; ++i) {
      T sum = 0;
      for (std::size_t p = 0; p < inner; ++p)
        sum += a.data[p * a.across + i] * b.data[p * b.stride + j];
      c.data[i * c.stride + j] += sum;
    }
}

// As many groups of `high` rows as there are, from row i on.
template <std::size_t high, class T>
void add_groups(std::size_t& i, EntriesOf<T> a, RowsOf<const T> b, std::size_t rows,
                std::size_t inner, std::size_t cols, RowsOf<T> c) {
  T turned[high * kRun];
  for (; i + high <= rows; i += high) {
    const T* const from = a.data + i * a.down;
    ColumnsOf<T> columns{from, a.across};
    if (a.down != 1) {
      for (std::size_t p = 0; p < inner; ++p)
        for (std::size_t r = 0; r < high; ++r)
          turned[p * high + r] = from[r * a.down + p * a.across];
      columns = {turned, high};
    }
    add_rows<high, T>(columns, b, inner, cols, {c.data + i * c.stride, c.stride});
  }
}

}  // namespace

template <class T>
void add_small_product(EntriesOf<T> a, RowsOf<const T> b, std::size_t rows, std::size_t inner,
                       std::size_t cols, RowsOf<T> c) {
  for (std::size_t p = 0; p < inner; p += kRun) {
    const std::size_t depth = std::min(kRun, inner - p);
    const EntriesOf<T> left{a.data + p * a.across, a.down, a.across};
    const RowsOf<const T> right{b.data + p * b.stride, b.stride};
    std::size_t i = 0;
    add_groups<kHeight, T>(i, left, right, rows, depth, cols, c);
    add_groups<4, T>(i, left, right, rows, depth, cols, c);
    add_groups<2, T>(i, left, right, rows, depth, cols, c);
    add_groups<1, T>(i, left, right, rows, depth, cols, c);
  }
}
template void add_small_product(Entries, RowsOf<const double>, std::size_t, std::size_t,
                                std::size_t, RowsOf<double>);
template void add_small_product(EntriesOf<float>, RowsOf<const float>, std::size_t, std::size_t,
                                std::size_t, RowsOf<float>);

}  // namespace posenc
