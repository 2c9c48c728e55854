// Rounding to number formats, and the integer positions that are exact in them.
//
// A value is computed in float64 or float32 and then rounded once, to nearest, ties to even.
#pragma once
#include <cstdint>
#include <string_view>

namespace posenc {

enum class Format : std::uint8_t { float64, float32, tf32, bf16, fp16 };
inline constexpr std::string_view kFormats[] = {"float64", "float32", "tf32", "bf16", "fp16"};

constexpr std::string_view name(Format f) { return kFormats[static_cast<std::size_t>(f)]; }

// Rounds x to the format; beyond the largest number of fp16 (65504) it is infinite. |x| < 2^127.
double rounded(Format, double x);

// The first n >= 0 that the format cannot represent: bf16 257, fp16 and tf32 2049.
std::uint64_t first_lost_integer(Format);

// Number of distinct finite values of rounded 0 … n-1: bf16 keeps 385 of 512. n <= 2^53.
std::uint64_t distinct_integers(Format, std::uint64_t n);

}  // namespace posenc
