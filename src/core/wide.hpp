// Wide: a binary floating-point number with a 256-bit significand, using only integer operations,
// so that every compiler and engine gives the same bits.
//
// Slow but exact: it computes frequencies once, and those table entries whose last bit the fast
// path cannot decide. It is not a general multi-precision library: no infinities, no NaN, no signed
// zero.
//
// Relative errors: + - * within 2^-255 (one unit of the 256-bit result); / within 2^-250; exp, log,
// sin, cos (|x| <= 0.8) within 2^-230, log absolutely if x is near 1. Tested by tests/mpfr against
// MPFR at 300 bits, and by the identities of tests/core/wide_test.cpp.
#pragma once
#include <cstdint>

namespace posenc {

__extension__ typedef unsigned __int128 u128;
__extension__ typedef __int128 i128;

class Wide {
 public:
  constexpr Wide() = default;           // 0
  Wide(double finite);                  // exact
  static Wide from_u64(std::uint64_t);  // exact
  // (limbs[3]·2^192 + … + limbs[0])·2^exponent, limbs[3] with its top bit set
  static constexpr Wide from_limbs(std::uint64_t l3, std::uint64_t l2, std::uint64_t l1,
                                   std::uint64_t l0, int exponent) {
    Wide w;
    w.limb_[3] = l3, w.limb_[2] = l2, w.limb_[1] = l1, w.limb_[0] = l0;
    w.exponent_ = exponent;
    return w;
  }

  bool is_zero() const { return limb_[3] == 0; }
  bool is_negative() const { return negative_; }
  // Returns whether all bits are in use: most likely a rounded number; no double or product of
  // three is.
  bool is_full() const { return limb_[0] != 0; }
  // floor(log2|x|); x must not be zero
  int log2_floor() const { return exponent_ + 255; }

  Wide operator-() const;
  friend Wide operator+(const Wide&, const Wide&);
  friend Wide operator-(const Wide& a, const Wide& b) { return a + (-b); }
  friend Wide operator*(const Wide&, const Wide&);
  friend Wide operator/(const Wide&, const Wide&);  // divisor not zero
  Wide divided_by(std::uint32_t n) const;           // n > 0; cheaper than operator/
  Wide scaled(int power_of_two) const;              // x · 2^power_of_two, exact

  friend bool operator<(const Wide& a, const Wide& b) { return (a - b).negative_; }
  friend bool operator>(const Wide& a, const Wide& b) { return b < a; }
  friend bool operator<=(const Wide& a, const Wide& b) { return !(b < a); }
  friend bool operator==(const Wide& a, const Wide& b) { return (a - b).is_zero(); }

  // Rounded once, ties to even, including subnormal results; overflow gives the largest finite.
  double to_double() const;
  float to_float() const;
  // Nearest integer, halves away from zero; |x| < 2^62.
  std::int64_t round() const;
  // floor(|x|·2^128) mod 2^128: the fraction of |x| as a fixed-point number.
  u128 fraction_bits() const;
  // x - trunc(x), exact; |x| < 2^128
  Wide fraction() const;
  // floor(|x|) mod 2^64
  std::uint64_t integer_bits() const;

 private:
  std::uint64_t significand_bits(int keep, int& exponent) const;
  // bits [from, from + 128) of |x|, bit k having weight 2^k
  u128 bits_at(int from) const;

  std::uint64_t limb_[4] = {0, 0, 0, 0};  // little-endian; normalised: top bit of limb_[3] set
  int exponent_ = 0;
  bool negative_ = false;
};

Wide exp(const Wide& x);  // x is below 2^20 (a larger x counts as 2^20 - 1); 0 for x <= -2^20
Wide log(const Wide& x);  // x > 0
Wide pow(const Wide& x, const Wide& y);  // x > 0
Wide sin(const Wide& x);                 // |x| <= 0.8
Wide cos(const Wide& x);                 // |x| <= 0.8
Wide floor(const Wide& x);               // |x| < 2^128
Wide ceil(const Wide& x);                // |x| < 2^128
inline const Wide& min(const Wide& a, const Wide& b) { return b < a ? b : a; }
inline const Wide& max(const Wide& a, const Wide& b) { return a < b ? b : a; }

// 2π, 1/(2π) and ln 2, rounded to 256 bits (from integer series; checked against MPFR in
// tests/mpfr).
inline constexpr Wide kTwoPi = Wide::from_limbs(0xc90fdaa22168c234, 0xc4c6628b80dc1cd1,
                                                0x29024e088a67cc74, 0x020bbea63b139b22, -253);
inline constexpr Wide kInverseTwoPi = Wide::from_limbs(
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc562, -258);
inline constexpr Wide kLn2 = Wide::from_limbs(0xb17217f7d1cf79ab, 0xc9e3b39803f2f6af,
                                              0x40f343267298b62d, 0x8a0d175b8baafa2c, -256);

}  // namespace posenc
