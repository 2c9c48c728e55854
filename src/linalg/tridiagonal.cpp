#include "linalg/tridiagonal.hpp"

#include <algorithm>

#include "linalg/block_product.hpp"
#include "linalg/columns.hpp"
#include "linalg/panel.hpp"
#include "linalg/reflections.hpp"

namespace posenc {
TridiagonalForm::TridiagonalForm(std::vector<double> a, std::size_t n)
    : n_(n), a_(std::move(a)), tau_(n), w_(kPanel * n) {
  t_.diagonal.resize(n);
  t_.beside.resize(n > 0 ? n - 1 : 0);
  double squares = 0;
  for (std::size_t j = 0; j < n; ++j) {
    squares += dot(column(j) + j, column(j) + j, 1);
    squares += 2 * dot(column(j) + j + 1, column(j) + j + 1, n - j - 1);
  }
  noise_ = squares * 0x1p-106 * static_cast<double>(n);
}

double TridiagonalForm::cost_of_reduction(std::size_t n) {
  const auto x = static_cast<double>(n);
  return x * x * x * 2 / 3 * (1 + kMemoryBound);
}
bool TridiagonalForm::negligible_from(std::size_t first) const {
  double squares = 0;
  for (std::size_t j = first; j < n_ && squares <= noise_; ++j)
    squares +=
        column(j)[j] * column(j)[j] + 2 * dot(column(j) + j + 1, column(j) + j + 1, n_ - j - 1);
  return squares <= noise_;
}

// Column j, in the panel that begins at `first`.
void TridiagonalForm::reduce_column(std::size_t first, std::size_t j) {
  const std::size_t done = j - first, rest = n_ - j - 1;
  double* v = column(j);
  // what the panel's earlier reflections do to this column
  subtract_columns(column(first) + j, n_, rest + 1, done, w_.data() + j, n_, v + j);
  subtract_columns(w_.data() + j, n_, rest + 1, done, column(first) + j, n_, v + j);
  t_.diagonal[j] = v[j];
  v += j + 1;
  double* w = w_.data() + done * n_ + j + 1;
  const auto [tau, first_entry] = make_reflection(v, rest);
  t_.beside[j] = first_entry;
  tau_[j] = tau;
  if (tau == 0) {
    std::fill_n(w, rest, 0.0);
    return;
  }
  // w = τ·(A - V·Wᵀ - W·Vᵀ)·v, made such that the reflected rest is A - v·wᵀ - w·vᵀ
  symmetric_product(column(j + 1) + j + 1, n_, rest, v, w);
  double along[kPanel];
  dot_columns(w_.data() + j + 1, n_, rest, done, v, along);
  subtract_columns(column(first) + j + 1, n_, rest, done, along, 1, w);
  dot_columns(column(first) + j + 1, n_, rest, done, v, along);
  subtract_columns(w_.data() + j + 1, n_, rest, done, along, 1, w);
  const double half = tau / 2 * dot(w, v, rest);
  for (std::size_t i = 0; i < rest; ++i) w[i] = tau * (w[i] - half * v[i]);
}

// Columns j0 … of the rest that follows the panel; their part above the diagonal is of no use.
void TridiagonalForm::update(std::size_t first, std::size_t width, std::size_t j0,
                             std::size_t cols) {
  const std::size_t rows = n_ - first - width, at = j0 - first - width;
  add_product(-1, {left_.data() + at, 1, rows}, {right_.data() + at, rows, 1}, n_ - j0, 2 * width,
              cols, column(j0) + j0, n_);
}

Steps TridiagonalForm::reduce() {
  std::size_t first = 0;
  while (first + 2 < n_ && !negligible_from(first)) {
    const std::size_t width = std::min(kPanel, n_ - 2 - first), rows = n_ - first - width;
    for (std::size_t j = first; j < first + width; ++j) {
      reduce_column(first, j);
      const auto m = static_cast<double>(n_ - j);
      co_yield (2 * m * m * kMemoryBound);
    }
    left_.resize(2 * width * rows);
    right_.resize(2 * width * rows);
    for (std::size_t c = 0; c < width; ++c) {
      const double *v = column(first + c) + first + width, *w = w_.data() + c * n_ + first + width;
      std::copy_n(v, rows, left_.data() + c * rows);
      std::copy_n(v, rows, right_.data() + (c + width) * rows);
      std::copy_n(w, rows, left_.data() + (c + width) * rows);
      std::copy_n(w, rows, right_.data() + c * rows);
    }
    first += width;
    for (std::size_t j = first; j < n_; j += kUpdate) {
      const std::size_t cols = std::min(kUpdate, n_ - j);
      update(first - width, width, j, cols);
      co_yield 4.0 * static_cast<double>(width) * static_cast<double>((n_ - j) * cols);
    }
  }
  for (std::size_t j = first; j < n_; ++j) {
    t_.diagonal[j] = column(j)[j];
    if (j + 1 < n_) t_.beside[j] = column(j)[j + 1];
  }
  reflections_ = std::min(first, n_ > 2 ? n_ - 2 : 0);
}

Steps TridiagonalForm::transform(double* x, std::size_t count) const {
  return apply_reflections({a_.data(), n_, n_, 1, tau_.data(), reflections_}, x, n_, count);
}

}  // namespace posenc
