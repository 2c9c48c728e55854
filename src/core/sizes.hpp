// Products of sizes: the one place where rows·cols·layers is multiplied and compared with a limit.
//
// A size_t has 32 bits in WebAssembly, where the product of two legal sizes may come round to a
// small number: an allocation that is too short, a check that passes, a division by zero. A Count
// has 64 bits and stops at the largest instead of coming round, so that a product of any number of
// factors compares as it should.
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
  // Not a number that is counted with: what a sum or product beyond 64 bits is.
  static constexpr std::uint64_t kEndless = std::numeric_limits<std::uint64_t>::max();

  // A negative number is nobody's size: endless, so that every limit refuses it.
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
  // rounded down; what is endless stays so
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

// "at most 4096 rows, got 5000": the error of a limit, before anything is allocated or computed.
inline std::optional<Error> too_large(Count asked, Count most, std::string field,
                                      const std::string& what) {
  if (asked <= most) return std::nullopt;
  return Error{ErrorCode::too_large, std::move(field),
               "at most " + most.text() + " " + what + ", got " + asked.text()};
}

// The most bytes that one array of a call may have: 2 GiB in WebAssembly, where a module has no
// more memory in all, and 4 GiB elsewhere. It can be set. An allocation below it that fails is an
// error of its own (wasm/memory.hpp).
inline std::uint64_t memory_limit = std::uint64_t{sizeof(void*) == 4 ? 2 : 4} << 30;

inline std::optional<Error> out_of_budget(Count bytes, std::string field, const std::string& what) {
  if (bytes <= memory_limit) return std::nullopt;
  return Error{
      ErrorCode::too_large, std::move(field),
      what + " needs " + bytes.text() + " bytes of memory, at most " + Count(memory_limit).text()};
}

}  // namespace posenc
