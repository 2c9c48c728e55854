// to_text against the standard library's std::to_chars, the reference if available.
#include "core/text.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

using posenc::to_text;

namespace {
std::string reference(double x) {
  char buffer[64];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, x).ptr};
}
}  // namespace

TEST_CASE("to_text: the text of std::to_chars") {
  std::mt19937_64 random(1);
  const auto same = [](double x) {
    if (x != x) return;
    const std::string text = to_text(x);
    if (text != reference(x)) CHECK(text == reference(x));
  };
  for (int i = 0; i < 5000; ++i) {
    same(std::bit_cast<double>(random()));
    // integers and halves of any size, short decimals
    same(std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())),
                    static_cast<int>(random() % 80) - 70));
    same(static_cast<double>(random() % 100000) / 1000);
    same(static_cast<double>(random() % 1000) * std::pow(10, static_cast<int>(random() % 44) - 22));
  }
  // powers of two, where the gap below is half the gap above, and their neighbours
  for (int e = -1074; e < 1024; ++e)
    for (const std::uint64_t d : {std::uint64_t(-1), std::uint64_t(0), std::uint64_t(1)})
      same(std::bit_cast<double>(std::bit_cast<std::uint64_t>(std::ldexp(1.0, e)) + d));
  CHECK(to_text(5e-324) == "5e-324");
  CHECK(to_text(std::numeric_limits<double>::max()) == "1.7976931348623157e+308");
  CHECK(to_text(0.1) == "0.1");
  CHECK(to_text(1e21) == "1e+21");
  CHECK(to_text(123456789012345678.0) == "123456789012345680");
}

TEST_CASE("to_text: zeros, infinities, NaN") {
  CHECK(to_text(0.0) == "0");
  CHECK(to_text(-0.0) == "-0");
  CHECK(to_text(std::numeric_limits<double>::infinity()) == "inf");
  CHECK(to_text(-std::numeric_limits<double>::infinity()) == "-inf");
  CHECK(to_text(std::numeric_limits<double>::quiet_NaN()) == "nan");
  CHECK(to_text(-std::numeric_limits<double>::quiet_NaN()) == "nan");
}
