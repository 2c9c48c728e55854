#include "linalg/reflections.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt

#include "linalg/block_product.hpp"
#include "linalg/columns.hpp"
#include "linalg/panel.hpp"

namespace posenc {
namespace {

constexpr std::size_t kBlock = 64;  // reflections applied at once

double cost_of(std::size_t rows, std::size_t width, std::size_t cols) {
  return 4 * static_cast<double>(rows) * static_cast<double>(width) * static_cast<double>(cols);
}
// so many that a step stays below some 10 ms, but for columns of millions
std::size_t columns_at_once(std::size_t rows, std::size_t width) {
  const double cols = 2e8 / cost_of(rows, width, 1);
  return static_cast<std::size_t>(std::clamp(cols, 4.0, 128.0));
}

}  // namespace

Reflection make_reflection(double* x, std::size_t n) {
  const double corner = x[0], squares = dot(x + 1, x + 1, n - 1);
  if (squares < 0x1p-900) {
    std::fill_n(x, n, 0.0);
    x[0] = 1;
    return {0, corner};
  }
  const double length = std::sqrt(corner * corner + squares);
  const double first = corner > 0 ? -length : length, inverse = 1 / (corner - first);
  for (std::size_t i = 1; i < n; ++i) x[i] *= inverse;
  x[0] = 1;
  return {(first - corner) / first, first};
}

ReflectionBlock::ReflectionBlock(std::vector<double> v, std::size_t rows, std::size_t width,
                                 const double* tau)
    : v_(std::move(v)), t_(width * width), rows_(rows), width_(width) {
  std::vector<double> inner(width * width);
  add_product(1, {v_.data(), rows, 1}, {v_.data(), 1, rows}, width, rows, width, inner.data(),
              width);
  for (std::size_t c = 0; c < width; ++c) {
    for (std::size_t r = 0; r < c; ++r) {
      double sum = 0;
      for (std::size_t p = r; p < c; ++p) sum += t_[p * width + r] * inner[c * width + p];
      t_[c * width + r] = -tau[c] * sum;
    }
    t_[c * width + c] = tau[c];
  }
}

void ReflectionBlock::apply(double* y, std::size_t stride, std::size_t cols,
                            bool transposed) const {
  std::vector<double> inner(width_ * cols), turned(width_ * cols);
  add_product(1, {v_.data(), rows_, 1}, {y, 1, stride}, width_, rows_, cols, inner.data(), width_);
  const Entries t = transposed ? Entries{t_.data(), width_, 1} : Entries{t_.data(), 1, width_};
  add_product(1, t, {inner.data(), 1, width_}, width_, width_, cols, turned.data(), width_);
  add_product(-1, {v_.data(), 1, rows_}, {turned.data(), 1, width_}, rows_, width_, cols, y,
              stride);
}

ReflectionBlock StoredReflections::block(std::size_t first, std::size_t width) const {
  const std::size_t length = rows - first - offset;
  std::vector<double> v(length * width);
  for (std::size_t c = 0; c < width; ++c)
    std::copy_n(matrix + (first + c) * stride + first + c + offset, length - c,
                v.data() + c * length + c);
  return {std::move(v), length, width, tau + first};
}

Steps apply_reflections(StoredReflections h, double* x, std::size_t stride, std::size_t columns) {
  for (std::size_t blocks = (h.count + kBlock - 1) / kBlock; blocks-- > 0;) {  // the last one first
    const std::size_t first = blocks * kBlock, width = std::min(kBlock, h.count - first);
    const std::size_t top = first + h.offset;
    const ReflectionBlock block = h.block(first, width);
    const std::size_t at_once = columns_at_once(h.rows - top, width);
    for (std::size_t k = 0; k < columns; k += at_once) {
      const std::size_t cols = std::min(at_once, columns - k);
      block.apply(x + k * stride + top, stride, cols, false);
      co_yield cost_of(h.rows - top, width, cols);
    }
  }
}

double cost_of_reflections(std::size_t rows, std::size_t count, std::size_t columns) {
  // each is shorter than the one before
  return cost_of(rows, count, columns) - cost_of(count, count, columns) / 2;
}
double cost_of_orthogonalising(std::size_t rows, std::size_t cols) {
  return cost_of_reflections(rows, cols, cols) / 2 + kMemoryBound / 2 * cost_of(rows, kPanel, cols);
}

Steps orthogonalise(double* a, std::size_t rows, std::size_t cols, Triangular& out) {
  out.tau.assign(cols, 0);
  out.diagonal.assign(cols, 0);
  for (std::size_t first = 0; first < cols; first += kPanel) {
    const std::size_t width = std::min(kPanel, cols - first), end = first + width;
    for (std::size_t j = first; j < end; ++j) {
      double *v = a + j * rows + j, along[kPanel];
      const auto [tau, corner] = make_reflection(v, rows - j);
      out.tau[j] = tau;
      out.diagonal[j] = corner;
      dot_columns(v + rows, rows, rows - j, end - j - 1, v, along);
      for (std::size_t c = j + 1; c < end; ++c) {
        along[c - j - 1] *= tau;
        subtract_columns(v, 0, rows - j, 1, along + (c - j - 1), 1, a + c * rows + j);
      }
      co_yield (kMemoryBound * cost_of(rows - j, 1, end - j));
    }
    const ReflectionBlock block =
        StoredReflections{a, rows, rows, 0, out.tau.data(), cols}.block(first, width);
    const std::size_t at_once = columns_at_once(rows - first, width);
    for (std::size_t k = end; k < cols; k += at_once) {
      const std::size_t count = std::min(at_once, cols - k);
      block.apply(a + k * rows + first, rows, count, true);
      co_yield cost_of(rows - first, width, count);
    }
  }
}

Steps orthonormalise(std::vector<double>& columns, std::size_t n, std::size_t count) {
  Triangular r;
  for (Steps steps = orthogonalise(columns.data(), n, count, r); steps.next();)
    co_yield steps.cost();
  std::vector<double> q(n * count);
  for (std::size_t k = 0; k < count; ++k) q[k * n + k] = r.diagonal[k] < 0 ? -1 : 1;
  for (Steps steps =
           apply_reflections({columns.data(), n, n, 0, r.tau.data(), count}, q.data(), n, count);
       steps.next();)
    co_yield steps.cost();
  columns = std::move(q);
}

}  // namespace posenc
