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
  const Columns a = matrix(), ws = {w_.data(), n_, kPanel, n_};
  double* v = column(j);
  // what the panel's earlier reflections do to this column
  subtract_columns(a.part(j, first, rest + 1, done), w_.data() + j, n_, v + j);
  subtract_columns(ws.part(j, 0, rest + 1, done), column(first) + j, n_, v + j);
  t_.diagonal[j] = v[j];
  v += j + 1;
  double* w = ws.column(done) + j + 1;
  const auto [tau, first_entry] = make_reflection(v, rest);
  t_.beside[j] = first_entry;
  tau_[j] = tau;
  if (tau == 0) {
    std::fill_n(w, rest, 0.0);
    return;
  }
  // w = τ·(A - V·Wᵀ - W·Vᵀ)·v, made such that the reflected rest is A - v·wᵀ - w·vᵀ
  symmetric_product(a.part(j + 1, j + 1, rest, rest), v, w);
  const Columns before = a.part(j + 1, first, rest, done), w_before = ws.part(j + 1, 0, rest, done);
  double along[kPanel];
  dot_columns(w_before, v, along);
  subtract_columns(before, along, 1, w);
  dot_columns(before, v, along);
  subtract_columns(w_before, along, 1, w);
  const double half = tau / 2 * dot(w, v, rest);
  for (std::size_t i = 0; i < rest; ++i) w[i] = tau * (w[i] - half * v[i]);
}

void TridiagonalForm::reduce(const Progress& progress) {
  std::size_t first = 0;
  while (first + 2 < n_ && !negligible_from(first)) {
    const std::size_t width = std::min(kPanel, n_ - 2 - first), rows = n_ - first - width;
    for (std::size_t j = first; j < first + width; ++j) reduce_column(first, j);
    left_.resize(2 * width * rows);
    right_.resize(2 * width * rows);
    const Columns left = {left_.data(), rows, 2 * width, rows},
                  right = {right_.data(), rows, 2 * width, rows};
    for (std::size_t c = 0; c < width; ++c) {
      const double *v = column(first + c) + first + width, *w = w_.data() + c * n_ + first + width;
      std::copy_n(v, rows, left.column(c));
      std::copy_n(v, rows, right.column(c + width));
      std::copy_n(w, rows, left.column(c + width));
      std::copy_n(w, rows, right.column(c));
    }
    first += width;
    progress.done(first, n_);
    // the part of the rest above its diagonal is of no use
    for (std::size_t j = first; j < n_; j += kUpdate) {
      const std::size_t cols = std::min(kUpdate, n_ - j), at = j - first;
      add_product(-1, left.part(at, 0, n_ - j, 2 * width),
                  transposed(right.part(at, 0, cols, 2 * width)),
                  matrix().part(j, j, n_ - j, cols));
    }
  }
  for (std::size_t j = first; j < n_; ++j) {
    t_.diagonal[j] = column(j)[j];
    if (j + 1 < n_) t_.beside[j] = column(j)[j + 1];
  }
  reflections_ = std::min(first, n_ > 2 ? n_ - 2 : 0);
}

void TridiagonalForm::transform(const Columns& x) const {
  return apply_reflections({a_.data(), n_, n_, 1, tau_.data(), reflections_}, x);
}

}  // namespace posenc
