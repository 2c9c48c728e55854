#include "linalg/reflections.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt

#include "linalg/block_product.hpp"
#include "linalg/columns.hpp"
#include "linalg/panel.hpp"
#include "linalg/products.hpp"

namespace posenc {
namespace {

constexpr std::size_t kBlock = 64;     // reflections applied at once
constexpr std::size_t kColumns = 128;  // columns that they are applied to at once

}  // namespace

Reflection make_reflection(double* x, std::size_t n) {
  const double corner = x[0], squares = dot(x + 1, x + 1, n - 1);
  const bool none = squares < 0x1p-900;
  const double length = std::sqrt(corner * corner + squares);
  const double first = corner > 0 ? -length : length, inverse = none ? 0 : 1 / (corner - first);
  if (none)
    std::fill_n(x, n, 0.0);
  else
    for (std::size_t i = 0; i < n; ++i) x[i] *= inverse;
  x[0] = 1;
  return none ? Reflection{0, corner} : Reflection{(first - corner) / first, first};
}

void ReflectionBlock::make(std::size_t rows, std::size_t width, const double* tau) {
  t_.assign(width * width, 0), rows_ = rows, width_ = width;
  std::vector<double> inner(width * width);
  add_product(1, transposed(v()), v(), {inner.data(), width, width, width});
  for (std::size_t c = 0; c < width; ++c) {
    for (std::size_t r = 0; r < c; ++r) {
      double sum = 0;
      for (std::size_t p = r; p < c; ++p) sum += t_[p * width + r] * inner[c * width + p];
      t_[c * width + r] = -tau[c] * sum;
    }
    t_[c * width + c] = tau[c];
  }
}

void ReflectionBlock::apply(const Columns& y, bool reversed) const {
  std::vector<double> inner(width_ * y.cols), turned(width_ * y.cols);
  const Columns along = {inner.data(), width_, y.cols, width_},
                by_t = {turned.data(), width_, y.cols, width_};
  add_product(1, transposed(v()), y, along);
  const StridedView t = ConstColumns{t_.data(), width_, width_, width_};
  add_product(1, reversed ? transposed(t) : t, along, by_t);
  add_product(-1, v(), by_t, y);
}

void StoredReflections::block(std::size_t first, std::size_t width, ReflectionBlock& out) const {
  const std::size_t length = rows - first - offset;
  out.v_.assign(length * width, 0);
  for (std::size_t c = 0; c < width; ++c) {
    const double* from = matrix + (first + c) * stride + first + c + offset;
    double* to = out.v_.data() + c * length + c;
    std::copy_n(from, length - c, to);
  }
  out.make(length, width, tau + first);
}

void apply_reflections(StoredReflections h, const Columns& x) {
  for (std::size_t blocks = (h.count + kBlock - 1) / kBlock; blocks-- > 0;) {  // the last one first
    const std::size_t first = blocks * kBlock, width = std::min(kBlock, h.count - first);
    const std::size_t top = first + h.offset;
    ReflectionBlock block;
    h.block(first, width, block);
    for (std::size_t k = 0; k < x.cols; k += kColumns)
      block.apply(x.part(top, k, h.rows - top, std::min(kColumns, x.cols - k)), false);
  }
}

void orthogonalise(const Columns& a, Triangular& out) {
  const std::size_t rows = a.rows, cols = a.cols;
  out.tau.assign(cols, 0);
  out.diagonal.assign(cols, 0);
  for (std::size_t first = 0; first < cols; first += kPanel) {
    const std::size_t width = std::min(kPanel, cols - first), end = first + width;
    for (std::size_t j = first; j < end; ++j) {
      double *v = a.column(j) + j, along[kPanel];
      const Reflection made = make_reflection(v, rows - j);
      out.tau[j] = made.tau;
      out.diagonal[j] = made.first;
      dot_columns(a.part(j, j + 1, rows - j, end - j - 1), v, along);
      for (std::size_t c = j + 1; c < end; ++c) {
        const double factor = along[c - j - 1] * made.tau;
        subtract_columns(a.part(j, j, rows - j, 1), &factor, 1, a.column(c) + j);
      }
    }
    ReflectionBlock block;
    StoredReflections{a.data, a.stride, rows, 0, out.tau.data(), cols}.block(first, width, block);
    for (std::size_t k = end; k < cols; k += kColumns)
      block.apply(a.part(first, k, rows - first, std::min(kColumns, cols - k)), true);
  }
}

void orthonormalise(Matrix& rows) {
  const std::size_t n = rows.cols, count = rows.rows;
  Triangular r;
  orthogonalise(rows_as_columns(rows), r);
  Matrix q = Matrix::zeros(count, n);
  for (std::size_t k = 0; k < count; ++k) q(k, k) = r.diagonal[k] < 0 ? -1 : 1;
  apply_reflections({rows.data.data(), n, n, 0, r.tau.data(), count}, rows_as_columns(q));
  rows = std::move(q);
}

}  // namespace posenc
