#include "encodings/trig_table.hpp"

#include "core/geometric.hpp"
#include "core/rounding.hpp"

namespace posenc {
namespace {

bool is_zero_row(const TrigTable& t, double position) { return t.zero_position == position; }

// Calls write(column index, column, its wave, the coordinates) for one row.
template <class Write>
void for_each_column(const TrigTable& t, const double* position, Tails tails, Write write) {
  const std::vector<Position> p = coordinates(t, position);
  // pairs are computed once; the two channels of a pair may be anywhere
  std::vector<SinCos> waves(t.pairs());
  for (std::size_t i = 0; i < waves.size(); ++i) waves[i] = wave_of(t, i, p.data(), tails);
  const SinCos none;  // for a column without a wave, whose pair may not exist
  for (std::size_t c = 0; c < t.columns.size(); ++c) {
    const Column& column = t.columns[c];
    const bool is_wave = column.wave == Wave::sine || column.wave == Wave::cosine;
    write(c, column, is_wave ? waves[column.pair] : none, p.data());
  }
}

WideSinCos wide_wave_of(const TrigTable& t, std::size_t pair, const Position* p) {
  if (t.axes == 1 && t.offsets.empty()) return wide_wave(t.frequencies[pair], p[0].value);
  return wide_plane_wave({t.frequencies.data() + pair * t.axes, t.axes}, p,
                         t.offsets.empty() ? TurnOffset() : t.offsets[pair]);
}

// One entry, rounded once.
float entry_f32(const TrigTable& t, const Column& column, const SinCos& w, const Position* p,
                const double* position) {
  if (column.wave == Wave::zero) return 0;
  if (column.wave == Wave::coordinate) return static_cast<float>(position[column.pair]);
  const bool sine = column.wave == Wave::sine;
  return rounded_f32(t.amplitude_of(column.pair), sine ? w.sin : w.cos,
                     sine ? w.sin_tail : w.cos_tail, [&] {
                       const WideSinCos exact = wide_wave_of(t, column.pair, p);
                       return sine ? exact.sin : exact.cos;
                     });
}

// One entry within 1 ulp; w has fine tails if there is an amplitude.
double entry_f64(const TrigTable& t, const Column& column, const SinCos& w, const Position* p,
                 const double* position) {
  if (column.wave == Wave::zero) return 0;
  if (column.wave == Wave::coordinate) return position[column.pair];
  const bool sine = column.wave == Wave::sine;
  return rounded_f64(t.amplitude_of(column.pair), sine ? w.sin : w.cos,
                     sine ? w.sin_tail : w.cos_tail, [&] {
                       const WideSinCos exact = wide_wave_of(t, column.pair, p);
                       return sine ? exact.sin : exact.cos;
                     });
}

// Returns on which side of x, its float32, the exact entry of a rotary table is: -1, 0 or 1.
int side_of(const TrigTable& t, const Column& column, double position, double x) {
  const bool sine = column.wave == Wave::sine;
  const double amplitude = t.amplitude_of(column.pair);
  const Position p(position);
  const SinCos w = wave_of(t, column.pair, &p);
  // within 2 ulp of the exact value, 2^-51 of it
  const double value =
      sine ? amplified(amplitude, w.sin, w.sin_tail) : amplified(amplitude, w.cos, w.cos_tail);
  const double apart = value - x, unsure = (x < 0 ? -x : x) * 0x1p-50;
  if (apart > unsure || apart < -unsure) return apart > 0 ? 1 : -1;
  const WideSinCos exact = wide_wave_of(t, column.pair, &p);
  const Wide entry = Wide(amplitude) * (sine ? exact.sin : exact.cos), at(x);
  return entry < at ? -1 : entry > at ? 1 : 0;
}

}  // namespace

std::vector<Position> coordinates(const TrigTable& t, const double* position) {
  std::vector<Position> p;
  for (std::size_t a = 0; a < t.axes; ++a) p.emplace_back(t.reversed ? -position[a] : position[a]);
  return p;
}

SinCos wave_of(const TrigTable& t, std::size_t pair, const Position* p, Tails tails) {
  if (t.axes == 1 && t.offsets.empty()) return wave(t.frequencies[pair], p[0], tails);
  return plane_wave({t.frequencies.data() + pair * t.axes, t.axes}, p,
                    t.offsets.empty() ? TurnOffset() : t.offsets[pair], tails);
}

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
  const std::size_t pairs = t.pairs();
  if (pairs == 0 || columns.size() < 2) return {};
  if (t.axes != 1 || !t.offsets.empty() || !t.amplitudes.empty()) return {};
  for (const TurnFrequency& f : t.frequencies)
    if (f.negative) return {};
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

void rows_uniform_f32(const TrigTable& t, UniformRows& fast, double start, double step,
                      std::size_t rows, float* out) {
  fast.write(t.reversed ? -start : start, rows, out, t.width());
  // columns outside the regular part: zero columns, the lone sine of an odd table, the padding row
  const PairLayout layout = regular_pairs(t);
  for (std::size_t c = 0; c < t.width(); ++c) {
    const Column& column = t.columns[c];
    const bool is_wave = column.wave == Wave::sine || column.wave == Wave::cosine;
    const std::size_t place = column.wave == Wave::sine ? layout.first_sine : layout.first_cosine;
    if (is_wave && column.pair < layout.pairs && c == place + column.pair * layout.stride) continue;
    for (std::size_t r = 0; r < rows; ++r) {
      const double value = start + static_cast<double>(r) * step;
      const std::vector<Position> p = coordinates(t, &value);
      out[r * t.width() + c] = entry_f32(
          t, column, is_wave ? wave_of(t, column.pair, p.data()) : SinCos(), p.data(), &value);
    }
  }
  if (!t.zero_position.has_value()) return;
  for (std::size_t r = 0; r < rows; ++r)
    if (is_zero_row(t, start + static_cast<double>(r) * step))
      for (std::size_t c = 0; c < t.width(); ++c) out[r * t.width() + c] = 0;
}

void rows_f32(const TrigTable& t, std::span<const double> positions, float* out) {
  for (std::size_t i = 0; i < positions.size(); i += t.axes) {
    const double* position = positions.data() + i;
    const bool zero_row = is_zero_row(t, *position);
    for_each_column(t, position, Tails::coarse,
                    [&](std::size_t c, const Column& column, const SinCos& w, const Position* p) {
                      out[c] = zero_row ? 0.0f : entry_f32(t, column, w, p, position);
                    });
    out += t.width();
  }
}

void rows_f64(const TrigTable& t, std::span<const double> positions, double* out) {
  // a product with an amplitude is rounded once
  const bool plain = t.amplitude == 1 && t.amplitudes.empty();
  for (std::size_t i = 0; i < positions.size(); i += t.axes) {
    const double* position = positions.data() + i;
    const bool zero_row = is_zero_row(t, *position);
    for_each_column(t, position, plain ? Tails::coarse : Tails::fine,
                    [&](std::size_t c, const Column& column, const SinCos& w, const Position* p) {
                      out[c] = zero_row ? 0.0 : entry_f64(t, column, w, p, position);
                    });
    out += t.width();
  }
}

void rows_narrow(const TrigTable& t, NarrowFormat format, double start, double step,
                 std::size_t rows, const float* singles, std::uint16_t* out) {
  for (std::size_t r = 0; r < rows; ++r) {
    const double position = start + static_cast<double>(r) * step;
    for (const Column& column : t.columns) {
      const float x = *singles++;
      *out++ = narrowed(format, x, [&] { return side_of(t, column, position, x); });
    }
  }
}

void derivative_f64(const TrigTable& t, std::span<const double> positions, std::size_t axis,
                    double* out) {
  for (std::size_t i = 0; i < positions.size(); i += t.axes) {
    const double* position = positions.data() + i;
    const bool zero_row = is_zero_row(t, *position);
    for_each_column(t, position, Tails::coarse,
                    [&](std::size_t c, const Column& column, const SinCos& w, const Position*) {
                      if (zero_row || column.wave == Wave::zero) {
                        out[c] = 0;
                        return;
                      }
                      if (column.wave == Wave::coordinate) {
                        out[c] = column.pair == axis ? 1 : 0;
                        return;
                      }
                      const double derivative = t.amplitude_of(column.pair) *
                                                t.frequencies[column.pair * t.axes + axis].radians;
                      const double d =
                          column.wave == Wave::sine ? derivative * w.cos : -(derivative * w.sin);
                      out[c] = (t.reversed ? -d : d) + 0.0;  // + 0.0 avoids negative zero
                    });
    out += t.width();
  }
}

}  // namespace posenc
