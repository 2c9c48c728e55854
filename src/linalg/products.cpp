#include "linalg/products.hpp"

#include <algorithm>
#include <memory>

#include "core/passes.hpp"

namespace posenc {

double cost_of_product(std::size_t rows, std::size_t inner, std::size_t cols) {
  return 2 * static_cast<double>(rows) * static_cast<double>(inner) * static_cast<double>(cols);
}

Steps add_product_steps(double factor, const StridedView& a, const StridedView& b,
                        const Columns& c) {
  constexpr double kCostOfPart = kStepCost / 2;
  constexpr std::size_t kRun = 256, kSide = 512;
  const std::size_t rows = a.rows, inner = a.cols, cols = b.cols;
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
        add_product(factor, a.part(i, p, m, k), b.part(p, j, k, n), c.part(i, j, m, n),
                    std::span(workspace.get(), numbers));
        co_yield cost(m, k, n);
      }
}

// Rows of `out` are columns of its transpose, outᵀ = Bᵀ·Aᵀ.
Steps multiply_steps(double factor, const StridedView& a, const StridedView& b, double* out) {
  co_yield in_parts(a.rows * b.cols, kPass, [out](std::size_t first, std::size_t end) {
    std::fill(out + first, out + end, 0.0);
  });
  co_yield add_product_steps(factor, b.transposed(), a.transposed(), {out, b.cols, a.rows, b.cols});
}

void multiply(double factor, const StridedView& a, const StridedView& b, double* out,
              std::span<double> workspace) {
  std::fill_n(out, a.rows * b.cols, 0.0);
  add_product(factor, b.transposed(), a.transposed(), {out, b.cols, a.rows, b.cols}, workspace);
}

void multiply(double factor, const StridedView& a, const StridedView& b, double* out) {
  const std::size_t numbers = product_workspace(b.cols, a.cols, a.rows);
  const auto own = std::make_unique_for_overwrite<double[]>(numbers);
  multiply(factor, a, b, out, std::span(own.get(), numbers));
}

}  // namespace posenc
