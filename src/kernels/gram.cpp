#include "kernels/gram.hpp"

#include <Eigen/Core>
#include <algorithm>  // std::copy_n, std::reverse_copy

namespace posenc {

void gram_block(const double* a, std::size_t rows, const double* b, std::size_t other_rows,
                std::size_t width, double* out) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto index = [](std::size_t n) { return static_cast<Eigen::Index>(n); };
  const Eigen::Map<const RowMajor> left(a, index(rows), index(width)),
      right(b, index(other_rows), index(width));
  Eigen::Map<RowMajor>(out, index(rows), index(other_rows)).noalias() = left * right.transpose();
}

void toeplitz_block(const double* profile, std::size_t n, std::size_t first_row, std::size_t rows,
                    double* out) {
  for (std::size_t i = first_row; i < first_row + rows; ++i, out += n) {
    std::reverse_copy(profile + 1, profile + i + 1, out);  // j < i
    std::copy_n(profile, n - i, out + i);                  // j >= i
  }
}

}  // namespace posenc
