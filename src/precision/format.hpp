// Number formats: rounding to them, and which whole positions survive it.
//
// A value goes through float64 or float32 and is then rounded once, to nearest, halves to even.
#pragma once
#include <cstdint>
#include <string_view>

namespace posenc {

enum class Format : std::uint8_t { float64, float32, tf32, bf16, fp16 };
inline constexpr std::string_view kFormats[] = {"float64", "float32", "tf32", "bf16", "fp16"};

constexpr std::string_view name(Format f) { return kFormats[static_cast<std::size_t>(f)]; }

// x in that format; beyond the largest number of fp16 (65504) it is infinite. |x| < 2^127.
double rounded(Format, double x);

// The first n >= 0 that is not a number of the format: bf16 257, fp16 and tf32 2049.
std::uint64_t first_lost_integer(Format);

// How many different finite numbers 0 … n-1 become: bf16 keeps 385 of 512 positions. n <= 2^53.
std::uint64_t distinct_integers(Format, std::uint64_t n);

}  // namespace posenc
