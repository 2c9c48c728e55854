#include "core/wide.hpp"

#include <algorithm>  // std::lexicographical_compare, std::min
#include <bit>
#include <iterator>
#include <limits>

namespace posenc {
namespace {

using u64 = std::uint64_t;

constexpr int kLimbs = 4;

// Shifts an n-limb little-endian number left until its top bit is set; returns the shift, or -1
// for zero.
template <int n>
int normalise(u64 (&x)[n]) {
  int top = n - 1;
  while (top >= 0 && x[top] == 0) --top;
  if (top < 0) return -1;
  const int bits = std::countl_zero(x[top]);
  const int limbs = n - 1 - top;
  for (int i = n - 1; i >= 0; --i) {
    const u64 high = i - limbs >= 0 ? x[i - limbs] : 0;
    const u64 low = i - limbs - 1 >= 0 ? x[i - limbs - 1] : 0;
    x[i] = bits == 0 ? high : (high << bits) | (low >> (64 - bits));
  }
  return limbs * 64 + bits;
}

constexpr double kLargest = std::numeric_limits<double>::max();
constexpr float kLargestFloat = std::numeric_limits<float>::max();

double from_bits(u64 bits) { return std::bit_cast<double>(bits); }

}  // namespace

Wide::Wide(double x) {
  const u64 bits = std::bit_cast<u64>(x);
  negative_ = (bits >> 63) != 0;
  const int biased = static_cast<int>((bits >> 52) & 0x7ff);
  u64 mantissa = bits & ((u64{1} << 52) - 1);
  if (biased != 0) mantissa |= u64{1} << 52;
  if (mantissa == 0) {
    negative_ = false;
    return;
  }
  const int shift = std::countl_zero(mantissa);
  limb_[3] = mantissa << shift;
  exponent_ = (biased == 0 ? 1 : biased) - 1075 - shift - 192;
}

Wide Wide::from_u64(u64 x) {
  if (x == 0) return Wide();
  const int shift = std::countl_zero(x);
  return from_limbs(x << shift, 0, 0, 0, -192 - shift);
}

Wide Wide::operator-() const {
  Wide w = *this;
  if (!w.is_zero()) w.negative_ = !w.negative_;
  return w;
}

Wide Wide::scaled(int power_of_two) const {
  Wide w = *this;
  if (!w.is_zero()) w.exponent_ += power_of_two;
  return w;
}

Wide operator+(const Wide& a, const Wide& b) {
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  const bool a_first = a.exponent_ >= b.exponent_;
  const Wide& big = a_first ? a : b;
  const Wide& small = a_first ? b : a;
  const int shift = big.exponent_ - small.exponent_;
  if (shift > 320) return big;

  // six limbs: one above for the carry, one below for guard bits, so that cancellation is exact
  u64 x[6] = {0, big.limb_[0], big.limb_[1], big.limb_[2], big.limb_[3], 0};
  u64 y[6] = {0, small.limb_[0], small.limb_[1], small.limb_[2], small.limb_[3], 0};
  const int limbs = shift / 64, bits = shift % 64;
  for (int i = 0; i < 6; ++i) {
    const u64 low = i + limbs < 6 ? y[i + limbs] : 0;
    const u64 high = i + limbs + 1 < 6 ? y[i + limbs + 1] : 0;
    y[i] = bits == 0 ? low : (low >> bits) | (high << (64 - bits));
  }
  Wide r;
  r.negative_ = big.negative_;
  if (big.negative_ == small.negative_) {
    u64 carry = 0;
    for (int i = 0; i < 6; ++i) {
      const u128 s = static_cast<u128>(x[i]) + y[i] + carry;
      x[i] = static_cast<u64>(s);
      carry = static_cast<u64>(s >> 64);
    }
  } else {
    // equal exponents: y may be the larger
    const bool swap =
        std::lexicographical_compare(std::rbegin(x), std::rend(x), std::rbegin(y), std::rend(y));
    if (swap) r.negative_ = !r.negative_;
    u64 borrow = 0;
    for (int i = 0; i < 6; ++i) {
      const u64 p = swap ? y[i] : x[i], q = swap ? x[i] : y[i];
      const u128 d = static_cast<u128>(p) - q - borrow;
      x[i] = static_cast<u64>(d);
      borrow = static_cast<u64>(d >> 64) != 0 ? 1 : 0;
    }
  }
  const int lifted = normalise(x);
  if (lifted < 0) return Wide();
  for (int i = 0; i < kLimbs; ++i) r.limb_[i] = x[i + 2];
  r.exponent_ = big.exponent_ + 64 - lifted;
  return r;
}

Wide operator*(const Wide& a, const Wide& b) {
  if (a.is_zero() || b.is_zero()) return Wide();
  u64 p[8] = {};
  for (int i = 0; i < kLimbs; ++i) {
    u64 carry = 0;
    for (int j = 0; j < kLimbs; ++j) {
      const u128 t = static_cast<u128>(a.limb_[i]) * b.limb_[j] + p[i + j] + carry;
      p[i + j] = static_cast<u64>(t);
      carry = static_cast<u64>(t >> 64);
    }
    p[i + kLimbs] = carry;
  }
  const int lifted = normalise(p);
  Wide r;
  for (int i = 0; i < kLimbs; ++i) r.limb_[i] = p[i + 4];
  r.exponent_ = a.exponent_ + b.exponent_ + 256 - lifted;
  r.negative_ = a.negative_ != b.negative_;
  return r;
}

Wide operator/(const Wide& a, const Wide& b) {
  // Newton's iteration for the reciprocal of the significand, from 53 bits: 106, 212, 256
  const Wide d = Wide::from_limbs(b.limb_[3], b.limb_[2], b.limb_[1], b.limb_[0], -256);  // [½, 1)
  const Wide two(2.0);
  Wide x(1.0 / d.to_double());
  for (int i = 0; i < 3; ++i) x = x * (two - d * x);
  Wide q = a * x;
  q.exponent_ -= b.exponent_ + 256;
  if (b.negative_ && !q.is_zero()) q.negative_ = !q.negative_;
  return q;
}

Wide Wide::divided_by(std::uint32_t n) const {
  if (is_zero()) return *this;
  u64 q[5] = {};
  u64 rest = 0;
  const u64 limbs[5] = {0, limb_[0], limb_[1], limb_[2], limb_[3]};
  for (int i = 4; i >= 0; --i) {  // 32 bits at a time: no 128-bit division
    const u64 high = (rest << 32) | (limbs[i] >> 32);
    const u64 low = ((high % n) << 32) | (limbs[i] & 0xffffffff);
    q[i] = ((high / n) << 32) | (low / n);
    rest = low % n;
  }
  const int lifted = normalise(q);
  Wide r;
  for (int i = 0; i < kLimbs; ++i) r.limb_[i] = q[i + 1];
  r.exponent_ = exponent_ - lifted;
  r.negative_ = negative_;
  return r;
}

u64 Wide::significand_bits(int keep, int& exponent) const {
  // the top `keep` bits (0 … 63), rounded to nearest even; the value is result · 2^exponent
  const u64 top = limb_[3];
  u64 m = keep == 0 ? 0 : top >> (64 - keep);
  const u64 rest = keep == 0 ? top : top << keep;
  const bool below = (limb_[2] | limb_[1] | limb_[0]) != 0;
  const u64 half = u64{1} << 63;
  if (rest > half || (rest == half && (below || (m & 1) != 0))) ++m;
  exponent = exponent_ + 256 - keep;
  return m;
}

double Wide::to_double() const {
  if (is_zero()) return 0;
  const int log2 = log2_floor();
  const double sign = negative_ ? -1.0 : 1.0;
  if (log2 > 1023) return sign * kLargest;
  if (log2 < -1075) return sign * 0.0;
  const int keep = log2 >= -1022 ? 53 : 53 + (log2 + 1022);
  int e;
  const u64 m = significand_bits(keep, e);
  // m · 2^e: exact in two steps, m being an integer of at most 53 bits (or 2^53)
  const int first = e < -1000 ? -1000 : e;
  const double a = static_cast<double>(m) * from_bits(static_cast<u64>(first + 1023) << 52);
  // caps values that round up beyond the largest number
  const double size = first == e ? a : a * from_bits(static_cast<u64>(e - first + 1023) << 52);
  return sign * std::min(size, kLargest);
}

float Wide::to_float() const {
  if (is_zero()) return 0;
  const int log2 = log2_floor();
  const float sign = negative_ ? -1.0f : 1.0f;
  if (log2 > 127) return sign * kLargestFloat;
  if (log2 < -150) return sign * 0.0f;
  const int keep = log2 >= -126 ? 24 : 24 + (log2 + 126);
  int e;
  const u64 m = significand_bits(keep, e);
  // exact in float64, and representable in float32 unless rounded up beyond the largest
  const double size = static_cast<double>(m) * from_bits(static_cast<u64>(e + 1023) << 52);
  return sign * static_cast<float>(std::min(size, static_cast<double>(kLargestFloat)));
}

u128 Wide::bits_at(int from) const {
  // limb i starts at weight 2^(exponent_ + 64 i)
  u128 out = 0;
  for (int i = 0; i < kLimbs; ++i) {
    const int shift = exponent_ + 64 * i - from;  // where the limb's bit 0 lands
    if (shift >= 128 || shift <= -64) continue;
    const u128 limb = limb_[i];
    out |= shift >= 0 ? limb << shift : limb >> -shift;
  }
  return out;
}

u128 Wide::fraction_bits() const { return bits_at(-128); }
u64 Wide::integer_bits() const { return static_cast<u64>(bits_at(0)); }

Wide Wide::fraction() const {
  const u128 whole = bits_at(0);
  const Wide size =
      from_u64(static_cast<u64>(whole >> 64)).scaled(64) + from_u64(static_cast<u64>(whole));
  return *this - (negative_ ? -size : size);
}

std::int64_t Wide::round() const {
  if (is_zero()) return 0;
  const u128 doubled = bits_at(-1);
  const auto n = static_cast<std::int64_t>((doubled + 1) >> 1);
  return negative_ ? -n : n;
}

namespace {
Wide from_i64(std::int64_t n) {
  return n < 0 ? -Wide::from_u64(static_cast<u64>(-n)) : Wide::from_u64(static_cast<u64>(n));
}
}  // namespace

Wide floor(const Wide& x) {
  const Wide rest = x.fraction();
  return rest.is_negative() ? x - rest - Wide(1.0) : x - rest;
}

Wide ceil(const Wide& x) { return -floor(-x); }

Wide exp(const Wide& x) {
  if (x.is_zero()) return Wide(1.0);
  if (x.log2_floor() >= 20) return x.is_negative() ? Wide() : exp(Wide(0x1p20 - 1));
  // x = k ln 2 + r;  e^r by Taylor at r / 2^16 (15 terms leave 2^-285), squared 16 times
  const std::int64_t k = (x / kLn2).round();
  const Wide r = (x - from_i64(k) * kLn2).scaled(-16);
  Wide sum(1.0), term(1.0);
  for (std::uint32_t n = 1; n <= 15; ++n) {
    term = (term * r).divided_by(n);
    sum = sum + term;
  }
  for (int i = 0; i < 16; ++i) sum = sum * sum;
  return sum.scaled(static_cast<int>(k));
}

Wide log(const Wide& x) {
  // x = 2^k m with m in [¾, 1½);  ln m = 2 artanh((m-1)/(m+1)), |z| <= 1/5
  int k = x.log2_floor();
  Wide m = x.scaled(-k);
  if (!(m < Wide(1.5))) {
    m = m.scaled(-1);
    ++k;
  }
  const Wide one(1.0);
  const Wide z = (m - one) / (m + one);
  const Wide z2 = z * z;
  Wide sum, power = z;
  for (std::uint32_t n = 1; n <= 115 && !power.is_zero(); n += 2) {  // 0.2^117 < 2^-270
    sum = sum + power.divided_by(n);
    power = power * z2;
  }
  return sum.scaled(1) + from_i64(k) * kLn2;
}

Wide pow(const Wide& x, const Wide& y) { return y.is_zero() ? Wide(1.0) : exp(y * log(x)); }

namespace {
// x^first/first! - x^(first+2)/(first+2)! + …, until 0.8^n/n! < 2^-270
Wide alternating_series(const Wide& x, Wide term, std::uint32_t n) {
  const Wide x2 = -(x * x);
  Wide sum = term;
  for (; n < 60 && !term.is_zero(); n += 2) {
    term = (term * x2).divided_by((n + 1) * (n + 2));
    sum = sum + term;
  }
  return sum;
}
}  // namespace

Wide sin(const Wide& x) { return alternating_series(x, x, 1); }
Wide cos(const Wide& x) { return alternating_series(x, Wide(1.0), 0); }

}  // namespace posenc
