#include "identify/decimal.hpp"

#include <charconv>
#include <cmath>
#include <cstddef>

#include "core/text.hpp"
#include "json/write.hpp"

namespace posenc::identification {

// Rounds the shortest decimal, halves up.
double to_digits(double x, int digits) {
  if (x == 0 || !std::isfinite(x)) return x;
  Decimal decimal = shortest_digits(std::abs(x));
  const auto count = static_cast<std::size_t>(digits);
  if (decimal.digits.size() <= count) return x;
  const bool up = decimal.digits[count] >= '5';
  std::string kept = decimal.digits.substr(0, count);
  if (up) {
    std::size_t at = kept.size();
    while (at > 0 && kept[at - 1] == '9') kept[--at] = '0';
    if (at > 0)
      ++kept[at - 1];
    else
      kept.insert(kept.begin(), '1'), ++decimal.exponent;
  }
  const std::string text =
      kept.substr(0, 1) + "." + kept.substr(1) + "0e" + std::to_string(decimal.exponent);
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return x < 0 ? -value : value;
}

int digits_of(double x) {
  const double rounded = to_digits(x, 15);
  if (rounded == 0 || !std::isfinite(rounded)) return 1;
  return static_cast<int>(shortest_digits(std::abs(rounded)).digits.size());
}

std::string short_text(double x) { return number_text(to_digits(x, 6)); }

}  // namespace posenc::identification
