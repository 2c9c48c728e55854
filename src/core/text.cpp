#include "core/text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>  // std::signbit
#include <compare>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/wide.hpp"  // u128

namespace posenc {
namespace {

// An integer of up to 1280 bits. Fractions of a double scaled by powers of ten need 53 + 1074 + 2
// bits and ten bits for the next digit.
class Large {
 public:
  explicit Large(std::uint64_t x) {
    words_[0] = static_cast<std::uint32_t>(x);
    words_[1] = static_cast<std::uint32_t>(x >> 32);
  }
  void times(std::uint32_t factor) {
    std::uint64_t carry = 0;
    for (std::uint32_t& word : words_) {
      carry += std::uint64_t{word} * factor;
      word = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
  }
  void times_power(std::uint32_t base, int exponent) {
    for (int i = 0; i < exponent; ++i) times(base);
  }
  Large& operator+=(const Large& b) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      carry += std::uint64_t{words_[i]} + b.words_[i];
      words_[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    return *this;
  }
  Large& operator-=(const Large& b) {  // b <= *this
    std::int64_t borrow = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      borrow += std::int64_t{words_[i]} - b.words_[i];
      words_[i] = static_cast<std::uint32_t>(borrow);
      borrow >>= 32;
    }
    return *this;
  }
  friend Large operator+(Large a, const Large& b) { return a += b; }
  std::strong_ordering operator<=>(const Large& b) const {
    return std::lexicographical_compare_three_way(words_.rbegin(), words_.rend(), b.words_.rbegin(),
                                                  b.words_.rend());
  }

 private:
  std::array<std::uint32_t, 40> words_{};  // least significant first
};

// x < 2^127, an integer
std::string whole(double x) {
  std::string digits;
  for (auto n = static_cast<u128>(x); n > 0; n /= 10)
    digits += static_cast<char>('0' + static_cast<int>(n % 10));
  std::ranges::reverse(digits);
  return digits;
}

}  // namespace

// The free-format algorithm of Steele and White, "How to print floating-point numbers accurately"
// (PLDI 1990), in exact integers: x is value / unit. Every number between (value - below) / unit
// and (value + above) / unit reads back as x; the ends do if the significand is even. Digits are
// emitted until the remainder is within this interval. It is slow but needs no tables: to_chars has
// 115 KB of them.
Decimal shortest_digits(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const int biased = static_cast<int>(bits >> 52);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
  const std::uint64_t significand = biased == 0 ? fraction : fraction | std::uint64_t{1} << 52;
  const int power = std::max(biased, 1) - 1075;
  const bool even = significand % 2 == 0;
  const bool narrow = fraction == 0 && biased > 1;  // half the gap below a power of two
  Large value(significand), unit(1), above(1), below(1);
  for (Large* number : {&value, &above, &below}) number->times_power(2, std::max(power, 0));
  unit.times_power(2, std::max(-power, 0));
  for (Large* number : {&value, &unit}) number->times(narrow ? 4 : 2);
  if (narrow) above.times(2);

  const auto reaches = [&](const Large& high) { return even ? high >= unit : high > unit; };
  int exponent = 0;
  while (reaches(value + above)) {
    unit.times(10);
    ++exponent;
  }
  for (;;) {
    Large next = value + above;
    next.times(10);
    if (reaches(next)) break;
    for (Large* number : {&value, &above, &below}) number->times(10);
    --exponent;
  }
  std::string digits;
  for (;;) {
    for (Large* number : {&value, &above, &below}) number->times(10);
    char digit = '0';
    for (; value >= unit; ++digit) value -= unit;
    const bool low = even ? value <= below : value < below, high = reaches(value + above);
    if (low || high) {
      const auto half = value + value <=> unit;
      const bool nearer = half > 0 || (half == 0 && (digit - '0') % 2 == 1);
      digits += static_cast<char>(digit + ((high && !low) || (high && nearer) ? 1 : 0));
      return {digits, exponent - 1};
    }
    digits += digit;
  }
}

std::string to_text(double x) {
  if (x != x) return "nan";
  if (std::signbit(x)) return "-" + to_text(-x);
  if (x == 0) return "0";
  if (x - x != 0) return "inf";
  const auto [digits, exponent] = shortest_digits(x);
  const int n = static_cast<int>(digits.size()), size = exponent < 0 ? -exponent : exponent;
  const int scientific = n + (n > 1 ? 1 : 0) + (size < 100 ? 4 : 5);
  const int fixed = exponent < 0 ? n + 1 + size : exponent < n - 1 ? n + 1 : exponent + 1;
  if (fixed > scientific) {
    const std::string rest = n > 1 ? "." + digits.substr(1) : "";
    return digits.substr(0, 1) + rest + (exponent < 0 ? "e-" : "e+") + (size < 10 ? "0" : "") +
           std::to_string(size);
  }
  if (exponent < 0) return "0." + std::string(static_cast<std::size_t>(size - 1), '0') + digits;
  if (exponent >= n - 1) return whole(x);
  const auto point = static_cast<std::size_t>(exponent) + 1;
  return digits.substr(0, point) + "." + digits.substr(point);
}

void MessagePart::add_to(std::string& message) const {
  if (text_ != nullptr)
    message.append(text_, static_cast<std::size_t>(number_));
  else
    message += std::to_string(number_);
}

Error refusal(ErrorCode code, std::string_view field, std::initializer_list<MessagePart> message) {
  Error error{code, std::string(field), {}};
  for (const MessagePart& part : message) part.add_to(error.message);
  return error;
}

Error refusal_in_turns(ErrorCode code, const char* field, const char* a, std::int64_t x,
                       const char* b, std::int64_t y, const char* c) {
  Error error{code, field, a};
  for (const auto& [n, text] : {std::pair{x, b}, std::pair{y, c}}) {
    if (text == nullptr) break;
    (error.message += std::to_string(n)) += text;
  }
  return error;
}

}  // namespace posenc
