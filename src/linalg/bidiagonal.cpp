#include "linalg/bidiagonal.hpp"

#include <algorithm>

#include "linalg/block_product.hpp"
#include "linalg/columns.hpp"
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
  const Columns a = matrix(), vs = panel(v_), xs = panel(x_), ys = panel(y_), us = panel(u_);
  double* v = a.column(i) + i;
  subtract_columns(vs.part(i, 0, rows, done), y_.data() + i, n_, v);
  subtract_columns(xs.part(i, 0, rows, done), u_.data() + i, n_, v);
  const auto [tau, corner] = make_reflection(v, rows);
  tau_[i] = tau;
  b_.diagonal[i] = corner;
  std::copy_n(v, rows, vs.column(done) + i);
  double along[kPanel], *y = ys.column(done) + i + 1;
  dot_columns(a.part(i, i + 1, rows, rest), v, y);
  dot_columns(vs.part(i, 0, rows, done), v, along);
  subtract_columns(ys.part(i + 1, 0, rest, done), along, 1, y);
  dot_columns(xs.part(i, 0, rows, done), v, along);
  subtract_columns(us.part(i + 1, 0, rest, done), along, 1, y);
  for (std::size_t c = 0; c < rest; ++c) y[c] *= tau;
}

// Row i, reflected from the left already, and the reflection from the right; X follows.
void BidiagonalForm::reduce_row(std::size_t first, std::size_t i) {
  const std::size_t done = i - first, rest = n_ - i - 1;
  const Columns a = matrix(), vs = panel(v_), xs = panel(x_), ys = panel(y_), us = panel(u_);
  double *u = us.column(done) + i + 1, *x = xs.column(done) + i + 1;
  for (std::size_t c = 0; c < rest; ++c) u[c] = a.column(i + 1 + c)[i];
  subtract_columns(ys.part(i + 1, 0, rest, done + 1), v_.data() + i, n_, u);
  subtract_columns(us.part(i + 1, 0, rest, done), x_.data() + i, n_, u);
  const auto [tau, corner] = make_reflection(u, rest);
  b_.above[i] = corner;
  double along[kPanel];
  std::fill_n(x, rest, 0.0);
  subtract_columns(a.part(i + 1, i + 1, rest, rest), u, 1, x);
  dot_columns(ys.part(i + 1, 0, rest, done + 1), u, along);
  for (std::size_t c = 0; c <= done; ++c) along[c] = -along[c];
  subtract_columns(vs.part(i + 1, 0, rest, done + 1), along, 1, x);
  dot_columns(us.part(i + 1, 0, rest, done), u, along);
  for (std::size_t c = 0; c < done; ++c) along[c] = -along[c];
  subtract_columns(xs.part(i + 1, 0, rest, done), along, 1, x);
  for (std::size_t r = 0; r < rest; ++r) x[r] *= -tau;
}

void BidiagonalForm::reduce(const Progress& progress) {
  const Columns a = matrix();
  std::size_t first = 0;
  while (first + 1 < n_ && !negligible_from(first)) {
    const std::size_t width = std::min(kPanel, n_ - 1 - first);
    for (std::size_t i = first; i < first + width; ++i) {
      reduce_column(first, i);
      reduce_row(first, i);
    }
    const std::size_t next = first + width, rest = n_ - next;
    for (std::size_t j = next; j < n_; j += kUpdate) {
      const std::size_t cols = std::min(kUpdate, n_ - j);
      const Columns updated = a.part(next, j, rest, cols);
      add_product(-1, panel(v_).part(next, 0, rest, width),
                  transposed(panel(y_).part(j, 0, cols, width)), updated);
      add_product(-1, panel(x_).part(next, 0, rest, width),
                  transposed(panel(u_).part(j, 0, cols, width)), updated);
    }
    first = next;
    progress.done(first, n_);
  }
  for (std::size_t j = first; j < n_; ++j) {
    b_.diagonal[j] = a.column(j)[j];
    if (j + 1 < n_) b_.above[j] = a.column(j + 1)[j];
  }
  reflections_ = first;
}

void BidiagonalForm::transform(const Columns& x) const {
  return apply_reflections({a_.data(), n_, n_, 0, tau_.data(), reflections_}, x);
}

}  // namespace posenc
