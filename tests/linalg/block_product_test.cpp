// Products against sums entry by entry, at every edge of the blocks.
#include "linalg/block_product.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "../support/approx.hpp"
#include "core/random.hpp"
#include "linalg/products.hpp"

using namespace posenc;

namespace {

template <class T = double>
std::vector<T> drawn(std::size_t count, std::uint64_t seed) {
  const Random random(seed);
  std::vector<T> x(count);
  for (std::size_t i = 0; i < count; ++i) x[i] = static_cast<T>(random.normal(i));
  return x;
}

}  // namespace

TEST_CASE_TEMPLATE("add_product: within (inner + 2)·u of the sums, in every layout", T, double,
                   float) {
  constexpr double u = std::is_same_v<T, double> ? 0x1p-53 : 0x1p-24;
  struct Size {
    std::size_t rows, inner, cols;
  };
  for (const Size& size : {Size{1, 1, 1}, Size{3, 5, 2}, Size{4, 4, 4}, Size{5, 257, 6},
                           Size{129, 3, 7}, Size{2, 300, 513}, Size{130, 258, 9}, Size{8, 0, 8}})
    for (const bool a_down : {false, true})
      for (const bool b_down : {false, true}) {
        const std::size_t rows = size.rows, inner = size.inner, cols = size.cols;
        INFO(rows, " x ", inner, " x ", cols);
        const std::vector<T> a = drawn<T>(rows * inner, 1), b = drawn<T>(inner * cols, 2);
        const std::size_t stride = rows + 3;
        const std::vector<T> before = drawn<T>(stride * cols, 3);
        std::vector<T> c = before, workspace(product_workspace(rows, inner, cols));
        const StridedViewOf<T> left{a.data(), rows, inner, a_down ? inner : 1, a_down ? 1 : rows},
            right{b.data(), inner, cols, b_down ? cols : 1, b_down ? 1 : inner};
        add_product(T{-2}, left, right, ColumnsOf<T>{c.data(), rows, cols, stride},
                    std::span(workspace));
        for (std::size_t j = 0; j < cols; ++j)
          for (std::size_t i = 0; i < stride; ++i) {
            const std::size_t at = j * stride + i;
            if (i >= rows) {
              CHECK(c[at] == before[at]);
              continue;
            }
            double sum = before[at], terms = std::fabs(sum);
            for (std::size_t p = 0; p < inner; ++p) {
              const double term =
                  -2.0 * a[i * left.down + p * left.across] * b[p * right.down + j * right.across];
              sum += term;
              terms += std::fabs(term);
            }
            // both the product and this sum have at most half of this error
            CHECK(std::fabs(c[at] - sum) <= 2 * static_cast<double>(inner + 2) * u * terms);
          }
      }
}

TEST_CASE("the workspace of a product has an end") {
  CHECK(product_workspace(1 << 20, 1 << 20, 1 << 20) == 163'840);
  CHECK(product_workspace(129, 257, 513) == 163'840);
}

TEST_CASE("the order of additions is the one documented") {
  // runs of 256: 2^53 + 255 ones lose each one, but the ones of the second run are kept
  std::vector<double> a(512, 1.0);
  a[0] = 0x1p53;
  const std::vector<double> ones(512, 1.0);
  double c = 0;
  add_product(1, in_rows(a, 512), in_rows(ones, 1), {&c, 1, 1, 1});
  CHECK(c == 0x1p53 + 256);
}

TEST_CASE("products: three layouts of the same one") {
  const std::size_t rows = 6, inner = 10, cols = 5;
  const std::vector<double> a = drawn(rows * inner, 4), b = drawn(inner * cols, 5);
  std::vector<double> a_transposed(a.size()), b_transposed(b.size());
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t p = 0; p < inner; ++p) a_transposed[p * rows + i] = a[i * inner + p];
  for (std::size_t p = 0; p < inner; ++p)
    for (std::size_t j = 0; j < cols; ++j) b_transposed[j * inner + p] = b[p * cols + j];
  std::vector<double> one(rows * cols), two(rows * cols), three(rows * cols);
  multiply(0.5, in_rows(a, inner), in_rows(b, cols), one.data());
  multiply(0.5, in_rows(a, inner), transposed(in_rows(b_transposed, inner)), two.data());
  multiply(0.5, transposed(in_rows(a_transposed, rows)), in_rows(b, cols), three.data());
  CHECK(one == two);
  CHECK(one == three);
  double sum = 0;
  for (std::size_t p = 0; p < inner; ++p) sum += a[2 * inner + p] * b[p * cols + 3];
  CHECK(one[2 * cols + 3] == approx(sum / 2).epsilon(1e-14));
}
