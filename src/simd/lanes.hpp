// Two doubles or four floats at a time, in the compilers' vector extensions: one source for SSE2
// and WebAssembly SIMD128. Every operation is IEEE-exact, so results do not depend on the target.
#pragma once
#ifdef __wasm_simd128__
#include <wasm_simd128.h>  // operations that the vector extensions lack or do lane by lane
#elif defined(__SSE2__)
#include <emmintrin.h>
#else
#include <cmath>
#endif

namespace posenc::lanes {

typedef double f64x2 __attribute__((vector_size(16)));
typedef float f32x2 __attribute__((vector_size(8)));
typedef float f32x4 __attribute__((vector_size(16)));
typedef int i32x4 __attribute__((vector_size(16)));
typedef decltype(f64x2{} < f64x2{}) i64x2;  // a comparison: 0 where false, -1 where true
// for loads and stores at any address
typedef double f64x2_unaligned __attribute__((vector_size(16), aligned(8), may_alias));
typedef float f32x2_unaligned __attribute__((vector_size(8), aligned(4), may_alias));
typedef float f32x4_unaligned __attribute__((vector_size(16), aligned(4), may_alias));

inline f64x2 load(const double* p) { return *reinterpret_cast<const f64x2_unaligned*>(p); }
inline f32x4 load(const float* p) { return *reinterpret_cast<const f32x4_unaligned*>(p); }
// two floats as doubles
inline f64x2 load_promoted(const float* p) {
  return __builtin_convertvector(*reinterpret_cast<const f32x2_unaligned*>(p), f64x2);
}
inline void store(double* p, f64x2 v) { *reinterpret_cast<f64x2_unaligned*>(p) = v; }
inline void store(float* p, f32x4 v) { *reinterpret_cast<f32x4_unaligned*>(p) = v; }
inline f64x2 both(double x) { return f64x2{x, x}; }
inline f64x2 abs(f64x2 v) {
  const i64x2 all_but_sign = ~__builtin_bit_cast(i64x2, both(-0.0));
  return __builtin_bit_cast(f64x2, __builtin_bit_cast(i64x2, v) & all_but_sign);
}
// lanes of v where the comparison holds, 0 elsewhere; -v where it holds
inline f64x2 where(i64x2 holds, f64x2 v) {
  return __builtin_bit_cast(f64x2, holds & __builtin_bit_cast(i64x2, v));
}
inline f64x2 flip_sign(i64x2 holds, f64x2 v) {
  return __builtin_bit_cast(
      f64x2, __builtin_bit_cast(i64x2, v) ^ (holds & __builtin_bit_cast(i64x2, both(-0.0))));
}
inline f64x2 sqrt(f64x2 v) {
#ifdef __wasm_simd128__
  return __builtin_bit_cast(f64x2, wasm_f64x2_sqrt(__builtin_bit_cast(v128_t, v)));
#elif defined(__SSE2__)
  return _mm_sqrt_pd(v);
#else
  return f64x2{std::sqrt(v[0]), std::sqrt(v[1])};
#endif
}
namespace detail {
// rounded to float32: a0 a1 and two unused lanes
inline f32x4 demote(f64x2 a) {
#ifdef __wasm_simd128__
  f32x4 x = __builtin_bit_cast(f32x4, wasm_f32x4_demote_f64x2_zero(__builtin_bit_cast(v128_t, a)));
  // LLVM would merge this with the next shuffle and convert lane by lane, which halves the speed of
  // a whole table.
  asm("" : "+r"(x));
  return x;
#else
  const f32x2 x = __builtin_convertvector(a, f32x2);
  return __builtin_shufflevector(x, x, 0, 1, 0, 1);
#endif
}
}  // namespace detail

// v0 v2 and v1 v3 as doubles
inline f64x2 promote_even(f32x4 v) {
  return __builtin_convertvector(__builtin_shufflevector(v, v, 0, 2), f64x2);
}
inline f64x2 promote_odd(f32x4 v) {
  return __builtin_convertvector(__builtin_shufflevector(v, v, 1, 3), f64x2);
}
// rounded to float32: a0 a1 b0 b1
inline f32x4 demote(f64x2 a, f64x2 b) {
  return __builtin_shufflevector(detail::demote(a), detail::demote(b), 0, 1, 4, 5);
}
// rounded to float32: a0 b0 a1 b1
inline f32x4 demote_zipped(f64x2 a, f64x2 b) {
  return __builtin_shufflevector(detail::demote(a), detail::demote(b), 0, 4, 1, 5);
}
// bits in which a and b differ
inline i32x4 differing(f32x4 a, f32x4 b) {
  return __builtin_bit_cast(i32x4, a) ^ __builtin_bit_cast(i32x4, b);
}
inline bool any(i32x4 v) { return (v[0] | v[1] | v[2] | v[3]) != 0; }

}  // namespace posenc::lanes
