#include "linalg/products.hpp"

#include <algorithm>
#include <memory>

#include "core/passes.hpp"
#include "linalg/block_product.hpp"

namespace posenc {

// Rows of `out` are columns of its transpose, outᵀ = Bᵀ·Aᵀ.
template <class T>
void multiply(T factor, EntriesOf<T> a, std::size_t rows, std::size_t inner, EntriesOf<T> b,
              std::size_t cols, T* out, std::span<T> workspace) {
  std::fill_n(out, rows * cols, T{0});
  add_product(factor, {b.data, b.across, b.down}, {a.data, a.across, a.down}, cols, inner, rows,
              out, cols, workspace);
}
template void multiply(double, Entries, std::size_t, std::size_t, Entries, std::size_t, double*,
                       std::span<double>);
template void multiply(float, EntriesOf<float>, std::size_t, std::size_t, EntriesOf<float>,
                       std::size_t, float*, std::span<float>);

namespace {

void multiply(double factor, Entries a, std::size_t rows, std::size_t inner, Entries b,
              std::size_t cols, double* out) {
  const std::size_t numbers = product_workspace(cols, inner, rows);
  const auto own = std::make_unique_for_overwrite<double[]>(numbers);
  posenc::multiply(factor, a, rows, inner, b, cols, out, std::span(own.get(), numbers));
}

}  // namespace

double cost_of_product(std::size_t rows, std::size_t inner, std::size_t cols) {
  return 2 * static_cast<double>(rows) * static_cast<double>(inner) * static_cast<double>(cols);
}

Steps add_product_steps(double factor, Entries a, Entries b, std::size_t rows, std::size_t inner,
                        std::size_t cols, double* c, std::size_t stride) {
  constexpr double kCostOfPart = kStepCost / 2;
  constexpr std::size_t kRun = 256, kSide = 512;
  const auto cost = [](std::size_t m, std::size_t k, std::size_t n) {
    constexpr double kPacked = 16;  // a number that is packed, in products
    const auto height = static_cast<double>(m), width = static_cast<double>(n);
    return 2 * static_cast<double>(k) * (height * width + kPacked * (height + width));
  };
  const auto most = [&](double each, std::size_t unit, std::size_t all) {
    return std::min(all, unit * static_cast<std::size_t>(std::max(kCostOfPart / each, 1.0)));
  };
  std::size_t height = std::min(rows, kSide), width = std::min(cols, kSide);
  const std::size_t depth = most(cost(height, kRun, width), kRun, inner);
  if (depth == inner) height = std::max(height, most(cost(128, inner, width), 128, rows));
  if (height == rows) width = std::max(width, most(cost(rows, depth, 4), 4, cols));
  const std::size_t numbers = product_workspace(height, depth, width);
  const auto workspace = std::make_unique_for_overwrite<double[]>(numbers);
  for (std::size_t j = 0; j < cols; j += width)
    for (std::size_t p = 0; p < inner; p += depth)
      for (std::size_t i = 0; i < rows; i += height) {
        const std::size_t m = std::min(height, rows - i), k = std::min(depth, inner - p),
                          n = std::min(width, cols - j);
        add_product(factor, {a.data + i * a.down + p * a.across, a.down, a.across},
                    {b.data + p * b.down + j * b.across, b.down, b.across}, m, k, n,
                    c + j * stride + i, stride, std::span(workspace.get(), numbers));
        co_yield cost(m, k, n);
      }
}

Steps multiply_steps(double factor, Entries a, std::size_t rows, std::size_t inner, Entries b,
                     std::size_t cols, double* out) {
  co_yield in_parts(rows * cols, kPass, [out](std::size_t first, std::size_t end) {
    std::fill(out + first, out + end, 0.0);
  });
  co_yield add_product_steps(factor, {b.data, b.across, b.down}, {a.data, a.across, a.down}, cols,
                             inner, rows, out, cols);
}

void multiply(double factor, const double* a, std::size_t rows, std::size_t inner, const double* b,
              std::size_t cols, double* out) {
  multiply(factor, Entries{a, inner, 1}, rows, inner, Entries{b, cols, 1}, cols, out);
}

void multiply_by_transpose(double factor, const double* a, std::size_t rows, std::size_t inner,
                           const double* b, std::size_t cols, double* out) {
  multiply(factor, Entries{a, inner, 1}, rows, inner, Entries{b, 1, inner}, cols, out);
}

void multiply_transposed(double factor, const double* a, std::size_t inner, std::size_t rows,
                         const double* b, std::size_t cols, double* out) {
  multiply(factor, Entries{a, 1, rows}, rows, inner, Entries{b, cols, 1}, cols, out);
}

}  // namespace posenc
