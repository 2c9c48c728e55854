// Rotates the pairs of channels of many rows by given angles: y1 = x1·c - x2·s, y2 = x2·c + x1·s.
//
// Both types compute in float64. With u = 2^-53 and a >= |c|, |s| a float64 result is within
// 2u·a·(|x1| + |x2|) of the exact one for the given c and s (each product and the sum round once).
// float32 is the float64 result correctly rounded: within 2^-24·|y| plus 2u·a·(|x1| + |x2|), and
// below 2^-126 within 2^-150 instead of 2^-24·|y|.
#pragma once
#include <cstddef>

namespace posenc {

struct RotaryShape {
  std::size_t width = 0, pairs = 0;  // channels of a row; those from 2·pairs on are copied
  bool interleaved = false;          // pairs of channels (2i, 2i+1); otherwise (i, i + pairs)
};

// Consecutive blocks of `rows` rows; row r of every block is rotated by the angles r. waves (rows,
// 2·pairs): cosines, then sines. x, out (blocks·rows, width): the same array or disjoint. Returns
// true if every element of x is finite, false if not or if the results' sum overflows.
bool rotate_rows(const RotaryShape&, const double* waves, std::size_t rows, std::size_t blocks,
                 const float* x, float* out);
bool rotate_rows(const RotaryShape&, const double* waves, std::size_t rows, std::size_t blocks,
                 const double* x, double* out);

}  // namespace posenc
