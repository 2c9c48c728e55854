// Spread of attention logits: their number, mean, Σ(x - mean)² and largest |x|. Masked ones, -∞,
// are skipped.
#pragma once
#include <algorithm>
#include <cmath>  // std::sqrt, std::isfinite
#include <span>

namespace posenc {

struct LogitSpread {
  double count = 0, mean = 0, squares = 0, largest = 0;

  template <class T>
  void add(std::span<const T> logits) {
    LogitSpread one;
    for (const T x : logits) {
      if (!std::isfinite(x)) continue;
      one.mean += static_cast<double>(x), ++one.count;
      one.largest = std::max(one.largest, std::fabs(static_cast<double>(x)));
    }
    if (one.count == 0) return;
    one.mean /= one.count;
    for (const T x : logits) {
      const double apart = std::isfinite(x) ? static_cast<double>(x) - one.mean : 0;
      one.squares += apart * apart;
    }
    add(one);
  }
  void add(const LogitSpread& other) {
    if (other.count == 0) return;
    const double all = count + other.count, apart = other.mean - mean;
    mean += apart * other.count / all;
    squares += other.squares + apart * apart * count * other.count / all;
    count = all, largest = std::max(largest, other.largest);
  }
  double deviation() const { return std::sqrt(squares / count); }
};

}  // namespace posenc
