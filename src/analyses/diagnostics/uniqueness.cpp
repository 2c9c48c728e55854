#include "analyses/diagnostics/uniqueness.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt

#include "analyses/diagnostics/tables.hpp"
#include "analyses/diagnostics/waves.hpp"
#include "core/turn.hpp"
#include "kernels/squared_distance.hpp"
#include "linalg/order.hpp"

namespace posenc::uniqueness_row {
namespace {

// The closest pair so far. Distances that differ only by rounding are ties; the first pair is kept.
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

void of_pairs(const Matrix& table, Work& work) {
  const std::size_t n = table.rows, count = n * (n - 1) / 2;
  std::vector<double> squares;
  squares.reserve(count);
  Closest closest;
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      squares.push_back(squared_distance(table.row(i), table.row(j), table.cols));
      closest.see(squares.back(), i, j);
    }
    work.progress.done(i + 1, n);
  }
  for (std::size_t e = 0; e < count; ++e) sum += squares[e];
  const Ranked middle = ranked(squares, count / 2);
  double median = std::sqrt(middle.at);
  if (count % 2 == 0) median = (median + std::sqrt(middle.before)) / 2;
  const std::vector<double> origin(table.cols);
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    largest = std::max(largest, squared_distance(table.row(i), origin.data(), table.cols));
  }
  work.outputs = report(closest, sum / static_cast<double>(count), median, std::sqrt(largest));
}

void of_lags(const WaveList& waves, std::size_t n, Work& work) {
  std::vector<double> squares(n);
  Closest closest;
  for (std::size_t lag = 0; lag < n; ++lag) {
    // half the lag is exact, so the sine of half the angle has no cancellation
    const Position half(static_cast<double>(lag) / 2);
    for (std::size_t i = 0; i < waves.size(); ++i) {
      const double s = 2 * waves.amplitudes[i] * wave(waves.frequencies[i], half).sin;
      squares[lag] += s * s;
    }
    if (lag > 0) closest.see(squares[lag], 0, lag);
  }
  // lag δ represents n - δ pairs
  const std::vector<std::uint32_t> lags = order_of(std::span(squares).subspan(1));
  const std::uint64_t pairs = static_cast<std::uint64_t>(n) * (n - 1) / 2;
  const auto at = [&](std::uint64_t rank) {  // the distance with this rank, from 0
    std::uint64_t seen = 0;
    std::size_t k = 0;
    while (seen + (n - 1 - lags[k]) <= rank) seen += n - 1 - lags[k++];
    return std::sqrt(squares[lags[k] + 1]);
  };
  const double median = pairs % 2 == 0 ? (at(pairs / 2 - 1) + at(pairs / 2)) / 2 : at(pairs / 2);
  double sum = 0, norm = 0;
  for (std::size_t lag = 1; lag < n; ++lag) sum += static_cast<double>(n - lag) * squares[lag];
  for (const double a : waves.amplitudes) norm += a * a;
  work.outputs = report(closest, sum / static_cast<double>(pairs), median, std::sqrt(norm));
}

}  // namespace

Result<Count> largest(const Params& params, const Sizes& sizes, std::span<const Layer>) {
  if (sizes.has("table")) {
    const Size table = sizes["table"];
    if (auto error = large_table("table", table, 8192, 8192)) return *error;
    return table.rows * table.rows;
  }
  if (!sizes.has("frequencies")) return Count(0);
  const Result<Count> waves = most_waves(sizes);
  if (!waves) return waves.error();
  return std::max(*waves, Count(params.has("positions") ? params.integer("positions") : 0));
}

void run(const Params& params, const Inputs& inputs, std::span<const Layer>, Work& work) {
  const auto fail = [&](ErrorCode code, const char* field, const char* message) {
    work.error = Error{code, field, message};
  };
  if (inputs.has("table") == inputs.has("frequencies")) {
    fail(ErrorCode::missing_param, "table", "give either table or frequencies");
    return;
  }
  if (inputs.has("table")) {
    const Matrix& table = inputs["table"];
    work.error = check_table("table", table, 2);
    if (!work.error) of_pairs(table, work);
    return;
  }
  const Result<WaveList> waves = read_waves(inputs);
  if (!waves) {
    work.error = waves.error();
    return;
  }
  if (!params.has("positions")) {
    fail(ErrorCode::missing_param, "positions", "is needed with frequencies");
    return;
  }
  of_lags(*waves, params.count("positions"), work);
}

}  // namespace posenc::uniqueness_row
