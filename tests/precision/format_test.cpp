// Number formats against a search through all their numbers.
#include "precision/format.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

using namespace posenc;

namespace {

// all finite numbers >= 0 of a format of `bits` significant bits and exponents from `least` on
std::vector<double> numbers(int bits, int least, double most) {
  std::vector<double> all;
  const double half = std::ldexp(1.0, bits - 1);
  for (double m = 0; m < half; ++m) all.push_back(std::ldexp(m, least - bits + 1));
  for (int e = least; std::ldexp(1.0, e) <= most; ++e)
    for (double m = half; m < 2 * half; ++m) all.push_back(std::ldexp(m, e - bits + 1));
  return all;
}

}  // namespace

TEST_CASE("rounded: the nearest number of the format, halves to an even significand") {
  struct {
    Format format;
    int bits, least;
    double most;
  } const cases[] = {{Format::fp16, 11, -14, 65504}, {Format::bf16, 8, -126, 0x1.fep127}};
  for (const auto& [format, bits, least, most] : cases) {
    const std::string_view which = name(format);
    CAPTURE(which);
    const std::vector<double> all = numbers(bits, least, most);
    for (std::size_t k = 0; k + 1 < all.size(); k += 1 + k / 400) {
      const double low = all[k], high = all[k + 1], middle = low + (high - low) / 2;
      REQUIRE(rounded(format, low) == low);
      REQUIRE(rounded(format, middle) == (k % 2 == 0 ? low : high));
      REQUIRE(rounded(format, std::nextafter(middle, 0.0)) == low);
      REQUIRE(rounded(format, std::nextafter(middle, INFINITY)) == high);
      REQUIRE(rounded(format, -std::nextafter(middle, 0.0)) == -low);
    }
  }
  CHECK(rounded(Format::fp16, 65519.99) == 65504);
  CHECK(rounded(Format::fp16, 65520) == INFINITY);
  CHECK(rounded(Format::fp16, -1e9) == -INFINITY);
  CHECK(rounded(Format::bf16, 15962) == 15936);  // huggingface/candle#3520
  for (const double x : {0.0, 1.0, 0.1, 16777217.0, 1e-40, 3e-45, 1e30, -0.3})
    CHECK(rounded(Format::float32, x) == static_cast<double>(static_cast<float>(x)));
  CHECK(rounded(Format::tf32, 1 + 0x1p-11) == 1);
  CHECK(rounded(Format::tf32, 1 + 0x3p-11) == 1 + 0x1p-9);
}

TEST_CASE("whole positions that survive: counted one by one") {
  for (const Format f : {Format::bf16, Format::fp16, Format::tf32, Format::float32}) {
    CAPTURE(name(f));
    std::set<double> seen;
    for (std::uint64_t n = 1; n <= 70000; ++n) {
      const double kept = rounded(f, static_cast<double>(n - 1));
      if (std::isfinite(kept)) seen.insert(kept);
      if (n < 5000 || n % 997 == 0 || n > 65400) REQUIRE(distinct_integers(f, n) == seen.size());
    }
  }
  // distinct positions of a context of 512, 4096 and 131072 tokens after rounding
  CHECK(distinct_integers(Format::bf16, 512) == 385);
  CHECK(distinct_integers(Format::bf16, 4096) == 769);
  CHECK(distinct_integers(Format::bf16, 131072) == 1409);
  CHECK(distinct_integers(Format::float64, 0) == 0);
  CHECK(distinct_integers(Format::float64, std::uint64_t{1} << 53) == std::uint64_t{1} << 53);
}

TEST_CASE("first lost integer") {
  CHECK(first_lost_integer(Format::bf16) == 257);
  CHECK(first_lost_integer(Format::tf32) == 2049);
  CHECK(first_lost_integer(Format::fp16) == 2049);
  CHECK(first_lost_integer(Format::float32) == 16777217);
  CHECK(first_lost_integer(Format::float64) == 9007199254740993);
  for (const Format f : {Format::bf16, Format::tf32, Format::fp16, Format::float32}) {
    const std::uint64_t lost = first_lost_integer(f);
    CHECK(rounded(f, static_cast<double>(lost)) != static_cast<double>(lost));
    for (std::uint64_t n = lost - std::min<std::uint64_t>(lost, 3000); n < lost; ++n)
      REQUIRE(rounded(f, static_cast<double>(n)) == static_cast<double>(n));
  }
}
