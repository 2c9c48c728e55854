// Kernels of tables in a Plan, which connect encodings and kernels.
#include <algorithm>  // std::min, std::ranges::equal
#include <cmath>      // std::fabs, std::floor

#include "core/sizes.hpp"
#include "encodings/affine_phases.hpp"
#include "kernels/channel_gram.hpp"
#include "kernels/gram.hpp"
#include "kernels/shift_kernel.hpp"
#include "posenc.hpp"

namespace posenc {
namespace {

// start, start + step, … with exact integer differences: a stationary kernel is then Toeplitz
bool is_arithmetic(std::span<const double> p) {
  if (!p.empty() && !(std::fabs(p.back() - p.front()) <= 0x1p53)) return false;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (static_cast<double>(static_cast<std::int64_t>(p[i])) != p[i]) return false;
    if (i > 0 && p[i] - p[i - 1] != p[1] - p[0]) return false;
  }
  return true;
}

// Returns whether Σ_c t[m,c]·t[n,c] depends on m - n only: every pair has its sine and cosine once.
bool is_stationary(const TrigTable& t) {
  if (t.zero_position.has_value()) return false;
  std::vector<int> sines(t.pairs()), cosines(t.pairs());
  for (const Column& c : t.columns) {
    if (c.wave == Wave::coordinate) return false;
    if (c.wave == Wave::sine) ++sines[c.pair];
    if (c.wave == Wave::cosine) ++cosines[c.pair];
  }
  for (std::size_t i = 0; i < sines.size(); ++i)
    if (sines[i] != 1 || cosines[i] != 1) return false;
  return true;
}

Waves waves_of(const TrigTable& t) {
  if (t.amplitudes.empty()) return {t.frequencies, {&t.amplitude, 1}, t.axes};
  return {t.frequencies, t.amplitudes, t.axes};
}

}  // namespace

Result<void> Plan::kernel_profile(std::span<const double> offsets, double* out) const {
  if (!table_) return not_defined("kernel profile");
  if (auto error = bad_positions(offsets)) return *error;
  if (!is_stationary(*table_))
    return Error{ErrorCode::not_defined, "encoding",
                 "the kernel of this spec is not a function of the offset (a lone sine or cosine, "
                 "or a padding row); use gram"};
  shift_kernel(waves_of(*table_), offsets, out);
  return {};
}

Result<void> Plan::decay_bound(std::span<const double> offsets, double* out) const {
  if (!table_) return not_defined("decay bound");
  if (table_->axes != 1)
    return Error{ErrorCode::not_defined, "encoding",
                 "the decay curve is defined for positions of one coordinate"};
  if (auto error = bad_positions(offsets)) return *error;
  posenc::decay_bound(table_->frequencies, offsets, out);
  return {};
}

std::optional<Error> Plan::start_gram(std::span<const double> positions) {
  if (!info().has_table()) return not_defined("Gram matrix");
  const std::size_t n = positions.size() / axes(), w = width();
  if (auto error = bad_positions(positions)) return error;
  const bool toeplitz =
      table_ && table_->axes == 1 && is_stationary(*table_) && is_arithmetic(positions);
  constexpr std::uint64_t kMostNumbers = (std::uint64_t{1} << 30) / sizeof(double);
  if (auto error = too_large(Count(n) * (toeplitz ? 1 : w), kMostNumbers, "positions",
                             "numbers in the table behind a Gram matrix"))
    return error;
  gram_.reset();  // frees its memory first
  gram_ = GramSource{
      {positions.begin(), positions.end()}, std::vector<double>(toeplitz ? n : n * w), toeplitz};
  return std::nullopt;
}

