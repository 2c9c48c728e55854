#include "linalg/bidiagonal.hpp"

#include <algorithm>

#include "linalg/block_product.hpp"
#include "linalg/columns.hpp"
#include "linalg/panel.hpp"
#include "linalg/reflections.hpp"

namespace posenc {
BidiagonalForm::BidiagonalForm(std::vector<double> a, std::size_t n)
    : n_(n),
      a_(std::move(a)),
      tau_(n),
      v_(kPanel * n),
      y_(kPanel * n),
      x_(kPanel * n),
      u_(kPanel * n),
      noise_(dot(a_.data(), a_.data(), n * n) * 0x1p-106 * static_cast<double>(n)) {
  b_.diagonal.resize(n);
  b_.above.resize(n > 0 ? n - 1 : 0);
}

double BidiagonalForm::cost_of_reduction(std::size_t n) {
  const auto x = static_cast<double>(n);
  return x * x * x * 4 / 3 * (1 + kMemoryBound);
}

bool BidiagonalForm::negligible_from(std::size_t first) const {
  double squares = 0;
  for (std::size_t j = first; j < n_ && squares <= noise_; ++j) {
    const double* x = a_.data() + j * n_ + first;
    squares += dot(x, x, n_ - first);
  }
  return squares <= noise_;
}

// Column i and the reflection that clears it below the diagonal; Y of the panel follows.
void BidiagonalForm::reduce_column(std::size_t first, std::size_t i) {
  const std::size_t done = i - first, rows = n_ - i, rest = rows - 1;
  double* v = column(i) + i;
  subtract_columns(v_.data() + i, n_, rows, done, y_.data() + i, n_, v);
  subtract_columns(x_.data() + i, n_, rows, done, u_.data() + i, n_, v);
  const auto [tau, corner] = make_reflection(v, rows);
  tau_[i] = tau;
  b_.diagonal[i] = corner;
  std::copy_n(v, rows, v_.data() + done * n_ + i);
  double along[kPanel], *y = y_.data() + done * n_ + i + 1;
  dot_columns(column(i) + n_ + i, n_, rows, rest, v, y);
  dot_columns(v_.data() + i, n_, rows, done, v, along);
  subtract_columns(y_.data() + i + 1, n_, rest, done, along, 1, y);
  dot_columns(x_.data() + i, n_, rows, done, v, along);
  subtract_columns(u_.data() + i + 1, n_, rest, done, along, 1, y);
  for (std::size_t c = 0; c < rest; ++c) y[c] *= tau;
}

// Row i, reflected from the left already, and the reflection from the right; X follows.
void BidiagonalForm::reduce_row(std::size_t first, std::size_t i) {
  const std::size_t done = i - first, rest = n_ - i - 1;
  double *u = u_.data() + done * n_ + i + 1, *x = x_.data() + done * n_ + i + 1;
  for (std::size_t c = 0; c < rest; ++c) u[c] = column(i + 1 + c)[i];
  subtract_columns(y_.data() + i + 1, n_, rest, done + 1, v_.data() + i, n_, u);
  subtract_columns(u_.data() + i + 1, n_, rest, done, x_.data() + i, n_, u);
  const auto [tau, corner] = make_reflection(u, rest);
  b_.above[i] = corner;
  double along[kPanel];
  std::fill_n(x, rest, 0.0);
  subtract_columns(column(i + 1) + i + 1, n_, rest, rest, u, 1, x);
  dot_columns(y_.data() + i + 1, n_, rest, done + 1, u, along);
  for (std::size_t c = 0; c <= done; ++c) along[c] = -along[c];
  subtract_columns(v_.data() + i + 1, n_, rest, done + 1, along, 1, x);
  dot_columns(u_.data() + i + 1, n_, rest, done, u, along);
  for (std::size_t c = 0; c < done; ++c) along[c] = -along[c];
  subtract_columns(x_.data() + i + 1, n_, rest, done, along, 1, x);
  for (std::size_t r = 0; r < rest; ++r) x[r] *= -tau;
}

Steps BidiagonalForm::reduce() {
  std::size_t first = 0;
  while (first + 1 < n_ && !negligible_from(first)) {
    const std::size_t width = std::min(kPanel, n_ - 1 - first);
    for (std::size_t i = first; i < first + width; ++i) {
      const auto m = static_cast<double>(n_ - i);
      reduce_column(first, i);
      co_yield (2 * m * m * kMemoryBound);
      reduce_row(first, i);
      co_yield (2 * m * m * kMemoryBound);
    }
    const std::size_t next = first + width, rest = n_ - next;
    for (std::size_t j = next; j < n_; j += kUpdate) {
      const std::size_t cols = std::min(kUpdate, n_ - j);
      add_product(-1, {v_.data() + next, 1, n_}, {y_.data() + j, n_, 1}, rest, width, cols,
                  column(j) + next, n_);
      add_product(-1, {x_.data() + next, 1, n_}, {u_.data() + j, n_, 1}, rest, width, cols,
                  column(j) + next, n_);
      co_yield 4.0 * static_cast<double>(rest * width) * static_cast<double>(cols);
    }
    first = next;
  }
  for (std::size_t j = first; j < n_; ++j) {
    b_.diagonal[j] = column(j)[j];
    if (j + 1 < n_) b_.above[j] = column(j + 1)[j];
  }
  reflections_ = first;
}

Steps BidiagonalForm::transform(double* x, std::size_t stride, std::size_t count) const {
  return apply_reflections({a_.data(), n_, n_, 0, tau_.data(), reflections_}, x, stride, count);
}

}  // namespace posenc
