// Tables whose every channel is a sine or cosine of position times a frequency: sinusoidal
// encodings in all their layouts, and rotary cos/sin tables.
//
// A registry row says only which frequencies and which channels; this file makes the numbers.
// n = positions, w = channels (width), p = pairs (frequencies). Row-major output.
//
//   rows_f32   correctly rounded (amplitude · wave, rounded once), for every position
//   rows_f64   within 1 ulp
//   derivative d/dposition, within 4.5 ulp (tests/encodings/trig_table_test.cpp)
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/turn.hpp"
#include "simd/uniform_rows.hpp"

namespace posenc {

enum class Wave : std::uint8_t { zero, sine, cosine };

struct Column {
  Wave wave = Wave::zero;
  std::uint32_t pair = 0;
};

struct TrigTable {
  std::vector<TurnFrequency> frequencies;  // (p)
  std::vector<Column> columns;             // (w)
  double amplitude = 1;                    // multiplies every entry
  bool reversed = false;                   // positions are negated: sines change sign
  std::optional<double> zero_position;     // the row at this position is zero (fairseq padding)

  std::size_t width() const { return columns.size(); }
};

// The regular part of a table's columns, from pair 0 on; pairs = 0 where there is none.
PairLayout regular_pairs(const TrigTable&);

// Sets the frequencies |scale|·base^(-i/denominator), i < n; a negative scale reverses positions.
void set_geometric(TrigTable&, double base, const Wide& denominator, std::size_t n, double scale);

// May rows at start + k·step take the fast path (simd/uniform_rows)? Integers, a regular table.
bool is_uniform(const TrigTable&, double start, double step, std::size_t rows);
// Float32 rows at start + k·step by that path; `fast` is uniform_rows of this table and step.
void rows_uniform_f32(const TrigTable&, const UniformRows& fast, double start, double step,
                      std::size_t rows, float* out);
UniformRows uniform_rows(const TrigTable&, double step);

// Rows at the given positions (finite, |p| <= 2^53); out has positions.size() · width entries.
void rows_f32(const TrigTable&, std::span<const double> positions, float* out);
void rows_f64(const TrigTable&, std::span<const double> positions, double* out);
void derivative_f64(const TrigTable&, std::span<const double> positions, double* out);

}  // namespace posenc
