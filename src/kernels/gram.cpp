#include "kernels/gram.hpp"

#include <algorithm>  // std::copy_n, std::reverse_copy

#include "linalg/products.hpp"

namespace posenc {

void gram_block(const double* a, std::size_t rows, const double* b, std::size_t other_rows,
                std::size_t width, double* out) {
  multiply_by_transpose(1, a, rows, width, b, other_rows, out);
}

void toeplitz_block(const double* profile, std::size_t n, std::size_t first_row, std::size_t rows,
                    double* out) {
  for (std::size_t i = first_row; i < first_row + rows; ++i, out += n) {
    std::reverse_copy(profile + 1, profile + i + 1, out);  // j < i
    std::copy_n(profile, n - i, out + i);                  // j >= i
  }
}

}  // namespace posenc
