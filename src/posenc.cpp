#include "posenc.hpp"

#include <algorithm>
#include <cmath>  // std::fabs

#include "encodings/linear_bias.hpp"
#include "kernels/gram.hpp"
#include "kernels/shift_kernel.hpp"

namespace posenc {
namespace {

std::optional<Error> bad_position(std::span<const double> positions) {
  for (std::size_t i = 0; i < positions.size(); ++i)
    if (!(positions[i] >= -0x1p53 && positions[i] <= 0x1p53))  // NaN too
      return Error{ErrorCode::bad_positions, "positions",
                   "element " + std::to_string(i) +
                       " must be finite and at most 2^53 in size, got " + to_text(positions[i])};
  return std::nullopt;
}

// Parameters that are allowed one by one may still make frequencies beyond any use together.
std::optional<Error> too_fast(std::span<const TurnFrequency> frequencies) {
  for (std::size_t i = 0; i < frequencies.size(); ++i)
    if (frequencies[i].is_too_fast())
      return Error{ErrorCode::bad_param, "",
                   "these parameters make a frequency of more than 2^63 rad per position (pair " +
                       std::to_string(i) + ")"};
  return std::nullopt;
}

std::vector<double> spread(double start, double step, std::size_t rows) {
  std::vector<double> positions(rows);
  for (std::size_t k = 0; k < rows; ++k) positions[k] = start + static_cast<double>(k) * step;
  return positions;
}

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
  std::vector<int> sines(t.frequencies.size()), cosines(t.frequencies.size());
  for (const Column& c : t.columns) {
    if (c.wave == Wave::sine) ++sines[c.pair];
    if (c.wave == Wave::cosine) ++cosines[c.pair];
  }
  for (std::size_t i = 0; i < sines.size(); ++i)
    if (sines[i] != 1 || cosines[i] != 1) return false;
  return true;
}

}  // namespace

Result<Plan> Plan::create(const EncodingSpec& spec) {
  Result<Encoding> encoding = resolve(spec);
  if (!encoding) return encoding.error();
  Plan plan(std::move(encoding).value());
  const Encoding& e = plan.encoding_;
  if (e.info->trig_table != nullptr) {
    Result<TrigTable> table = e.info->trig_table(e.params);
    if (!table) return table.error();
    plan.table_ = std::move(table).value();
  }
  if (e.info->rotary != nullptr) {
    Result<Rotary> rotary = e.info->rotary(e.params, e.scaling_or_null());
    if (!rotary) return rotary.error();
    plan.rotary_ = std::move(rotary).value();
    plan.table_ = e.info->rotary_table(*plan.rotary_);
  }
  if (plan.table_)
    if (auto error = too_fast(plan.table_->frequencies)) return *error;
  if (e.info->bias_slopes != nullptr) {
    Result<std::vector<double>> slopes = e.info->bias_slopes(e.params);
    if (!slopes) return slopes.error();
    plan.slopes_ = std::move(slopes).value();
  }
  return plan;
}

Error Plan::not_defined(std::string_view stage) const {
  return Error{ErrorCode::not_defined, "encoding",
               "'" + std::string(info().id) + "' has no " + std::string(stage)};
}

Result<std::vector<double>> Plan::frequencies() const {
  if (!table_) return not_defined("frequencies");
  std::vector<double> out;
  for (const TurnFrequency& f : table_->frequencies)
    out.push_back(table_->reversed ? -f.radians : f.radians);
  return out;
}

Result<bool> Plan::table_f32(std::span<const double> positions, float* out) const {
  if (!table_) return not_defined("table");
  if (auto error = bad_position(positions)) return *error;
  rows_f32(*table_, positions, out);
  return true;
}

Result<bool> Plan::table_f64(std::span<const double> positions, double* out) const {
  if (!table_) return not_defined("table");
  if (auto error = bad_position(positions)) return *error;
  rows_f64(*table_, positions, out);
  return true;
}

Result<bool> Plan::derivative(std::span<const double> positions, double* out) const {
  if (!table_) return not_defined("derivative");
  if (auto error = bad_position(positions)) return *error;
  derivative_f64(*table_, positions, out);
  return true;
}

Result<bool> Plan::table_f32(double start, double step, std::size_t rows, float* out) {
  // below this many rows the preparation costs more than it saves
  constexpr std::size_t kFewRows = 48;
  if (!table_) return not_defined("table");
  if (rows < kFewRows || !is_uniform(*table_, start, step, rows))
    return table_f32(spread(start, step, rows), out);
  if (!uniform_ || uniform_->step() != (table_->reversed ? -step : step))
    uniform_.emplace(uniform_rows(*table_, step));
  rows_uniform_f32(*table_, *uniform_, start, step, rows, out);
  return true;
}

