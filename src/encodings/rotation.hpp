// Rotating queries and keys: rows of a head, row i by the angles of positions[i].
//
// With layout half, channels (i, i + r/2) form a pair, with interleaved (2i, 2i + 1); channels from
// r on are copied. y1 = x1·c - x2·s, y2 = x2·c + x1·s in float64, c and s being the exact cosine
// and sine (times the amplitude) rounded once: an output is within 3·2^-53·(|x1| + |x2|)·amplitude.
#pragma once
#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/turn.hpp"

namespace posenc {

class Rotation {
 public:
  struct Shape {
    std::size_t head_dim = 0;
    bool interleaved = false;
  };
  Rotation(Shape shape, double amplitude) : shape_(shape), amplitude_(amplitude) {}

  // x, out (positions, head_dim), row-major
  void apply(std::span<const TurnFrequency> frequencies, std::span<const double> positions,
             const double* x, double* out);

 private:
  // (2·pairs) the cosines, then the sines of a position; kept, as heads repeat their positions
  const double* waves_at(std::span<const TurnFrequency> frequencies, double position);

  Shape shape_;
  double amplitude_;
  std::vector<double> waves_;
  std::unordered_map<double, std::size_t> row_of_;
};

}  // namespace posenc
