#include "kernels/induced_kernel.hpp"

#include <cmath>  // std::sqrt

#include "kernels/gram.hpp"

namespace posenc::induced_kernel_detail {
namespace {

std::vector<double> norms_of(const Matrix& table) {
  std::vector<double> norms(table.rows);
  for (std::size_t i = 0; i < table.rows; ++i) {
    double square = 0;
    for (std::size_t c = 0; c < table.cols; ++c) square += table(i, c) * table(i, c);
    norms[i] = std::sqrt(square);
  }
  return norms;
}

}  // namespace

Result<Outputs> run(const Params&, const Inputs& inputs) {
  constexpr std::size_t kMostEntries = std::size_t{1} << 25;
  const Matrix& table = inputs["table"];
  const Matrix& other = inputs.has("other") ? inputs["other"] : table;
  const std::size_t n = table.rows, m = other.rows;
  if (table.cols != other.cols)
    return Error{ErrorCode::bad_shape, "other",
                 "must have " + std::to_string(table.cols) + " columns, as table has, got " +
                     std::to_string(other.cols)};
  if (n != 0 && m > kMostEntries / n)
    return Error{ErrorCode::too_large, "table",
                 "the kernel would have " + std::to_string(n) + " x " + std::to_string(m) +
                     " entries; at most " + std::to_string(kMostEntries) + " are made"};
  Matrix kernel = Matrix::zeros(n, m);
  if (&other == &table)
    gram_matrix(table.data.data(), n, table.cols, kernel.data.data());
  else
    gram_block(table.data.data(), n, other.data.data(), m, table.cols, kernel.data.data());
  std::vector<double> norms = norms_of(table);
  const std::vector<double> other_norms = norms_of(other);
  Matrix normalised = Matrix::zeros(n, m);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < m; ++j)
      if (norms[i] > 0 && other_norms[j] > 0)
        normalised(i, j) = kernel(i, j) / norms[i] / other_norms[j];
  return outputs(Output{"kernel", std::move(kernel)}, Output{"normalised", std::move(normalised)},
                 list("norms", std::move(norms)));
}

}  // namespace posenc::induced_kernel_detail