Result<double> Plan::prepare_gram(std::span<const double> positions, std::size_t most) {
  if (!gram_ || !std::ranges::equal(gram_->positions, positions))
    if (auto error = start_gram(positions)) return *error;
  GramSource& source = *gram_;
  const std::size_t a = axes(), n = positions.size() / a, w = width();
  const std::size_t per_row = std::max<std::size_t>(source.toeplitz ? pairs() : w, 1);
  const std::size_t rows = std::min(n - source.rows, std::max<std::size_t>(most / per_row, 1));
  if (source.toeplitz) {
    std::vector<double> offsets(rows);
    for (std::size_t k = 0; k < rows; ++k) offsets[k] = positions[source.rows + k] - positions[0];
    shift_kernel(waves_of(*table_), offsets, source.values.data() + source.rows);
  } else if (auto made = table_f64(positions.subspan(source.rows * a, rows * a),
                                   source.values.data() + source.rows * w);
             !made) {
    return made.error();
  }
  source.rows += rows;
  return n == 0 ? 1 : static_cast<double>(source.rows) / static_cast<double>(n);
}

Result<void> Plan::gram(std::span<const double> positions, double* out) {
  const std::size_t n = positions.size() / axes();
  const Result<std::span<const double>> profile = gram_profile(positions);
  if (!profile) return profile.error();
  if (gram_->toeplitz)
    toeplitz_block(*profile, {0, n}, {0, n}, out);
  else
    gram_matrix({gram_->values.data(), n, width()}, out);
  return {};
}

Result<void> Plan::gram(std::span<const double> positions, Part rows, Part cols, double* out) {
  const std::size_t n = positions.size() / axes();
  for (const auto& [part, name] : {std::pair(rows, "rows"), std::pair(cols, "cols")})
    if (auto error = bad_part(part, n, name)) return *error;
  const Result<std::span<const double>> profile = gram_profile(positions);
  if (!profile) return profile.error();
  const ConstMatrixView table = {gram_->values.data(), n, width()};
  if (gram_->toeplitz)
    toeplitz_block(*profile, rows, cols, out);
  else
    gram_block(table.part(rows.first, rows.count), table.part(cols.first, cols.count), out,
               cols.count);
  return {};
}

Result<std::span<const double>> Plan::gram_profile(std::span<const double> positions) {
  for (double done = 0; done < 1;) {
    constexpr std::size_t kAll = static_cast<std::size_t>(-1);
    const Result<double> made = prepare_gram(positions, kAll);
    if (!made) return made.error();
    done = *made;
  }
  if (!gram_->toeplitz) return std::span<const double>();
  return std::span<const double>(gram_->values);
}

Result<void> Plan::channel_gram(double start, double step, double n, std::size_t first_row,
                                std::size_t rows, double* out) const {
  const auto refuse = [](ErrorCode code, std::string field, std::string message) {
    return Error{code, std::move(field), std::move(message)};
  };
  if (!table_ || table_->axes != 1) return not_defined("closed form of tableᵀ·table");
  if (table_->zero_position)
    return refuse(ErrorCode::not_defined, "encoding",
                  "a padding row has no closed form; use table");
  const double range[] = {start, step, start + (n - 1) * step};
  if (!(n >= 0 && n <= 0x1p53) || std::floor(n) != n)
    return refuse(ErrorCode::bad_positions, "positions.count",
                  "must be a whole number up to 2^53, got " + to_text(n));
  if (n > 0)
    if (auto error = bad_positions(range)) return *error;
  const auto phases = affine_phases(*table_, start, step);
  if (!phases)
    return refuse(ErrorCode::bad_positions, "positions",
                  "start and step must be multiples of 2^-64 for the closed form");
  if (first_row > width() || rows > width() - first_row)
    return refuse(ErrorCode::bad_argument, "rows",
                  "rows " + std::to_string(first_row) + " + " + std::to_string(rows) + " exceed " +
                      std::to_string(width()));
  std::vector<ChannelWave> channels;
  for (const Column& column : table_->columns) {
    if (column.wave == Wave::coordinate)
      return refuse(ErrorCode::not_defined, "encoding",
                    "a channel that is the position itself has no closed form; use table");
    if (column.wave == Wave::zero) {
      channels.emplace_back();
      continue;
    }
    auto [at, by] = (*phases)[column.pair];
    if (column.wave == Wave::sine) at -= u128{1} << 126;  // sin x = cos(x - a quarter turn)
    channels.push_back({table_->amplitude_of(column.pair), at, by});
  }
  posenc::channel_gram(channels, static_cast<std::uint64_t>(n), first_row, rows, out);
  return {};
}

}  // namespace posenc