Result<bool> Plan::table_f64(double start, double step, std::size_t rows, double* out) const {
  return table_f64(spread(start, step, rows), out);
}
Result<bool> Plan::derivative(double start, double step, std::size_t rows, double* out) const {
  return derivative(spread(start, step, rows), out);
}

Result<bool> Plan::kernel_profile(std::span<const double> offsets, double* out) const {
  if (!table_) return not_defined("kernel profile");
  if (auto error = bad_position(offsets)) return *error;
  if (!is_stationary(*table_))
    return Error{ErrorCode::not_defined, "encoding",
                 "the kernel of this spec is not a function of the offset (a lone sine or cosine, "
                 "or a padding row); use gram"};
  shift_kernel(table_->frequencies, table_->amplitude, offsets, out);
  return true;
}

Result<bool> Plan::decay_bound(std::span<const double> offsets, double* out) const {
  if (!table_) return not_defined("decay bound");
  if (auto error = bad_position(offsets)) return *error;
  posenc::decay_bound(table_->frequencies, offsets, out);
  return true;
}

std::optional<Error> Plan::prepare_gram(std::span<const double> positions) {
  const std::size_t n = positions.size(), w = width();
  if (gram_ && std::ranges::equal(gram_->positions, positions)) return std::nullopt;
  if (auto error = bad_position(positions)) return error;
  GramSource source{
      {positions.begin(), positions.end()}, {}, is_stationary(*table_) && is_arithmetic(positions)};
  if (source.toeplitz) {
    std::vector<double> offsets(n);
    for (std::size_t k = 0; k < n; ++k) offsets[k] = positions[k] - positions[0];
    source.values.resize(n);
    shift_kernel(table_->frequencies, table_->amplitude, offsets, source.values.data());
  } else {
    constexpr std::size_t kMostNumbers = (std::size_t{1} << 30) / sizeof(double);
    if (w > 0 && n > kMostNumbers / w)
      return Error{ErrorCode::too_large, "positions",
                   "the table behind the Gram matrix has " + std::to_string(n) + " x " +
                       std::to_string(w) + " numbers; at most " + std::to_string(kMostNumbers) +
                       " are held"};
    source.values.resize(n * w);
    rows_f64(*table_, positions, source.values.data());
  }
  gram_ = std::move(source);
  return std::nullopt;
}

Result<bool> Plan::gram(std::span<const double> positions, std::size_t first_row, std::size_t rows,
                        double* out) {
  if (!table_) return not_defined("Gram matrix");
  const std::size_t n = positions.size(), w = width();
  if (first_row > n || rows > n - first_row)
    return Error{ErrorCode::bad_argument, "rows",
                 "rows " + std::to_string(first_row) + " + " + std::to_string(rows) + " exceed " +
                     std::to_string(n)};
  if (auto error = prepare_gram(positions)) return *error;
  const double* values = gram_->values.data();
  if (gram_->toeplitz)
    toeplitz_block(values, n, first_row, rows, out);
  else
    gram_block(values + first_row * w, rows, values, n, w, out);
  return true;
}

Result<bool> Plan::rotate(std::span<const double> positions, const double* x, std::size_t head_dim,
                          double* out) {
  if (!rotary_) return not_defined("rotation");
  if (auto error = bad_position(positions)) return *error;
  const auto dim = static_cast<std::size_t>(rotary_->base.head_dim);
  if (head_dim != dim)
    return Error{
        ErrorCode::bad_shape, "x",
        "must have dim = " + std::to_string(dim) + " columns, got " + std::to_string(head_dim)};
  if (!rotation_) rotation_.emplace(Rotation::Shape{dim, rotary_->interleaved}, table_->amplitude);
  rotation_->apply(table_->frequencies, positions, x, out);
  return true;
}

Result<bool> Plan::attention_bias(std::size_t head, std::size_t n_query, std::size_t n_key,
                                  std::size_t first_row, std::size_t rows, float* out) const {
  if (info().bias_slopes == nullptr) return not_defined("attention bias");
  if (head >= slopes_.size())
    return Error{ErrorCode::bad_argument, "head",
                 "must be below heads = " + std::to_string(slopes_.size()) + ", got " +
                     std::to_string(head)};
  if (first_row > n_query || rows > n_query - first_row)
    return Error{ErrorCode::bad_argument, "rows",
                 "rows " + std::to_string(first_row) + " + " + std::to_string(rows) + " exceed " +
                     std::to_string(n_query)};
  linear_bias_f32(slopes_[head], encoding_.params.choice("direction") == 0, n_query, n_key,
                  first_row, rows, out);
  return true;
}

}  // namespace posenc
