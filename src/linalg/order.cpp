#include "linalg/order.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

namespace posenc {

// The bits of numbers >= 0 rise with them: eight after the other, the highest first, are those of
// the number whose rank it is among all that begin with the same ones.
Ranked ranked(std::span<const double> x, std::size_t k) {
  constexpr int kDigit = 8;
  std::uint64_t found = 0;
  std::size_t below = 0;  // numbers whose first bits are smaller
  for (int shift = 64 - kDigit; shift >= 0; shift -= kDigit) {
    std::vector<std::size_t> count(std::size_t{1} << kDigit);
    for (const double each : x) {
      const auto bits = std::bit_cast<std::uint64_t>(each) >> shift;
      if (bits >> kDigit == found) ++count[bits % count.size()];
    }
    std::size_t digit = 0;
    while (below + count[digit] <= k) below += count[digit++];
    found = found << kDigit | digit;
  }
  Ranked out;
  out.at = std::bit_cast<double>(found);
  out.before = below < k ? out.at : 0;
  if (below == k)
    for (const double each : x)
      if (each < out.at) out.before = std::max(out.before, each);
  if (k == 0) out.before = out.at;
  return out;
}

std::vector<std::uint32_t> order_of(std::span<const double> x) {
  std::vector<std::uint32_t> order(x.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    return x[a] < x[b] || (x[a] == x[b] && a < b);
  });
  return order;
}

}  // namespace posenc
