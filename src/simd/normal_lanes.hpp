// The exponential and the normal distribution of four float32 at a time, using only + - * /: every
// compiler and engine gives the same bits.
//
//   exp            relative error below 2e-7; 0 below -60, and the value at 88 above 88
//   normal_of      Φ(x) and φ(x) within 2e-7
// Tested by tests/simd/normal_lanes_test.cpp against real.hpp.
#pragma once
#include <initializer_list>

#include "simd/lanes.hpp"

namespace posenc::lanes {

inline f32x4 four(float x) { return f32x4{x, x, x, x}; }
// lanes of v where the comparison holds, 0 elsewhere
inline f32x4 where(i32x4 holds, f32x4 v) {
  return __builtin_bit_cast(f32x4, holds & __builtin_bit_cast(i32x4, v));
}

// 2^k·e^r with r = x - k·ln 2 in two steps (Cody & Waite 1980), e^r by its Taylor polynomial.
inline f32x4 exp(f32x4 x) {
  const f32x4 shift = four(0x1.8p23f);  // adding it rounds to an integer in the low bits
  const i32x4 vanishes = x<four(-60.0f), exceeds = x> four(88.0f);
  x = where(~vanishes & ~exceeds, x) + where(exceeds, four(88.0f));
  const f32x4 shifted = x * four(0x1.715476p0f) + shift, k = shifted - shift;
  const f32x4 r = (x - k * four(0x1.62e4p-1f)) - k * four(0x1.7f7d1cp-20f);
  f32x4 sum = four(1.0f / 5040);
  for (const float c : {1.0f / 720, 1.0f / 120, 1.0f / 24, 1.0f / 6, 0.5f, 1.0f, 1.0f})
    sum = sum * r + four(c);
  const i32x4 power = (__builtin_bit_cast(i32x4, shifted) - 0x4B400000 + 127) << 23;
  return where(~vanishes, sum * __builtin_bit_cast(f32x4, power));
}

struct Normal {
  f32x4 below, density;  // Φ(x), φ(x)
};

// Φ(-u√2) = e^(-u²)·t·P(t)/2 with t = 1/(1 + 0.3u), the form of Hastings (1955; Abramowitz & Stegun
// 7.1.26). P interpolates e^(u²)·erfc(u)/t at nine Chebyshev points of u in [0, 9.5]: relative
// error 2.4e-8.
inline Normal normal_of(f32x4 x) {
  const i32x4 negative = x < four(0.0f);
  const f32x4 size = where(negative, -x) + where(~negative, x);
  const f32x4 e = exp(four(-0.5f) * x * x);
  const f32x4 t = four(1.0f) / (four(1.0f) + size * four(0.21213203f));  // 0.3/√2
  f32x4 sum = four(-0.13049281556315145f);
  for (const float c :
       {0.49057159815881096f, -0.5233146564757061f, 0.5612462023700096f, -0.10471214123446473f,
        0.21956711490846575f, 0.14704541906829552f, 0.17091415626082615f, 0.16917510260809368f})
    sum = sum * t + four(c);
  const f32x4 tail = four(0.5f) * (sum * t) * e;
  return {where(negative, tail) + where(~negative, four(1.0f) - tail), four(0.3989422804f) * e};
}

}  // namespace posenc::lanes
