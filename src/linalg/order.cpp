#include "linalg/order.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "core/passes.hpp"

namespace posenc {

// The bits of numbers >= 0 rise with them: eight after the other, the highest first, are those of
// the number whose rank it is among all that begin with the same ones.
Steps rank_steps(std::span<const double> x, std::size_t k, Ranked& out) {
  constexpr int kDigit = 8;
  std::uint64_t found = 0;
  std::size_t below = 0;  // numbers whose first bits are smaller
  for (int shift = 64 - kDigit; shift >= 0; shift -= kDigit) {
    std::vector<std::size_t> count(std::size_t{1} << kDigit);
    co_yield in_parts(x.size(), 2 * kPass, [&](std::size_t first, std::size_t end) {
      for (std::size_t e = first; e < end; ++e) {
        const auto bits = std::bit_cast<std::uint64_t>(x[e]) >> shift;
        if (bits >> kDigit == found) ++count[bits % count.size()];
      }
    });
    std::size_t digit = 0;
    while (below + count[digit] <= k) below += count[digit++];
    found = found << kDigit | digit;
  }
  out.at = std::bit_cast<double>(found);
  out.before = below < k ? out.at : 0;
  if (below == k)
    co_yield in_parts(x.size(), kPass, [&](std::size_t first, std::size_t end) {
      for (std::size_t e = first; e < end; ++e)
        if (x[e] < out.at) out.before = std::max(out.before, x[e]);
    });
  if (k == 0) out.before = out.at;
}

Steps order_steps(std::span<const double> x, std::vector<std::uint32_t>& out) {
  constexpr std::size_t kRun = std::size_t{1} << 14;  // sorted at once, and merged
  constexpr double kSorted = 1500, kMerged = 1500;    // cost of a number
  const std::size_t n = x.size();
  const auto rises = [&](std::uint32_t a, std::uint32_t b) {
    return x[a] < x[b] || (x[a] == x[b] && a < b);
  };
  out.resize(n);
  std::iota(out.begin(), out.end(), 0u);
  for (std::size_t first = 0; first < n; first += kRun) {
    const std::size_t count = std::min(kRun, n - first);
    std::ranges::sort(std::span(out).subspan(first, count), rises);
    co_yield (kSorted * static_cast<double>(count));
  }
  std::vector<std::uint32_t> merged(n);
  for (std::size_t size = kRun; size < n; size *= 2) {
    for (std::size_t first = 0; first < n; first += 2 * size) {
      const std::size_t middle = std::min(n, first + size), end = std::min(n, middle + size);
      std::size_t a = first, b = middle;
      for (std::size_t at = first; at < end; ++at) {
        const bool left = b == end || (a < middle && rises(out[a], out[b]));
        merged[at] = left ? out[a++] : out[b++];
        if (at % kRun == 0) co_yield (kMerged * static_cast<double>(kRun));
      }
    }
    std::swap(out, merged);
  }
}

}  // namespace posenc
