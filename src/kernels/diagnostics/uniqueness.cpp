#include "kernels/diagnostics/uniqueness.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt
#include <numeric>

#include "core/turn.hpp"
#include "kernels/diagnostics/steps.hpp"
#include "kernels/diagnostics/tables.hpp"
#include "kernels/diagnostics/waves.hpp"

namespace posenc::uniqueness_detail {
namespace {

constexpr std::size_t kMostRows = 8192, kMostColumns = 8192;

// The closest pair so far. Distances that differ by rounding count as equal: the first one stays.
struct Closest {
  double square = -1;
  std::size_t first = 0, second = 0;
  void see(double d, std::size_t i, std::size_t j) {
    if (square < 0 || d < square * (1 - 2e-12)) *this = {d, i, j};
  }
};

Outputs report(const Closest& closest, double mean_square, double median, double largest_norm) {
  const double distance = std::sqrt(closest.square);
  Outputs out = {
      scalar("closestDistance", distance),
      scalar("closestFirst", static_cast<double>(closest.first)),
      scalar("closestSecond", static_cast<double>(closest.second)),
      scalar("rmsDistance", std::sqrt(mean_square)),
      scalar("medianDistance", median),
      scalar("collision", distance <= 1e-12 * largest_norm ? 1 : 0),
  };
  if (median > 0) out.push_back(scalar("margin", distance / median));
  return out;
}

class Pairs final : public StepsJob {
 public:
  explicit Pairs(const Matrix& table) : table_(table) {
    const std::size_t n = table.rows;
    squares_.reserve(n * (n - 1) / 2);
    constexpr std::size_t kRows = 16;
    add((n + kRows - 1) / kRows, [this, n](std::size_t step) -> std::optional<Error> {
      for (std::size_t i = step * kRows; i < std::min(n, (step + 1) * kRows); ++i)
        for (std::size_t j = i + 1; j < n; ++j) {
          squares_.push_back(squared_distance(table_.row(i), table_.row(j), table_.cols));
          closest_.see(squares_.back(), i, j);
        }
      return std::nullopt;
    });
  }
  Result<Outputs> finish() override {
    const std::size_t count = squares_.size();
    double sum = 0;
    for (const double square : squares_) sum += square;
    const auto middle = squares_.begin() + static_cast<std::ptrdiff_t>(count / 2);
    std::ranges::nth_element(squares_, middle);
    double median = std::sqrt(*middle);
    if (count % 2 == 0)
      median = (median + std::sqrt(*std::max_element(squares_.begin(), middle))) / 2;
    const std::vector<double> origin(table_.cols);
    double largest = 0;
    for (std::size_t i = 0; i < table_.rows; ++i)
      largest = std::max(largest, squared_distance(table_.row(i), origin.data(), table_.cols));
    return report(closest_, sum / static_cast<double>(count), median, std::sqrt(largest));
  }

 private:
  const Matrix& table_;
  std::vector<double> squares_;
  Closest closest_;
};

class Lags final : public StepsJob {
 public:
  Lags(WaveList waves, std::size_t positions) : waves_(std::move(waves)), squares_(positions) {
    const std::size_t at_once = std::max<std::size_t>(1, (std::size_t{1} << 18) / waves_.size());
    add((positions + at_once - 1) / at_once,
        [this, positions, at_once](std::size_t step) -> std::optional<Error> {
          for (std::size_t lag = step * at_once; lag < std::min(positions, (step + 1) * at_once);
               ++lag) {
            // half the lag is exact, so the sine of half the angle has no cancellation
            const Position half(static_cast<double>(lag) / 2);
            double sum = 0;
            for (std::size_t i = 0; i < waves_.size(); ++i) {
              const double s = 2 * waves_.amplitudes[i] * wave(waves_.frequencies[i], half).sin;
              sum += s * s;
            }
            squares_[lag] = sum;
            if (lag > 0) closest_.see(sum, 0, lag);
          }
          return std::nullopt;
        });
  }
  Result<Outputs> finish() override {
    // lag δ stands for n - δ pairs
    const std::size_t n = squares_.size();
    std::vector<std::size_t> lags(n - 1);
    std::iota(lags.begin(), lags.end(), std::size_t{1});
    std::ranges::sort(lags, [&](std::size_t a, std::size_t b) {
      return squares_[a] < squares_[b] || (squares_[a] == squares_[b] && a < b);
    });
    const std::size_t pairs = n * (n - 1) / 2;
    const auto at = [&](std::size_t rank) {  // the distance of that rank, from 0
      std::size_t seen = 0, k = 0;
      while (seen + (n - lags[k]) <= rank) seen += n - lags[k++];
      return std::sqrt(squares_[lags[k]]);
    };
    const double median = pairs % 2 == 0 ? (at(pairs / 2 - 1) + at(pairs / 2)) / 2 : at(pairs / 2);
    double sum = 0, norm = 0;
    for (std::size_t lag = 1; lag < n; ++lag) sum += static_cast<double>(n - lag) * squares_[lag];
    for (const double a : waves_.amplitudes) norm += a * a;
    return report(closest_, sum / static_cast<double>(pairs), median, std::sqrt(norm));
  }

 private:
  WaveList waves_;
  std::vector<double> squares_;
  Closest closest_;
};

}  // namespace

Result<std::unique_ptr<Job>> start(const Params& params, const Inputs& inputs,
                                   std::span<const Layer>) {
  if (inputs.has("table") == inputs.has("frequencies"))
    return Error{ErrorCode::missing_param, "table", "give either table or frequencies"};
  if (inputs.has("table")) {
    const Matrix& table = inputs["table"];
    if (auto error = bad_table("table", table, {2, kMostRows, kMostColumns})) return *error;
    return std::unique_ptr<Job>(std::make_unique<Pairs>(table));
  }
  Result<WaveList> waves = read_waves(inputs);
  if (!waves) return waves.error();
  if (!params.has("positions"))
    return Error{ErrorCode::missing_param, "positions", "is needed with frequencies"};
  return std::unique_ptr<Job>(std::make_unique<Lags>(
      std::move(waves).value(), static_cast<std::size_t>(params.integer("positions"))));
}

}  // namespace posenc::uniqueness_detail
