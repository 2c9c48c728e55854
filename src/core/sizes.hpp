// Products of sizes, such as rows·cols·layers, and their comparison with limits.
//
// A size_t has 32 bits in WebAssembly, where the product of two legal sizes may wrap around: an
// allocation is too short, a check passes, or a division by zero occurs. A Count has 64 bits and
// saturates, so that products of any number of factors compare correctly.
//
//   if (auto error = too_large(Count(rows) * cols, kMostPairs, "x", "pairs")) return *error;
//
//   std::vector<double> pairs(rows * cols);  // only now
#pragma once
#include <compare>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "posenc/result.hpp"

namespace posenc {

class Count {
 public:
  // The saturated value of sums and products beyond 64 bits.
  static constexpr std::uint64_t kEndless = std::numeric_limits<std::uint64_t>::max();

  // A negative size is invalid: it saturates, so that every limit rejects it.
  template <std::integral Integer>
  constexpr Count(Integer n) : n_(static_cast<std::uint64_t>(n)) {
    if constexpr (std::signed_integral<Integer>)
      if (n < 0) n_ = kEndless;
  }

  constexpr std::uint64_t value() const { return n_; }

  friend constexpr Count operator*(Count a, Count b) {
    if (a.n_ != 0 && b.n_ > kEndless / a.n_) return kEndless;
    return a.n_ * b.n_;
  }
  friend constexpr Count operator+(Count a, Count b) {
    return b.n_ > kEndless - a.n_ ? kEndless : a.n_ + b.n_;
  }
  // rounded down; saturation is kept
  friend constexpr Count operator/(Count a, std::uint64_t b) {
    return a.n_ == kEndless ? kEndless : a.n_ / b;
  }
  Count& operator*=(Count b) { return *this = *this * b; }
  Count& operator+=(Count b) { return *this = *this + b; }
  friend constexpr bool operator==(Count, Count) = default;
  friend constexpr auto operator<=>(Count, Count) = default;

  std::string text() const { return n_ == kEndless ? "more than 2^64" : std::to_string(n_); }

 private:
  std::uint64_t n_;
};

// "at most 4096 rows, got 5000": checks a limit before anything is allocated or computed.
inline std::optional<Error> too_large(Count asked, Count most, std::string field,
                                      const std::string& what) {
  if (asked <= most) return std::nullopt;
  return Error{ErrorCode::too_large, std::move(field),
               "at most " + most.text() + " " + what + ", got " + asked.text()};
}

// The maximum size in bytes of an array of a call: 2 GiB in WebAssembly, the maximum memory of a
// module, and 4 GiB elsewhere. It can be set. If a smaller allocation fails, that is a separate
// error (wasm/memory.hpp).
inline std::uint64_t memory_limit = std::uint64_t{sizeof(void*) == 4 ? 2 : 4} << 30;

inline std::optional<Error> out_of_budget(Count bytes, std::string field, const std::string& what) {
  if (bytes <= memory_limit) return std::nullopt;
  return Error{
      ErrorCode::too_large, std::move(field),
      what + " needs " + bytes.text() + " bytes of memory, at most " + Count(memory_limit).text()};
}

}  // namespace posenc
