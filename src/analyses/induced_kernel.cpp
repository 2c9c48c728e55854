#include "analyses/induced_kernel.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt, std::frexp, std::ldexp, std::fabs

#include "core/passes.hpp"
#include "kernels/gram.hpp"

namespace posenc::induced_kernel_row {
namespace {

constexpr double kScaling = 100, kEntry = 200;  // cost of a number of a table, and of the kernel
constexpr std::size_t kBand = 128;              // rows of the kernel at a time

// A table whose rows are scaled by powers of two to a largest entry in [1/2, 1), so that squares
// neither overflow nor vanish; scaling back is exact.
struct Scaled {
  Matrix rows;
  std::vector<int> exponents;
  std::vector<double> norms;  // of the scaled rows

  Steps make(const Matrix& table) {
    exponents.resize(table.rows), norms.resize(table.rows);
    co_yield copied(table, rows);
    for (std::size_t i = 0; i < rows.rows; ++i) {
      double* row = rows.row(i);
      double largest = 0, square = 0;
      co_yield in_parts(rows.cols, kPass, [&](std::size_t first, std::size_t end) {
        for (std::size_t c = first; c < end; ++c) largest = std::max(largest, std::fabs(row[c]));
      });
      std::frexp(largest, &exponents[i]);
      co_yield in_parts(rows.cols, kScaling, [&](std::size_t first, std::size_t end) {
        for (std::size_t c = first; c < end; ++c) {
          row[c] = std::ldexp(row[c], -exponents[i]);
          square += row[c] * row[c];
        }
      });
      norms[i] = std::sqrt(square);
    }
  }
};

}  // namespace

Result<Count> holds(const Params&, const Sizes& sizes, std::span<const Layer>) {
  constexpr std::uint64_t kMostEntries = std::uint64_t{1} << 25;
  const Size table = sizes["table"], other = sizes.has("other") ? sizes["other"] : table;
  const Count entries = table.rows * other.rows;
  if (auto error =
          too_large(entries, kMostEntries, "table", "entries of the kernel, rows times rows"))
    return *error;
  const Count copies = sizes.has("other") ? table.numbers() + other.numbers() : table.numbers();
  return 2 * entries + copies + 4 * (table.rows + other.rows);
}

Steps steps(const Params&, const Inputs& inputs, std::span<const Layer>, Work& work) {
  const Matrix& table = inputs["table"];
  const bool symmetric = !inputs.has("other");
  const Matrix& other = symmetric ? table : inputs["other"];
  const std::size_t n = table.rows, m = other.rows, d = table.cols;
  if (d != other.cols) {
    work.error = bad_shape("other", "must have ", d, " columns, as table has, got ", other.cols);
    co_return;
  }
  const double pair = 2 * static_cast<double>(d) + 4,
               numbers = static_cast<double>(table.data.size() + other.data.size());
  work.total = (kScaling + 2 * kPass) * numbers +
               (pair + kEntry) * static_cast<double>(n) * static_cast<double>(m);
  Scaled a, second;
  co_yield a.make(table);
  if (!symmetric) co_yield second.make(other);
  const Scaled& b = symmetric ? a : second;
  Matrix kernel, normalised;
  for (Matrix* made : {&kernel, &normalised}) co_yield zeros(*made, n, m);
  for (std::size_t first = 0, rows; first < n; first += rows) {
    // of a symmetric kernel the entries right of the block's corner
    const std::size_t from = symmetric ? first : 0;
    rows = std::min(kBand, n - first);
    co_yield gram_block_steps(a.rows.part(first, rows), b.rows.part(from, m - from),
                              kernel.row(first) + from, m);
    if (!symmetric) continue;
    mirror(kernel, {first, rows}, {first, n - first});
    co_yield (kPass * static_cast<double>(rows * (n - first)));
  }
  for (std::size_t i = 0; i < n; ++i)
    co_yield in_parts(m, kEntry, [&](std::size_t first, std::size_t end) {
      for (std::size_t j = first; j < end; ++j) {
        double& k = kernel(i, j);
        if (a.norms[i] > 0 && b.norms[j] > 0) normalised(i, j) = k / a.norms[i] / b.norms[j];
        k = std::ldexp(k, a.exponents[i] + b.exponents[j]);
      }
    });
  std::vector<double> norms(n);
  for (std::size_t i = 0; i < n; ++i) norms[i] = std::ldexp(a.norms[i], a.exponents[i]);
  work.outputs =
      outputs(Output{"kernel", std::move(kernel)}, Output{"normalised", std::move(normalised)},
              list("norms", std::move(norms)));
}

}  // namespace posenc::induced_kernel_row
