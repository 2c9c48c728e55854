#include "simd/rotate_rows.hpp"

#include "simd/lanes.hpp"

namespace posenc {
namespace {

using namespace lanes;

// Loads and stores of four elements for both types; the arithmetic is in float64.
struct Four {
  f64x2 low, high;
};
inline Four load_four(const float* p) { return {load_promoted(p), load_promoted(p + 2)}; }
inline Four load_four(const double* p) { return {load(p), load(p + 2)}; }
inline f32x4 store_four(float* p, f64x2 low, f64x2 high) {
  const f32x4 v = demote(low, high);
  store(p, v);
  return v;
}
inline f64x2 store_four(double* p, f64x2 low, f64x2 high) {
  store(p, low), store(p + 2, high);
  return low + high;
}

// first and second channels of two adjacent pairs
inline Four load_unzipped(const float* p) {
  const f32x4 v = load(p);
  return {promote_even(v), promote_odd(v)};
}
inline Four load_unzipped(const double* p) {
  const f64x2 a = load(p), b = load(p + 2);
  return {__builtin_shufflevector(a, b, 0, 2), __builtin_shufflevector(a, b, 1, 3)};
}
inline void store_zipped(float* p, f64x2 first, f64x2 second) {
  store(p, demote_zipped(first, second));
}
inline void store_zipped(double* p, f64x2 first, f64x2 second) {
  store(p, __builtin_shufflevector(first, second, 0, 2));
  store(p + 2, __builtin_shufflevector(first, second, 1, 3));
}

// Sums of the first element of each rotated pair and of the copied elements. Infinity and NaN
// propagate to them; both elements of a pair affect its first one.
struct Totals {
  f32x4 singles = {};
  f64x2 doubles = {};
  double rest = 0;
  void add(f32x4 v) { singles += v; }
  void add(f64x2 v) { doubles += v; }
  bool finite() const {
    double all = rest + doubles[0] + doubles[1];
    for (int lane = 0; lane < 4; ++lane) all += static_cast<double>(singles[lane]);
    return all - all == 0;
  }
};

// Rotates one row of each of `kTogether` blocks by the same angles.
template <class T, bool interleaved, int kTogether>
[[gnu::always_inline]] inline void rotate_row(const RotaryShape& shape, const double* c,
                                              std::size_t block, const T* x, T* out,
                                              Totals (&totals)[kTogether]) {
  const std::size_t pairs = shape.pairs;
  const double* const s = c + pairs;
  std::size_t i = 0;
  if constexpr (interleaved) {
    for (; i + 2 <= pairs; i += 2) {
      const f64x2 ci = load(c + i), si = load(s + i);
      for (int k = 0; k < kTogether; ++k) {
        const std::size_t at = static_cast<std::size_t>(k) * block + 2 * i;
        const Four v = load_unzipped(x + at);
        const f64x2 first = v.low * ci - v.high * si;
        totals[k].add(first);
        store_zipped(out + at, first, v.high * ci + v.low * si);
      }
    }
  } else {
    for (; i + 4 <= pairs; i += 4) {
      const Four ci = load_four(c + i), si = load_four(s + i);
      for (int k = 0; k < kTogether; ++k) {
        const std::size_t at = static_cast<std::size_t>(k) * block + i;
        const Four a = load_four(x + at), b = load_four(x + at + pairs);
        totals[k].add(store_four(out + at, a.low * ci.low - b.low * si.low,
                                 a.high * ci.high - b.high * si.high));
        store_four(out + at + pairs, b.low * ci.low + a.low * si.low,
                   b.high * ci.high + a.high * si.high);
      }
    }
  }
  for (int k = 0; k < kTogether; ++k, x += block, out += block) {
    for (std::size_t p = i; p < pairs; ++p) {
      const std::size_t first = interleaved ? 2 * p : p, second = first + (interleaved ? 1 : pairs);
      const double a = static_cast<double>(x[first]), b = static_cast<double>(x[second]);
      const double y = a * c[p] - b * s[p];
      totals[k].rest += y;
      out[first] = static_cast<T>(y);
      out[second] = static_cast<T>(b * c[p] + a * s[p]);
    }
    for (std::size_t p = 2 * pairs; p < shape.width; ++p) {
      totals[k].rest += static_cast<double>(x[p]);
      out[p] = x[p];
    }
  }
}

// One or two blocks, row by row in turn. Two share the angles, and the processor prefetches two
// streams, which it distinguishes by their load instructions: 4.2 ms instead of 6.3 for 32 blocks
// of 4096 x 128 floats; four were slower. Not inlined, so that a JavaScript engine's optimised code
// is used from the second call on.
template <class T, bool interleaved, int kTogether>
[[gnu::noinline]] bool rotate_some(const RotaryShape& shape, const double* waves, std::size_t rows,
                                   const T* x, T* out) {
  const std::size_t block = rows * shape.width;
  Totals totals[kTogether];
  for (std::size_t r = 0; r < rows; ++r) {
    rotate_row<T, interleaved>(shape, waves, block, x, out, totals);
    waves += 2 * shape.pairs, x += shape.width, out += shape.width;
  }
  bool finite = true;
  for (const Totals& total : totals) finite &= total.finite();
  return finite;
}

template <class T, bool interleaved>
bool rotate_blocks(const RotaryShape& shape, const double* waves, std::size_t rows,
                   std::size_t blocks, const T* x, T* out) {
  const std::size_t block = rows * shape.width;
  bool finite = true;
  std::size_t b = 0;
  for (; b + 2 <= blocks; b += 2)
    finite &= rotate_some<T, interleaved, 2>(shape, waves, rows, x + b * block, out + b * block);
  if (b < blocks)
    finite &= rotate_some<T, interleaved, 1>(shape, waves, rows, x + b * block, out + b * block);
  return finite;
}

template <class T>
bool rotate(const RotaryShape& shape, const double* waves, std::size_t rows, std::size_t blocks,
            const T* x, T* out) {
  const auto chosen = shape.interleaved ? rotate_blocks<T, true> : rotate_blocks<T, false>;
  return chosen(shape, waves, rows, blocks, x, out);
}

}  // namespace

bool rotate_rows(const RotaryShape& shape, const double* waves, std::size_t rows,
                 std::size_t blocks, const float* x, float* out) {
  return rotate(shape, waves, rows, blocks, x, out);
}
bool rotate_rows(const RotaryShape& shape, const double* waves, std::size_t rows,
                 std::size_t blocks, const double* x, double* out) {
  return rotate(shape, waves, rows, blocks, x, out);
}

}  // namespace posenc
