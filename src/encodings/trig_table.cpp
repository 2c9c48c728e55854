#include "encodings/trig_table.hpp"

#include "core/geometric.hpp"
#include "core/rounding.hpp"

namespace posenc {
namespace {

bool is_zero_row(const TrigTable& t, double position) {
  return t.zero_position.has_value() && *t.zero_position == position;
}

// Calls write(column index, sine or cosine of the column) for one row.
template <class Write>
void for_each_column(const TrigTable& t, const Position& p, Write write) {
  // pairs are computed once; the two channels of a pair may stand anywhere
  std::vector<SinCos> waves(t.frequencies.size());
  for (std::size_t i = 0; i < waves.size(); ++i) waves[i] = wave(t.frequencies[i], p);
  const SinCos none;  // of a zero column, whose pair may not exist
  for (std::size_t c = 0; c < t.columns.size(); ++c) {
    const Column& column = t.columns[c];
    write(c, column, column.wave == Wave::zero ? none : waves[column.pair]);
  }
}

}  // namespace

void set_geometric(TrigTable& t, double base, const Wide& denominator, std::size_t n,
                   double scale) {
  t.reversed = scale < 0;
  t.frequencies.clear();
  if (n == 0) return;
  const Wide size(t.reversed ? -scale : scale);
  for (const Wide& omega : geometric(-(log(Wide(base)) / denominator), n))
    t.frequencies.push_back(TurnFrequency::from_radians(size * omega));
}

PairLayout regular_pairs(const TrigTable& t) {
  const auto& columns = t.columns;
  const std::size_t pairs = t.frequencies.size();
  if (pairs == 0 || columns.size() < 2) return {};
  PairLayout layout;
  const auto position_of = [&](Wave wave, std::uint32_t pair) {
    for (std::size_t c = 0; c < columns.size(); ++c)
      if (columns[c].wave == wave && columns[c].pair == pair) return c;
    return columns.size();
  };
  layout.first_sine = position_of(Wave::sine, 0);
  layout.first_cosine = position_of(Wave::cosine, 0);
  if (layout.first_sine == columns.size() || layout.first_cosine == columns.size()) return {};
  const bool neighbours =
      layout.first_sine + 1 == layout.first_cosine || layout.first_cosine + 1 == layout.first_sine;
  layout.stride = neighbours && pairs > 1 ? 2 : 1;
  while (layout.pairs < pairs) {
    const std::size_t s = layout.first_sine + layout.pairs * layout.stride;
    const std::size_t c = layout.first_cosine + layout.pairs * layout.stride;
    if (s >= columns.size() || c >= columns.size()) break;
    if (columns[s].wave != Wave::sine || columns[s].pair != layout.pairs) break;
    if (columns[c].wave != Wave::cosine || columns[c].pair != layout.pairs) break;
    ++layout.pairs;
  }
  return layout;
}

bool is_uniform(const TrigTable& t, double start, double step, std::size_t rows) {
  constexpr double kMost = 0x1p53;
  const auto is_integer = [](double x) {
    return x >= -kMost && x <= kMost && static_cast<double>(static_cast<std::int64_t>(x)) == x;
  };
  if (rows == 0 || !is_integer(start) || !is_integer(step)) return false;
  const double last = start + static_cast<double>(rows - 1) * step;
  // the anchors of the fast path reach 1024 rows beyond the block
  const double reach = static_cast<double>(1024) * step;
  return is_integer(last) && reach >= -kMost && reach <= kMost && regular_pairs(t).pairs > 0;
}

UniformRows uniform_rows(const TrigTable& t, double step) {
  return UniformRows(t.frequencies, regular_pairs(t), t.amplitude, t.reversed ? -step : step);
}

void rows_uniform_f32(const TrigTable& t, const UniformRows& fast, double start, double step,
                      std::size_t rows, float* out) {
  fast.write(t.reversed ? -start : start, rows, out, t.width());
  // what the regular part leaves out: zero columns, the lone sine of an odd table, the padding row
  const PairLayout layout = regular_pairs(t);
  for (std::size_t c = 0; c < t.width(); ++c) {
    const Column& column = t.columns[c];
    if (column.wave != Wave::zero && column.pair < layout.pairs) continue;
    for (std::size_t r = 0; r < rows; ++r) {
      const double value = start + static_cast<double>(r) * step;
      const Position p(t.reversed ? -value : value);
      const auto& f = t.frequencies[column.pair];
      out[r * t.width() + c] = column.wave == Wave::zero ? 0.0f
                                                         : rounded_f32(f, column.wave == Wave::sine,
                                                                       t.amplitude, p, wave(f, p));
    }
  }
  if (!t.zero_position.has_value()) return;
  for (std::size_t r = 0; r < rows; ++r)
    if (is_zero_row(t, start + static_cast<double>(r) * step))
      for (std::size_t c = 0; c < t.width(); ++c) out[r * t.width() + c] = 0;
}

void rows_f32(const TrigTable& t, std::span<const double> positions, float* out) {
  for (const double value : positions) {
    const Position p(t.reversed ? -value : value);
    if (is_zero_row(t, value)) {
      for (std::size_t c = 0; c < t.width(); ++c) out[c] = 0;
    } else {
      for_each_column(t, p, [&](std::size_t c, const Column& column, const SinCos& w) {
        out[c] = column.wave == Wave::zero
                     ? 0.0f
                     : rounded_f32(t.frequencies[column.pair], column.wave == Wave::sine,
                                   t.amplitude, p, w);
      });
    }
    out += t.width();
  }
}

void rows_f64(const TrigTable& t, std::span<const double> positions, double* out) {
  for (const double value : positions) {
    const bool zero_row = is_zero_row(t, value);
    for_each_column(t, Position(t.reversed ? -value : value),
                    [&](std::size_t c, const Column& column, const SinCos& w) {
                      if (zero_row || column.wave == Wave::zero)
                        out[c] = 0;
                      else if (column.wave == Wave::sine)
                        out[c] = amplified(t.amplitude, w.sin, w.sin_tail);
                      else
                        out[c] = amplified(t.amplitude, w.cos, w.cos_tail);
                    });
    out += t.width();
  }
}

void derivative_f64(const TrigTable& t, std::span<const double> positions, double* out) {
  for (const double value : positions) {
    const bool zero_row = is_zero_row(t, value);
    for_each_column(t, Position(t.reversed ? -value : value),
                    [&](std::size_t c, const Column& column, const SinCos& w) {
                      if (zero_row || column.wave == Wave::zero) {
                        out[c] = 0;
                        return;
                      }
                      const double slope = t.amplitude * t.frequencies[column.pair].radians;
                      const double d = column.wave == Wave::sine
                                           ? slope * w.cos
                                           : 0 - slope * w.sin;  // no negative zero
                      out[c] = t.reversed ? 0 - d : d;
                    });
    out += t.width();
  }
}

}  // namespace posenc
