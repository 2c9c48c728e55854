#include "linalg/products.hpp"

#include <algorithm>  // std::fill_n

#include "linalg/block_product.hpp"

namespace posenc {
namespace {

// Rows of `out` are columns of its transpose, outᵀ = Bᵀ·Aᵀ.
void multiply(double factor, Entries a, std::size_t rows, std::size_t inner, Entries b,
              std::size_t cols, double* out) {
  std::fill_n(out, rows * cols, 0.0);
  add_product(factor, {b.data, b.across, b.down}, {a.data, a.across, a.down}, cols, inner, rows,
              out, cols);
}

}  // namespace

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
