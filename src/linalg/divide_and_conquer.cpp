#include "linalg/divide_and_conquer.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt, std::fabs
#include <memory>
#include <numeric>

#include "core/sort.hpp"
#include "linalg/block_product.hpp"
#include "linalg/columns.hpp"
#include "linalg/products.hpp"
#include "linalg/tridiagonal_ql.hpp"

namespace posenc {
namespace {

constexpr std::size_t kLeaf = 32;      // solved by QL
constexpr std::size_t kVectors = 128;  // eigenvectors of a joint made at once
constexpr std::size_t kRoots = 32;     // and eigenvalues

}  // namespace

DivideAndConquer::DivideAndConquer(Tridiagonal t, std::size_t kept)
    : n_(t.diagonal.size()),
      kept_(std::min(kept, n_)),
      value_(std::move(t.diagonal)),
      beside_(std::move(t.beside)) {
  for (std::size_t i = 0; i < n_; ++i) {
    norm_ = std::max(norm_, std::fabs(value_[i]));
    if (i + 1 < n_) norm_ = std::max(norm_, std::fabs(beside_[i]));
  }
  basis_ = std::make_unique_for_overwrite<double[]>(n_ * n_);
  order_.resize(n_);
  half_.resize(n_);
  if (n_ > 0) divide(0, n_);
}

void DivideAndConquer::divide(std::size_t first, std::size_t last) {
  if (last - first <= kLeaf) {
    leaves_.push_back({first, last, last});
    return;
  }
  const std::size_t middle = first + (last - first) / 2;
  const double rho = std::fabs(beside_[middle - 1]);
  value_[middle - 1] -= rho;
  value_[middle] -= rho;
  divide(first, middle);
  divide(middle, last);
  joints_.push_back({first, middle, last});
}

void DivideAndConquer::sort(std::size_t first, std::size_t last) {
  const auto begin = order_.begin() + static_cast<std::ptrdiff_t>(first),
             end = order_.begin() + static_cast<std::ptrdiff_t>(last);
  std::iota(begin, end, first);
  sort_by_key({begin, end}, value_);
}

void DivideAndConquer::solve_leaf(std::size_t first, std::size_t last) {
  const std::size_t n = last - first;
  for (std::size_t j = first; j < last; ++j) {
    std::fill_n(column(j), n_, 0.0);
    column(j)[j] = 1;
  }
  std::vector<double> beside(beside_.begin() + static_cast<std::ptrdiff_t>(first),
                             beside_.begin() + static_cast<std::ptrdiff_t>(last - 1));
  for (std::size_t i = 0; i < n; ++i)
    settle_eigenvalue(value_.data() + first, beside.data(), n, i, norm_ * 0x1p-54,
                      basis().part(first, first, n, n));
  sort(first, last);
}

// z of the joint in the basis of its halves, ρ, and the columns that it changes.
void DivideAndConquer::deflate(const Joint& joint, Survivors& s) {
  const std::size_t first = joint.first, middle = joint.middle, last = joint.last;
  const double beside = beside_[middle - 1];
  s.update.rho = 2 * std::fabs(beside);
  const double root = std::sqrt(0.5), rho = s.update.rho;
  std::vector<double> z(last - first);
  for (std::size_t j = first; j < last; ++j) {
    half_[j] = j < middle ? Half::upper : Half::lower;
    z[j - first] = root * (j < middle ? column(j)[middle - 1] : column(j)[middle]);
    if (j >= middle && beside < 0) z[j - first] = -z[j - first];
  }
  std::vector<std::size_t> ascending(last - first);
  const auto order = order_.begin();
  std::merge(
      order + static_cast<std::ptrdiff_t>(first), order + static_cast<std::ptrdiff_t>(middle),
      order + static_cast<std::ptrdiff_t>(middle), order + static_cast<std::ptrdiff_t>(last),
      ascending.begin(), [&](std::size_t i, std::size_t j) { return value_[i] < value_[j]; });
  const double negligible = 8 * 0x1p-53 * norm_;
  const auto keep = [&](std::size_t j) {
    s.column.push_back(j);
    s.update.d.push_back(value_[j]);
    s.update.z.push_back(z[j - first]);
  };
  std::size_t pending = last;  // the column before, not kept yet
  for (const std::size_t j : ascending) {
    if (rho * std::fabs(z[j - first]) <= negligible) continue;
    if (pending != last) {
      // turned such that one of the two has no part in z: does that couple them?
      double &a = z[pending - first], &b = z[j - first];
      const double length = std::sqrt(a * a + b * b), c = b / length, sine = a / length;
      const double gap = value_[j] - value_[pending];
      if (std::fabs(gap * c * sine) <= negligible) {
        rotate_columns(column(pending) + first, column(j) + first, last - first, c, sine);
        const double low = value_[pending], high = value_[j];
        value_[pending] = low * c * c + high * sine * sine;
        value_[j] = low * sine * sine + high * c * c;
        a = 0, b = length;
        if (half_[pending] != half_[j]) half_[j] = Half::both;
      } else {
        keep(pending);
      }
    }
    pending = j;
  }
  if (pending != last) keep(pending);
}

void DivideAndConquer::join(const Joint& joint) {
  const auto [first, middle, last] = joint;
  Survivors s;
  deflate(joint, s);
  RankOneUpdate& update = s.update;
  const std::size_t n = s.column.size(), rows = last - first, upper = middle - first,
                    lower = last - middle;
  std::vector<SecularRoot> roots(n);
  std::vector<double> product(n, 1.0);
  for (std::size_t i = 0; i < n; i += kRoots) {
    const std::size_t end = std::min(n, i + kRoots);
    for (std::size_t k = i; k < end; ++k) roots[k] = secular_root(update, k);
    take_in_roots(update, roots, i, end, product);
  }
  replace_vector(update, product);

  // columns that are zero below the middle, then full ones, then those that are zero above it
  std::vector<double> halves(n), d(n), z(n);
  for (std::size_t k = 0; k < n; ++k) halves[k] = static_cast<double>(half_[s.column[k]]);
  const std::vector<std::size_t> grouped = order_by(halves);
  std::size_t above = 0, below = 0;  // how many are not zero there
  for (std::size_t k = 0; k < n; ++k) {
    d[k] = update.d[grouped[k]];
    z[k] = update.z[grouped[k]];
    const Half half = half_[s.column[grouped[k]]];
    above += half != Half::lower;
    below += half != Half::upper;
  }
  const auto top = std::make_unique_for_overwrite<double[]>(upper * above),
             bottom = std::make_unique_for_overwrite<double[]>(lower * below);
  for (std::size_t k = 0; k < n; ++k) {
    const double* from = column(s.column[grouped[k]]) + first;
    if (k < above) std::copy_n(from, upper, top.get() + k * upper);
    if (k >= n - below) std::copy_n(from + upper, lower, bottom.get() + (k - (n - below)) * lower);
  }
  for (std::size_t k = 0; k < n; ++k)
    value_[s.column[k]] = update.d[roots[k].origin] + roots[k].offset;
  sort(first, last);

  // of the whole matrix, only the vectors that are kept
  std::vector<std::size_t> wanted(n);
  std::iota(wanted.begin(), wanted.end(), std::size_t{0});
  if (rows == n_ && kept_ < n_) {
    std::vector<bool> is_kept(n_);
    for (std::size_t k = n_ - kept_; k < n_; ++k) is_kept[order_[k]] = true;
    std::erase_if(wanted, [&](std::size_t k) { return !is_kept[s.column[k]]; });
  }
  std::vector<double> inner(n * std::min(kVectors, wanted.size())), joined;
  for (std::size_t k = 0; k < wanted.size(); k += kVectors) {
    const std::size_t cols = std::min(kVectors, wanted.size() - k);
    for (std::size_t c = 0; c < cols; ++c) {
      const SecularRoot& root = roots[wanted[k + c]];
      secular_vector(d.data(), z.data(), n, update.d[root.origin], root.offset,
                     inner.data() + c * n);
    }
    joined.assign(rows * cols, 0);
    const Columns of_roots = {inner.data(), n, cols, n}, made = {joined.data(), rows, cols, rows};
    add_product(1, Columns{top.get(), upper, above, upper}, of_roots.part(0, 0, above, cols),
                made.part(0, 0, upper, cols));
    add_product(1, Columns{bottom.get(), lower, below, lower},
                of_roots.part(n - below, 0, below, cols), made.part(upper, 0, lower, cols));
    for (std::size_t c = 0; c < cols; ++c)
      std::copy_n(joined.data() + c * rows, rows, column(s.column[wanted[k + c]]) + first);
  }
}

void DivideAndConquer::solve() {
  for (const Joint& leaf : leaves_) solve_leaf(leaf.first, leaf.last);
  for (const Joint& joint : joints_) join(joint);
  for (std::size_t k = 0; k < n_; ++k) values_.push_back(value_[order_[n_ - 1 - k]]);
  vectors_ = {kept_, n_};
  vectors_.data.reserve(kept_ * n_);
  for (std::size_t k = 0; k < kept_; ++k) {
    const double* v = column(order_[n_ - 1 - k]);
    vectors_.data.insert(vectors_.data.end(), v, v + n_);
  }
  basis_.reset();
}

}  // namespace posenc
