// Four doubles or eight floats at a time: two registers of lanes.hpp, or one if AVX2 is available
// (gnu::target). Not passed by value, because that differs between the two.
#pragma once
#include "simd/lanes.hpp"

namespace posenc::lanes {

typedef double f64x4 __attribute__((vector_size(32)));
typedef float f32x8 __attribute__((vector_size(32)));
typedef double f64x4_unaligned __attribute__((vector_size(32), aligned(8), may_alias));
typedef float f32x8_unaligned __attribute__((vector_size(32), aligned(4), may_alias));

inline void load(const double* p, f64x2& v) { v = load(p); }
inline void load(const float* p, f32x4& v) { v = load(p); }
inline void load(const double* p, f64x4& v) { v = *reinterpret_cast<const f64x4_unaligned*>(p); }
inline void load(const float* p, f32x8& v) { v = *reinterpret_cast<const f32x8_unaligned*>(p); }
inline void store(double* p, const f64x4& v) { *reinterpret_cast<f64x4_unaligned*>(p) = v; }
inline void store(float* p, const f32x8& v) { *reinterpret_cast<f32x8_unaligned*>(p) = v; }

}  // namespace posenc::lanes
