// Plan: kernels of tables, where encodings and kernels meet.
#include <algorithm>  // std::ranges::equal
#include <cmath>      // std::fabs, std::floor

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

// Is Σ_c t[m,c]·t[n,c] a function of m - n? Every pair needs its sine and its cosine once.
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

Result<bool> Plan::kernel_profile(std::span<const double> offsets, double* out) const {
  if (!table_) return not_defined("kernel profile");
  if (auto error = bad_positions(offsets)) return *error;
  if (!is_stationary(*table_))
    return Error{ErrorCode::not_defined, "encoding",
                 "the kernel of this spec is not a function of the offset (a lone sine or cosine, "
                 "or a padding row); use gram"};
  shift_kernel(waves_of(*table_), offsets, out);
  return true;
}

Result<bool> Plan::decay_bound(std::span<const double> offsets, double* out) const {
  if (!table_) return not_defined("decay bound");
  if (table_->axes != 1)
    return Error{ErrorCode::not_defined, "encoding",
                 "the decay curve is defined for positions of one coordinate"};
  if (auto error = bad_positions(offsets)) return *error;
  posenc::decay_bound(table_->frequencies, offsets, out);
  return true;
}

std::optional<Error> Plan::prepare_gram(std::span<const double> positions) {
  const std::size_t n = positions.size() / axes(), w = width();
  if (gram_ && std::ranges::equal(gram_->positions, positions)) return std::nullopt;
  if (auto error = bad_positions(positions)) return error;
  GramSource source{
      {positions.begin(), positions.end()},
      {},
      table_ && table_->axes == 1 && is_stationary(*table_) && is_arithmetic(positions)};
  if (source.toeplitz) {
    std::vector<double> offsets(n);
    for (std::size_t k = 0; k < n; ++k) offsets[k] = positions[k] - positions[0];
    source.values.resize(n);
    shift_kernel(waves_of(*table_), offsets, source.values.data());
  } else {
    constexpr std::size_t kMostNumbers = (std::size_t{1} << 30) / sizeof(double);
    if (w > 0 && n > kMostNumbers / w)
      return Error{ErrorCode::too_large, "positions",
                   "the table behind the Gram matrix has " + std::to_string(n) + " x " +
                       std::to_string(w) + " numbers; at most " + std::to_string(kMostNumbers) +
                       " are held"};
    source.values.resize(n * w);
    if (auto made = table_f64(positions, source.values.data()); !made) return made.error();
  }
  gram_ = std::move(source);
  return std::nullopt;
}

Result<bool> Plan::gram(std::span<const double> positions, double* out) {
  const std::size_t n = positions.size() / axes();
  const Result<std::span<const double>> profile = gram_profile(positions);
  if (!profile) return profile.error();
  if (gram_->toeplitz)
    toeplitz_block(profile->data(), n, {0, n}, {0, n}, out);
  else
    gram_matrix(gram_->values.data(), n, width(), out);
  return true;
}

Result<bool> Plan::gram(std::span<const double> positions, Part rows, Part cols, double* out) {
  const std::size_t n = positions.size() / axes(), w = width();
  for (const auto& [part, name] : {std::pair(rows, "rows"), std::pair(cols, "cols")})
    if (part.first > n || part.count > n - part.first)
      return Error{ErrorCode::bad_argument, name,
                   std::to_string(part.first) + " + " + std::to_string(part.count) + " exceed " +
                       std::to_string(n)};
  const Result<std::span<const double>> profile = gram_profile(positions);
  if (!profile) return profile.error();
  const double* table = gram_->values.data();
  if (gram_->toeplitz)
    toeplitz_block(profile->data(), n, rows, cols, out);
  else
    gram_block(table + rows.first * w, rows.count, table + cols.first * w, cols.count, w, out);
  return true;
}

Result<std::span<const double>> Plan::gram_profile(std::span<const double> positions) {
  if (!info().has_table()) return not_defined("Gram matrix");
  if (auto error = prepare_gram(positions)) return *error;
  if (!gram_->toeplitz) return std::span<const double>();
  return std::span<const double>(gram_->values);
}

Result<bool> Plan::channel_gram(double start, double step, double n, std::size_t first_row,
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
  return true;
}

}  // namespace posenc
