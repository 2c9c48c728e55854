// Rotates queries and keys: rows of a head, row i by the angles of positions[i].
//
// Channels (i, i + r/2) form a pair in layout half, (2i, 2i + 1) in interleaved; channels from r on
// are copied. y1 = x1·c - x2·s, y2 = x2·c + x1·s in float64 (simd/rotate_rows), c and s being the
// exact cosine and sine (times the amplitude) rounded once: a float64 output is within
// 3·2^-53·(|x1| + |x2|)·amplitude. A float32 output is the float64 one rounded once, so it is
// within 2^-24·|y| + 3·2^-53·(|x1| + |x2|)·amplitude (2^-150 for 2^-24·|y| below 2^-126).
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "encodings/trig_table.hpp"

namespace posenc {

class Rotation {
 public:
  struct Shape {
    std::size_t head_dim = 0;
    bool interleaved = false;
    std::vector<std::size_t> places = {};  // as in Rotary
  };
  explicit Rotation(Shape shape) : shape_(std::move(shape)) {}

  // positions (n, axes of the table); x, out (n, head_dim), row-major, the same array or disjoint.
  // Returns false if an element of x is not finite or the results are huge (rotate_rows).
  bool apply(const TrigTable& table, std::span<const double> positions, const double* x,
             double* out) {
    return rotate_placed(table, positions, x, out);
  }
  bool apply(const TrigTable& table, std::span<const double> positions, const float* x,
             float* out) {
    return rotate_placed(table, positions, x, out);
  }

  // (2·pairs) the cosines, then the sines of a position, times the amplitude. Valid until the next
  // call.
  const double* waves_at(const TrigTable& table, const double* position);

 private:
  struct Hash {  // hashes the bits of a position's coordinates
    std::size_t operator()(const std::vector<double>& position) const {
      std::uint64_t h = 0;
      for (const double x : position)
        h = (h ^ std::bit_cast<std::uint64_t>(x)) * 0x9e3779b97f4a7c15u, h ^= h >> 32;
      return static_cast<std::size_t>(h);
    }
  };
  // Consecutive positions that are also consecutive among the known ones.
  struct Run {
    std::size_t first, rows;  // index among the known positions
  };
  Run run_of(const TrigTable& table, std::span<const double> positions);
  void learn(const TrigTable& table);  // adds the position in key_
  template <class T>
  bool rotate(const TrigTable& table, std::span<const double> positions, const T* x, T* out);
  // Moves channels from other places into the layout of the loops, and back.
  template <class T>
  bool rotate_placed(const TrigTable& table, std::span<const double> positions, const T* x, T* out);

  Shape shape_;
  // Known positions, in the order of their first use, as heads repeat them: (known, axes) and
  // (known, 2·pairs) the cosines, then the sines.
  std::vector<double> known_, waves_;
  std::unordered_map<std::vector<double>, std::size_t, Hash> index_of_;
  std::vector<double> key_;  // the position to look up; avoids an allocation per position
};

}  // namespace posenc
