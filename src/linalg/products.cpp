#include "linalg/products.hpp"

#include <algorithm>  // std::fill_n
#include <memory>

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

Steps multiply_steps(double factor, Entries a, std::size_t rows, std::size_t inner, Entries b,
                     std::size_t cols, double* out) {
  for (std::size_t first = 0, count; first < rows; first += count) {
    count = items_a_step(cost_of_product(1, inner, cols), rows - first);
    multiply(factor, {a.data + first * a.down, a.down, a.across}, count, inner, b, cols,
             out + first * cols);
    co_yield cost_of_product(count, inner, cols);
  }
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
