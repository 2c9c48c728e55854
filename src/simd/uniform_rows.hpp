// The fast path of float32 tables: correctly rounded rows at start, start + step, … (integers), by
// angle addition in float64 from exact anchors.
//
// A row index is 1024·a + 32·b + 16 + c, with c from -16 to 15. Sines and cosines of 1024·a are
// computed to full precision (turn.hpp) for each block, those of 32·b + 16 and of c once. Two angle
// additions give the entry within 2^-49.7; rows c and -c share their products. (uniform_rows.cpp
// derives the bound; narrow rows, and the last ones, need a third: 2^-48.9.) If this does not
// decide the last bit of the float, the entry is recomputed from its exact phase. So results equal
// those of rounded_f32 for any block boundaries.
//
// The exact waves of the last block are kept: continuing in the same 1024 rows, at a multiple of
// 32, needs no new ones. So a table can be written in pieces that fit a cache.
#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/turn.hpp"

namespace posenc {

// Channels of the two waves of pair i: (first_sine + i·stride, first_cosine + i·stride).
struct PairLayout {
  std::size_t pairs = 0, first_sine = 0, first_cosine = 0, stride = 1;
};

class UniformRows {
 public:
  // `step` is an integer, |step| <= 2^53. The frequencies must outlive the object.
  UniformRows(std::span<const TurnFrequency> frequencies, PairLayout layout, double amplitude,
              double step);

  double step() const { return step_; }
  // Writes row r, at position start + r·step, to out + r·width. |positions| <= 2^53.
  void write(double start, std::size_t rows, float* out, std::size_t width);

 private:
  struct Waves {  // (entries, pairs), row-major
    std::vector<double> sines, cosines;
  };
  void waves_at(double first, double stride, std::size_t entries, Waves& out) const;
  // Writes the waves 16 rows after `first` to anchor_.
  void go_to(double first);
  // Writes at most 32 rows around this anchor, beginning at `start`.
  void block(double start, std::size_t rows, float* out, std::size_t width);
  void repair(const double* sines, const double* cosines, double sign, double position,
              float* row) const;

  std::span<const TurnFrequency> frequencies_;
  PairLayout layout_;
  double amplitude_, step_, epsilon_;
  std::size_t turning_ = 0;  // pairs before the first that does not turn
  Waves middle_, fine_;
  Waves before_;  // one entry, for -16 rows
  Waves exact_;   // one entry, for the block that begins at exact_at_
  Waves anchor_;  // one entry, for the last 32 rows written
  std::optional<double> exact_at_;
};

}  // namespace posenc
