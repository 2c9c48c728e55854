// Small products against large ones, which have their own tests: equal bits at every edge.
#include "linalg/small_product.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "core/random.hpp"
#include "linalg/block_product.hpp"
#include "simd/transposed.hpp"

using namespace posenc;

namespace {

template <class T>
std::vector<T> normal_numbers(std::size_t count, std::uint64_t seed) {
  const Random random(seed);
  std::vector<T> x(count);
  for (std::size_t i = 0; i < count; ++i) x[i] = static_cast<T>(random.normal(i));
  return x;
}

}  // namespace

TEST_CASE_TEMPLATE("add_small_product: the bits of add_product, at every edge", T, double, float) {
  struct Size {
    std::size_t rows, inner, cols;
  };
  // rows in groups of five and fewer, columns in panels of up to sixteen, more than are packed
  for (const Size& size :
       {Size{1, 1, 1}, Size{2, 3, 5}, Size{3, 0, 4}, Size{4, 5, 8}, Size{5, 257, 9}, Size{6, 2, 16},
        Size{7, 300, 70}, Size{11, 64, 17}, Size{16, 16, 16}, Size{1, 513, 33}, Size{32, 40, 4}})
    for (const bool turned : {false, true}) {
      const std::size_t rows = size.rows, inner = size.inner, cols = size.cols, gap = 3;
      INFO(rows, " x ", inner, " x ", cols, turned ? ", A in columns" : "");
      const std::size_t a_stride = (turned ? rows : inner) + gap, stride = cols + gap;
      const std::vector<T> a = normal_numbers<T>(a_stride * (turned ? inner : rows), 1),
                           b = normal_numbers<T>(stride * inner, 2),
                           before = normal_numbers<T>(stride * rows, 3);
      const StridedViewOf<T> left{a.data(), rows, inner, turned ? 1 : a_stride,
                                  turned ? a_stride : 1};
      std::vector<T> c = before, wanted(rows * cols),
                     workspace(product_workspace(rows, inner, cols));
      for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < cols; ++j) wanted[j * rows + i] = before[i * stride + j];
      add_product(T{1}, left, {b.data(), inner, cols, stride, 1}, {wanted.data(), rows, cols, rows},
                  std::span(workspace));
      add_small_product<T>(left, {b.data(), stride}, cols, {c.data(), stride});
      bool same = true;
      for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < stride; ++j)
          same &= c[i * stride + j] == (j < cols ? wanted[j * rows + i] : before[i * stride + j]);
      CHECK(same);
    }
}

TEST_CASE_TEMPLATE("transpose: every entry, in its place", T, double, float) {
  for (const std::size_t rows : {1, 4, 5, 9})
    for (const std::size_t cols : {1, 3, 4, 10}) {
      const std::vector<T> from = normal_numbers<T>(rows * (cols + 2), 4);
      std::vector<T> to(cols * (rows + 1), T{7});
      lanes::transpose(from.data(), cols + 2, rows, cols, to.data(), rows + 1);
      bool same = true;
      for (std::size_t c = 0; c < cols; ++c)
        for (std::size_t r = 0; r <= rows; ++r)
          same &= to[c * (rows + 1) + r] == (r < rows ? from[r * (cols + 2) + c] : T{7});
      CHECK(same);
    }
}
