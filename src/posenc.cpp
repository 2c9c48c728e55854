#include "posenc.hpp"

#include <algorithm>
#include <cmath>  // std::fabs, std::floor
#include <type_traits>

#include "core/limits.hpp"

namespace posenc {
namespace {

// Parameters that are each in range may together give frequencies that are too high.
std::optional<Error> too_fast(std::span<const TurnFrequency> frequencies) {
  for (std::size_t i = 0; i < frequencies.size(); ++i)
    if (frequencies[i].is_too_fast())
      return bad_param(
          "", "these parameters make a frequency of more than 2^63 rad per position (pair ", i,
          ")");
  return std::nullopt;
}

std::vector<double> spread(double start, double step, std::size_t rows) {
  std::vector<double> positions(rows);
  for (std::size_t k = 0; k < rows; ++k) positions[k] = start + static_cast<double>(k) * step;
  return positions;
}

std::string shape_text(std::span<const std::size_t> extent) {
  std::string text;
  for (const std::size_t n : extent) text += (text.empty() ? "" : " x ") + std::to_string(n);
  return text;
}

// Makes the stage; leaves it empty if the row does not have it.
template <class Stage, class... Arguments>
std::optional<Error> make(std::optional<Stage>& stage, Result<Stage> (*of)(Arguments...),
                          std::type_identity_t<Arguments>... arguments) {
  if (of == nullptr) return std::nullopt;
  Result<Stage> made = of(arguments...);
  if (!made) return made.error();
  stage = std::move(made).value();
  return std::nullopt;
}

}  // namespace

Result<Plan> Plan::create(const EncodingSpec& spec) {
  Result<Encoding> encoding = resolve(spec);
  if (!encoding) return encoding.error();
  Plan plan(std::move(encoding).value());
  const Encoding& e = plan.encoding_;
  const EncodingInfo& row = *e.info;
  for (const std::optional<Error>& error :
       {make(plan.table_, row.trig_table, e.params), make(plan.rows_, row.row_table, e.params),
        make(plan.rotary_, row.rotary, e.params, e.scaling_or_null()),
        make(plan.query_scale_, row.query_scale, e.params),
        make(plan.transform_, row.transform, e.params), make(plan.bias_, row.bias, e.params),
        make(plan.map_, row.relative_map, e.params), make(plan.scores_, row.scores, e.params)})
    if (error) return *error;
  if (plan.rotary_) plan.table_ = plan.rotary_->table;
  if (plan.table_)
    if (auto error = too_fast(plan.table_->frequencies)) return *error;
  return plan;
}

std::size_t Plan::axes() const {
  if (table_) return table_->axes;
  if (rows_) return rows_->axes;
  if (transform_) return transform_->axes;
  return scores_ ? scores_->axes : 1;
}

Error Plan::not_defined(std::string_view stage) const {
  return refusal(ErrorCode::not_defined, "encoding", {"'", info().id, "' has no ", stage});
}

std::optional<Error> Plan::bad_positions(std::span<const double> positions) const {
  const std::size_t a = axes();
  const auto fail = [&](std::size_t i, const std::string& allowed) {
    return refusal(ErrorCode::bad_positions, "positions",
                   {"element ", i, " must be ", allowed, ", got ", to_text(positions[i])});
  };
  if (a == 0 || positions.size() % a != 0)
    return refusal(ErrorCode::bad_positions, "positions",
                   {"a position of '", info().id, "' has ", a, " coordinates, got ",
                    positions.size(), " numbers in all"});
  for (std::size_t i = 0; i < positions.size(); ++i)
    if (!(positions[i] >= -0x1p53 && positions[i] <= 0x1p53))  // NaN too
      return fail(i, "finite and at most 2^53 in size");
  for (std::size_t i = 0; rows_ && i < positions.size(); ++i)
    if (!(positions[i] > rows_->above)) return fail(i, "greater than " + to_text(rows_->above));
  const std::vector<std::size_t> sizes = extent();
  for (std::size_t i = 0; !sizes.empty() && i < positions.size(); ++i) {
    const double x = positions[i];
    if (x < 0 || x >= static_cast<double>(sizes[i % a]) || std::floor(x) != x)
      return fail(i, "an integer from 0 to " + std::to_string(sizes[i % a] - 1) +
                         " (the table has " + shape_text(sizes) + " positions)");
  }
  return std::nullopt;
}

Result<std::vector<double>> Plan::frequencies() const {
  if (!table_) return not_defined("frequencies");
  std::vector<double> out;
  for (const TurnFrequency& f : table_->frequencies)
    out.push_back(table_->reversed ? -f.radians : f.radians);
  return out;
}

Result<void> Plan::table_f32(std::span<const double> positions, float* out) const {
  if (!info().has_table()) return not_defined("table");
  if (auto error = bad_positions(positions)) return *error;
  if (table_) {
    rows_f32(*table_, positions, out);
    return {};
  }
  std::vector<double> row(rows_->width);
  for (std::size_t i = 0; i < positions.size(); i += rows_->axes) {
    rows_->row(positions.data() + i, row.data());
    for (const double x : row) *out++ = static_cast<float>(x);
  }
  return {};
}

Result<void> Plan::table_f64(std::span<const double> positions, double* out) const {
  if (!info().has_table()) return not_defined("table");
  if (auto error = bad_positions(positions)) return *error;
  if (table_) {
    rows_f64(*table_, positions, out);
    return {};
  }
  for (std::size_t i = 0; i < positions.size(); i += rows_->axes, out += rows_->width)
    rows_->row(positions.data() + i, out);
  return {};
}

Result<void> Plan::derivative(std::span<const double> positions, double* out,
                              std::size_t axis) const {
  if (!table_) return not_defined("derivative");
  if (axis >= table_->axes)
    return bad_argument("axis", "must be below the number of coordinates, ", table_->axes, ", got ",
                        axis);
  if (auto error = bad_positions(positions)) return *error;
  derivative_f64(*table_, positions, axis, out);
  return {};
}

Result<void> Plan::table_f32(double start, double step, std::size_t rows, float* out) {
  if (!info().has_table()) return not_defined("table");
  if (rows < limits::kFewestUniformRows || !table_ || !is_uniform(*table_, start, step, rows))
    return table_f32(spread(start, step, rows), out);
  if (!uniform_ || uniform_->step() != (table_->reversed ? -step : step))
    uniform_.emplace(uniform_rows(*table_, step));
  rows_uniform_f32(*table_, *uniform_, start, step, rows, out);
  return {};
}

Result<void> Plan::table_f64(double start, double step, std::size_t rows, double* out) const {
  return table_f64(spread(start, step, rows), out);
}
Result<void> Plan::derivative(double start, double step, std::size_t rows, double* out) const {
  return derivative(spread(start, step, rows), out);
}

}  // namespace posenc
