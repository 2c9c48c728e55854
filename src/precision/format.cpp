#include "precision/format.hpp"

#include <array>
#include <bit>
#include <cmath>  // std::fabs
#include <limits>

namespace posenc {
namespace {

struct FloatFormat {
  int bits;           // of the significand, including the leading one
  double normal;      // the smallest normal number
  double overflow;    // values from here on round to infinity
  double subnormals;  // 1.5·2^52 subnormal steps: adding it rounds to a step
};

constexpr FloatFormat float_format(Format f) {
  constexpr double kUnbounded = std::numeric_limits<double>::infinity();
  switch (f) {
    case Format::float64:
      return {53, 0, kUnbounded, 0};
    case Format::float32:
      return {24, 0x1p-126, kUnbounded, 0x1.8p-97};
    case Format::tf32:
      return {11, 0x1p-126, kUnbounded, 0x1.8p-84};
    case Format::bf16:
      return {8, 0x1p-126, kUnbounded, 0x1.8p-81};
    default:
      return {11, 0x1p-14, 65520, 0x1.8p28};
  }
}

}  // namespace

double rounded(Format format, double x) {
  if (format == Format::float64) return x;
  const FloatFormat s = float_format(format);
  const double size = std::fabs(x);
  if (size >= s.overflow) return std::copysign(std::numeric_limits<double>::infinity(), x);
  if (size < s.normal) return (x + s.subnormals) - s.subnormals;
  // drops the low bits of the significand; a carry into the exponent is correct
  const int drop = 53 - s.bits;
  const auto raw = std::bit_cast<std::uint64_t>(x);
  const std::uint64_t half_up = (std::uint64_t{1} << (drop - 1)) - 1 + ((raw >> drop) & 1);
  return std::bit_cast<double>((raw + half_up) >> drop << drop);
}

std::uint64_t first_lost_integer(Format format) {
  return (std::uint64_t{1} << float_format(format).bits) + 1;
}

std::uint64_t distinct_integers(Format format, std::uint64_t n) {
  if (n == 0) return 0;
  constexpr std::uint64_t kMostHalf = 65504;
  double last = rounded(format, static_cast<double>(n - 1));
  if (!(last < std::numeric_limits<double>::infinity())) last = kMostHalf;
  // the numbers of the format from 0 to `last`: all integers below 2^bits, then 2^(bits-1) per
  // power of two
  const auto top = static_cast<std::uint64_t>(last);
  const int bits = float_format(format).bits;
  const int beyond = std::bit_width(top) - bits;
  if (beyond <= 0) return top + 1;
  return (static_cast<std::uint64_t>(beyond) << (bits - 1)) + (top >> beyond) + 1;
}

}  // namespace posenc
