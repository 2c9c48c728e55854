// Tables whose channels are sines and cosines of position times a frequency: sinusoidal encodings
// in all their layouts, rotary cos/sin tables, and plane waves of several coordinates (2-D grids,
// Fourier features).
//
// A registry row defines only the frequencies and channels; this file computes the values. n =
// positions, a = axes (coordinates of a position), w = channels (width), p = pairs (phases).
// Row-major; positions are (n, a), frequencies (p, a): the phase of pair i is Σ_a p_a·f_ia +
// offset_i.
//
//   rows_f32   correctly rounded (amplitude · wave, rounded once), for every position
//   rows_f64   within 1 ulp: 0.80 if waves have no amplitude, otherwise 0.65
//   rows_narrow  correctly rounded to a 16-bit format, from the float32 rows
// A phase that is exactly k quarter turns gives exactly +0 or the amplitude, of either sign.
//   derivative d/d coordinate, within 4.5 ulp (tests/encodings/trig_table_test.cpp)
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/narrow.hpp"
#include "core/turn.hpp"
#include "simd/uniform_rows.hpp"

namespace posenc {

// coordinate: the coordinate itself (of axis `pair`), as in NeRF's include_input
enum class Wave : std::uint8_t { zero, sine, cosine, coordinate };

struct Column {
  Wave wave = Wave::zero;
  std::uint32_t pair = 0;
};

struct TrigTable {
  std::size_t axes = 1;                    // a > 0
  std::vector<TurnFrequency> frequencies;  // (p, a)
  std::vector<Column> columns;             // (w)
  double amplitude = 1;                    // multiplies every wave …
  std::vector<double> amplitudes;          // … or one per pair (p), if not empty
  std::vector<TurnOffset> offsets;         // (p), or empty: all zero
  bool reversed = false;                   // positions are negated: sines change sign
  // for one axis: the row at this position is zero (fairseq padding)
  std::optional<double> zero_position;

  std::size_t width() const { return columns.size(); }
  std::size_t pairs() const { return frequencies.size() / axes; }
  double amplitude_of(std::size_t pair) const {
    return amplitudes.empty() ? amplitude : amplitudes[pair];
  }
  // Adds a pair with the given frequencies (one per axis); returns its index.
  std::uint32_t add_pair(std::span<const TurnFrequency> of_axes) {
    frequencies.insert(frequencies.end(), of_axes.begin(), of_axes.end());
    return static_cast<std::uint32_t>(pairs() - 1);
  }
  // Adds a pair that follows one axis only.
  std::uint32_t add_pair(std::size_t axis, const TurnFrequency& f) {
    frequencies.resize(frequencies.size() + axes);
    frequencies[frequencies.size() - axes + axis] = f;
    return static_cast<std::uint32_t>(pairs() - 1);
  }
  // Adds a channel of this wave for each of the n pairs first, first + step, …
  void add_columns(Wave wave, std::size_t first, std::size_t n, std::size_t step = 1) {
    for (std::size_t i = 0; i < n; ++i)
      columns.push_back({wave, static_cast<std::uint32_t>(first + i * step)});
  }
  // Adds sines of all of them, then cosines.
  void add_waves(std::size_t first, std::size_t n, std::size_t step = 1) {
    for (const Wave wave : {Wave::sine, Wave::cosine}) add_columns(wave, first, n, step);
  }
};

// Sine and cosine of one pair at a position of t.axes coordinates (signs of `reversed` applied).
SinCos wave_of(const TrigTable& t, std::size_t pair, const Position* p,
               Tails tails = Tails::coarse);
// The coordinates of one row as Positions, negated if the table is reversed.
std::vector<Position> coordinates(const TrigTable& t, const double* position);

// The regular part of a table's columns, from pair 0 on; pairs = 0 if there is none, for example
// with several axes, offsets or mixed signs.
PairLayout regular_pairs(const TrigTable&);

// Sets the frequencies |scale|·base^(-i/denominator), i < n; a negative scale reverses positions.
void set_geometric(TrigTable&, double base, const Wide& denominator, std::size_t n, double scale);

// Returns whether rows at start + k·step can take the fast path (integers, a regular table).
bool is_uniform(const TrigTable&, double start, double step, std::size_t rows);
// Float32 rows at start + k·step by the fast path; `fast` is uniform_rows of this table and step.
void rows_uniform_f32(const TrigTable&, UniformRows& fast, double start, double step,
                      std::size_t rows, float* out);
UniformRows uniform_rows(const TrigTable&, double step);

// Rows at the given (n, a) positions (finite, |p| <= 2^53); out has n · width entries.
void rows_f32(const TrigTable&, std::span<const double> positions, float* out);
void rows_f64(const TrigTable&, std::span<const double> positions, double* out);
void derivative_f64(const TrigTable&, std::span<const double> positions, std::size_t axis,
                    double* out);
// Converts the (rows, w) float32 entries `singles` at start + k·step to the format, for a rotary
// table of one axis, whose columns are waves.
void rows_narrow(const TrigTable&, NarrowFormat, double start, double step, std::size_t rows,
                 const float* singles, std::uint16_t* out);

}  // namespace posenc
