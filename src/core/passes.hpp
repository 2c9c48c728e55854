// Passes over large arrays in steps: so little is done to each number that memory is what takes the
// time.
#pragma once
#include <algorithm>
#include <cmath>  // std::fabs
#include <cstddef>
#include <span>
#include <vector>

#include "core/matrix.hpp"
#include "core/steps.hpp"

namespace posenc {

// Cost of a number that is read or written once, seldom in a cache.
inline constexpr double kPass = 60;
// … that is copied within a large matrix.
inline constexpr double kCopy = 40;

// body(first, end) for parts of [0, n), one after the other, of items of this cost.
template <class Body>
Steps in_parts(std::size_t n, double cost, Body body) {
  constexpr double kPart = kStepCost / 4;
  const auto most = static_cast<std::size_t>(std::clamp(kPart / std::max(cost, 1.0), 1.0, kPart));
  for (std::size_t first = 0, end; first < n; first = end) {
    end = first + std::min(n - first, most);
    body(first, end);
    co_yield cost* static_cast<double>(end - first);
  }
}

// n zeros: the pages of a large array are touched for the first time here.
inline Steps zeros(std::vector<double>& out, std::size_t n) {
  out = {};
  out.reserve(n);
  return in_parts(n, kPass, [&out](std::size_t, std::size_t end) { out.resize(end); });
}
inline Steps zeros(Matrix& out, std::size_t rows, std::size_t cols) {
  out.rows = rows, out.cols = cols;
  return zeros(out.data, rows * cols);
}

inline Steps copied(std::span<const double> from, std::vector<double>& out) {
  out = {};
  out.reserve(from.size());
  return in_parts(from.size(), kPass, [&out, from](std::size_t first, std::size_t end) {
    out.insert(out.end(), from.data() + first, from.data() + end);
  });
}
inline Steps copied(ConstMatrixView from, std::vector<double>& out) {
  return copied(std::span(from.data, from.size()), out);
}
inline Steps copied(const Matrix& from, Matrix& out) {
  out.rows = from.rows, out.cols = from.cols;
  return copied(from.data, out.data);
}

inline Steps sum_of_squares(const std::vector<double>& x, double& sum) {
  sum = 0;
  return in_parts(x.size(), kPass, [&](std::size_t first, std::size_t end) {
    for (std::size_t e = first; e < end; ++e) sum += x[e] * x[e];
  });
}
// The size of the largest; 0 of none.
inline Steps largest_size(const std::vector<double>& x, double& largest) {
  largest = 0;
  return in_parts(x.size(), kPass, [&](std::size_t first, std::size_t end) {
    for (std::size_t e = first; e < end; ++e) largest = std::max(largest, std::fabs(x[e]));
  });
}

}  // namespace posenc
