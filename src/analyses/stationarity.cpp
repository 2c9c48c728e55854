#include "analyses/stationarity.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt, std::fabs

#include "linalg/symmetry.hpp"

namespace posenc::stationarity_row {
namespace {

// Numbers the offsets between positions of a grid: row-major, and one of ±offset if the matrix is
// symmetric (dy >= 0, and dx >= 0 for dy = 0).
class Offsets {
 public:
  Offsets(std::size_t n, std::size_t height, bool symmetric)
      : height_(height), width_(n / height), symmetric_(symmetric) {}

  std::size_t count() const { return (symmetric_ ? height_ : 2 * height_ - 1) * span(); }
  std::size_t zero() const { return (symmetric_ ? 0 : (height_ - 1) * span()) + width_ - 1; }
  std::size_t operator()(std::size_t i, std::size_t j) const {
    std::size_t a = i / width_, b = i % width_, c = j / width_, d = j % width_;
    if (symmetric_ && (a < c || (a == c && b < d))) std::swap(a, c), std::swap(b, d);
    return (a + (symmetric_ ? 0 : height_ - 1) - c) * span() + (b + width_ - 1 - d);
  }

 private:
  std::size_t span() const { return 2 * width_ - 1; }
  std::size_t height_, width_;
  bool symmetric_;
};

}  // namespace

Result<Count> largest(const Params& params, const Sizes& sizes, std::span<const Layer>) {
  const Count n = sizes["kernel"].rows, height = params.integer("gridRows");
  if (n == 0) return bad_shape("kernel", "must have at least one row");
  if (n.value() % height.value() != 0)
    return bad_param("gridRows", "must divide the number of positions ", n.text(), ", got ",
                     height.text());
  return n;
}

void run(const Params& params, const Inputs& inputs, std::span<const Layer>, Work& work) {
  const Matrix& k = inputs["kernel"];
  const std::size_t n = k.rows;
  const bool symmetric = asymmetry(k).symmetric();
  const Offsets offset_of(n, params.count("gridRows"), symmetric);
  std::vector<double> sum(offset_of.count()), square(offset_of.count());
  std::vector<std::size_t> count(offset_of.count());
  double rest = 0;
  for (const bool second : {false, true}) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        const std::size_t o = offset_of(i, j);
        if (second) {
          const double d = k(i, j) - sum[o];
          square[o] += d * d;
          rest += d * d;
        } else {
          sum[o] += k(i, j);
          ++count[o];
        }
      }
    }
    if (!second)
      for (std::size_t o = 0; o < sum.size(); ++o)
        if (count[o] > 0) sum[o] /= static_cast<double>(count[o]);
  }
  double projected = 0, largest = 0, largest_mean = 0;
  std::vector<double> mean, spread;
  for (std::size_t o = 0; o < sum.size(); ++o) {
    if (count[o] == 0) continue;
    projected += static_cast<double>(count[o]) * sum[o] * sum[o];
    mean.push_back(sum[o]);
    spread.push_back(std::sqrt(square[o] / static_cast<double>(count[o])));
    largest = std::max(largest, spread.back());
    largest_mean = std::max(largest_mean, std::fabs(sum[o]));
  }
  const double total = projected + rest;
  const std::size_t zero = offset_of.zero();
  const double at_zero = std::fabs(sum[zero]), size = symmetric ? at_zero : largest_mean;
  if (size > 0) largest /= size;
  work.outputs = Outputs{
      scalar("stationarity", total > 0 ? projected / total : 1),
      scalar("nonStationarity", total > 0 ? rest / total : 0),
      scalar("isSymmetric", symmetric ? 1 : 0),
      list("profileMean", std::move(mean)),
      scalar("largestSpread", largest),
      scalar("isStationary", largest <= 1e-12 ? 1 : 0),
      scalar(
          "normSpread",
          at_zero > 0 ? std::sqrt(square[zero] / static_cast<double>(count[zero])) / at_zero : 0),
      list("profileSpread", std::move(spread)),
  };
}

}  // namespace posenc::stationarity_row
