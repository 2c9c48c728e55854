#include "analyses/induced_kernel.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt, std::frexp, std::ldexp, std::fabs

#include "kernels/gram.hpp"

namespace posenc::induced_kernel_row {
namespace {

constexpr std::size_t kBand = 128;  // rows of the kernel at a time

// A table whose rows are scaled by powers of two to a largest entry in [1/2, 1), so that squares
// neither overflow nor underflow; scaling back is exact.
struct Scaled {
  Matrix rows;
  std::vector<int> exponents;
  std::vector<double> norms;  // of the scaled rows

  void make(const Matrix& table) {
    exponents.resize(table.rows), norms.resize(table.rows);
    rows = table;
    for (std::size_t i = 0; i < rows.rows; ++i) {
      double* row = rows.row(i);
      double largest = 0, square = 0;
      for (std::size_t c = 0; c < rows.cols; ++c) largest = std::max(largest, std::fabs(row[c]));
      std::frexp(largest, &exponents[i]);
      for (std::size_t c = 0; c < rows.cols; ++c) {
        row[c] = std::ldexp(row[c], -exponents[i]);
        square += row[c] * row[c];
      }
      norms[i] = std::sqrt(square);
    }
  }
};

}  // namespace

Result<Count> largest(const Params&, const Sizes& sizes, std::span<const Layer>) {
  constexpr std::uint64_t kMostEntries = std::uint64_t{1} << 25;
  const Size table = sizes["table"], other = sizes.has("other") ? sizes["other"] : table;
  const Count entries = table.rows * other.rows;
  if (auto error =
          too_large(entries, kMostEntries, "table", "entries of the kernel, rows times rows"))
    return *error;
  return entries;
}

void run(const Params&, const Inputs& inputs, std::span<const Layer>, Work& work) {
  const Matrix& table = inputs["table"];
  const bool symmetric = !inputs.has("other");
  const Matrix& other = symmetric ? table : inputs["other"];
  const std::size_t n = table.rows, m = other.rows, d = table.cols;
  if (d != other.cols) {
    work.error = bad_shape("other", "must have ", d, " columns, as table has, got ", other.cols);
    return;
  }
  Scaled a, second;
  a.make(table);
  if (!symmetric) second.make(other);
  const Scaled& b = symmetric ? a : second;
  Matrix kernel = Matrix::zeros(n, m), normalised = Matrix::zeros(n, m);
  for (std::size_t first = 0, rows; first < n; first += rows) {
    // for a symmetric kernel, only the entries right of the block's corner
    const std::size_t from = symmetric ? first : 0;
    rows = std::min(kBand, n - first);
    gram_block(a.rows.part(first, rows), b.rows.part(from, m - from), kernel.row(first) + from, m);
    if (symmetric) mirror(kernel, {first, rows}, {first, n - first});
    work.progress.done(first + rows, n);
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < m; ++j) {
      double& k = kernel(i, j);
      if (a.norms[i] > 0 && b.norms[j] > 0) normalised(i, j) = k / a.norms[i] / b.norms[j];
      k = std::ldexp(k, a.exponents[i] + b.exponents[j]);
    }
  std::vector<double> norms(n);
  for (std::size_t i = 0; i < n; ++i) norms[i] = std::ldexp(a.norms[i], a.exponents[i]);
  work.outputs =
      outputs(Output{"kernel", std::move(kernel)}, Output{"normalised", std::move(normalised)},
              list("norms", std::move(norms)));
}

}  // namespace posenc::induced_kernel_row
