#include "linalg/products.hpp"

#include <algorithm>
#include <memory>

namespace posenc {

// Rows of `out` are columns of its transpose, outᵀ = Bᵀ·Aᵀ.
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
