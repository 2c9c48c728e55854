#include "linalg/reflections.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt

#include "core/passes.hpp"
#include "linalg/block_product.hpp"
#include "linalg/columns.hpp"
#include "linalg/panel.hpp"
#include "linalg/products.hpp"

namespace posenc {
namespace {

constexpr std::size_t kBlock = 64;  // reflections applied at once

double cost_of(std::size_t rows, std::size_t width, std::size_t cols) {
  return 4 * static_cast<double>(rows) * static_cast<double>(width) * static_cast<double>(cols);
}
// so many that a step stays below some 10 ms; columns of millions are divided themselves
std::size_t columns_at_once(std::size_t rows, std::size_t width) {
  const double cols = 2e8 / cost_of(rows, width, 1);
  return static_cast<std::size_t>(std::clamp(cols, 4.0, 128.0));
}

}  // namespace

Steps reflection_steps(double* x, std::size_t n, Reflection& out) {
  const double corner = x[0];
  double squares = 0;
  co_yield dot_steps(x + 1, x + 1, n - 1, squares);
  const bool none = squares < 0x1p-900;
  const double length = std::sqrt(corner * corner + squares);
  const double first = corner > 0 ? -length : length, inverse = none ? 0 : 1 / (corner - first);
  co_yield in_parts(n, kPass, [=](std::size_t from, std::size_t end) {
    if (none) return std::fill(x + from, x + end, 0.0);
    for (std::size_t i = from; i < end; ++i) x[i] *= inverse;
  });
  x[0] = 1;
  out = none ? Reflection{0, corner} : Reflection{(first - corner) / first, first};
}

Reflection make_reflection(double* x, std::size_t n) {
  Reflection made;
  reflection_steps(x, n, made).finish();
  return made;
}

Steps ReflectionBlock::make(std::size_t rows, std::size_t width, const double* tau) {
  t_.assign(width * width, 0), rows_ = rows, width_ = width;
  std::vector<double> inner(width * width);
  co_yield add_product_steps(1, transposed(v()), v(), {inner.data(), width, width, width});
  for (std::size_t c = 0; c < width; ++c) {
    for (std::size_t r = 0; r < c; ++r) {
      double sum = 0;
      for (std::size_t p = r; p < c; ++p) sum += t_[p * width + r] * inner[c * width + p];
      t_[c * width + r] = -tau[c] * sum;
    }
    t_[c * width + c] = tau[c];
  }
}

Steps ReflectionBlock::apply(const Columns& y, bool reversed) const {
  std::vector<double> inner(width_ * y.cols), turned(width_ * y.cols);
  const Columns along = {inner.data(), width_, y.cols, width_},
                by_t = {turned.data(), width_, y.cols, width_};
  co_yield add_product_steps(1, transposed(v()), y, along);
  const StridedView t = ConstColumns{t_.data(), width_, width_, width_};
  add_product(1, reversed ? transposed(t) : t, along, by_t);
  co_yield add_product_steps(-1, v(), by_t, y);
}

Steps StoredReflections::block(std::size_t first, std::size_t width, ReflectionBlock& out) const {
  const std::size_t length = rows - first - offset;
  co_yield zeros(out.v_, length * width);
  for (std::size_t c = 0; c < width; ++c) {
    const double* from = matrix + (first + c) * stride + first + c + offset;
    double* to = out.v_.data() + c * length + c;
    co_yield in_parts(length - c, kPass, [=](std::size_t i, std::size_t end) {
      std::copy(from + i, from + end, to + i);
    });
  }
  co_yield out.make(length, width, tau + first);
}

Steps apply_reflections(StoredReflections h, const Columns& x) {
  for (std::size_t blocks = (h.count + kBlock - 1) / kBlock; blocks-- > 0;) {  // the last one first
    const std::size_t first = blocks * kBlock, width = std::min(kBlock, h.count - first);
    const std::size_t top = first + h.offset;
    ReflectionBlock block;
    co_yield h.block(first, width, block);
    const std::size_t at_once = columns_at_once(h.rows - top, width);
    for (std::size_t k = 0; k < x.cols; k += at_once)
      co_yield block.apply(x.part(top, k, h.rows - top, std::min(at_once, x.cols - k)), false);
  }
}

double cost_of_reflections(std::size_t rows, std::size_t count, std::size_t columns) {
  // each is shorter than the one before
  return cost_of(rows, count, columns) - cost_of(count, count, columns) / 2;
}
double cost_of_orthogonalising(std::size_t rows, std::size_t cols) {
  const double panels = kPass * static_cast<double>(rows) * static_cast<double>(cols);
  return cost_of_reflections(rows, cols, cols) / 2 + kPanel * panels;
}

Steps orthogonalise(const Columns& a, Triangular& out) {
  const std::size_t rows = a.rows, cols = a.cols;
  out.tau.assign(cols, 0);
  out.diagonal.assign(cols, 0);
  for (std::size_t first = 0; first < cols; first += kPanel) {
    const std::size_t width = std::min(kPanel, cols - first), end = first + width;
    for (std::size_t j = first; j < end; ++j) {
      double *v = a.column(j) + j, along[kPanel];
      Reflection made;
      co_yield reflection_steps(v, rows - j, made);
      out.tau[j] = made.tau;
      out.diagonal[j] = made.first;
      co_yield dot_columns_steps(a.part(j, j + 1, rows - j, end - j - 1), v, along);
      for (std::size_t c = j + 1; c < end; ++c) {
        const double factor = along[c - j - 1] * made.tau;
        double* y = a.column(c) + j;
        co_yield in_parts(rows - j, kPass, [=](std::size_t i, std::size_t last) {
          subtract_columns(a.part(j + i, j, last - i, 1), &factor, 1, y + i);
        });
      }
    }
    ReflectionBlock block;
    co_yield StoredReflections{a.data, a.stride, rows, 0, out.tau.data(), cols}.block(first, width,
                                                                                      block);
    const std::size_t at_once = columns_at_once(rows - first, width);
    for (std::size_t k = end; k < cols; k += at_once)
      co_yield block.apply(a.part(first, k, rows - first, std::min(at_once, cols - k)), true);
  }
}

Steps orthonormalise(Matrix& rows) {
  const std::size_t n = rows.cols, count = rows.rows;
  Triangular r;
  co_yield orthogonalise(rows_as_columns(rows), r);
  Matrix q;
  co_yield zeros(q, count, n);
  for (std::size_t k = 0; k < count; ++k) q(k, k) = r.diagonal[k] < 0 ? -1 : 1;
  co_yield apply_reflections({rows.data.data(), n, n, 0, r.tau.data(), count}, rows_as_columns(q));
  rows = std::move(q);
}

}  // namespace posenc
