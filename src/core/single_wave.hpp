// Sine and cosine in float32 from a phase in 64-bit turns, with 32-bit integers and + - * of
// float32 only, for hardware without float64. The shaders (web/lib/gpu/shaders/wave.ts) are this
// file in WGSL and take its constants from `describe`.
//
// The phase is reduced to an eighth of a turn as an integer, and x = 2π·rest is an integer, too, in
// units of 2^-31. Its leading bits are an exact float32 whose square is exact, so only the last
// addition rounds visibly. Error at most 5.5e-8, and below 2^-12 also 2^-22 of the result
// (tests/core/single_wave_test.cpp). Quarter turns are exact.
#pragma once
#include <cstdint>

namespace posenc::single_wave {

// minimax coefficients on [0, π/4], rounded to float32: errors 2.3e-9 and 5.2e-10
inline constexpr float kSine[] = {-0x1.55554p-3f, 0x1.1105b6p-7f, -0x1.98db34p-13f};
inline constexpr float kCosine[] = {0x1.55554ap-5f, -0x1.6c0c8ep-10f, 0x1.9a030ap-16f};
inline constexpr std::uint32_t kTurn = 3373259426u;            // 2π·2^29
inline constexpr float kSmallTurn = 0x1.921fb6p-30f;           // 2π·2^-32
inline constexpr float kUnit = 0x1p-31f, kLeading = 0x1p-11f;  // of x and of its leading bits
inline constexpr unsigned kTrailingBits = 20;

struct SinCos {
  float sin, cos;
};

// `phase` is in units of 2^-64 of a turn.
inline SinCos sincos(std::uint64_t phase) {
  const std::uint64_t quarter = (phase + (1ull << 61)) >> 62;
  std::uint64_t rest = phase - (quarter << 62);
  const bool negative = (rest >> 63) != 0;
  if (negative) rest = ~rest + 1;
  const auto high = static_cast<std::uint32_t>(rest >> 32), low = static_cast<std::uint32_t>(rest);
  // units of 2^-34 of a turn, then of 2^-31 rad, each rounded
  const std::uint32_t turns = (high << 2 | low >> 30) + (low >> 29 & 1);
  const std::uint64_t product = static_cast<std::uint64_t>(turns) * kTurn;
  const auto x = static_cast<std::uint32_t>((product >> 32) + (product >> 31 & 1));
  const float leading = static_cast<float>(x >> kTrailingBits) * kLeading;
  float trailing = static_cast<float>(x & ((1u << kTrailingBits) - 1)) * kUnit;
  if (x >> kTrailingBits == 0)
    trailing = (static_cast<float>(high) + static_cast<float>(low) * 0x1p-32f) * kSmallTurn;
  const float whole = leading + trailing;
  const float z = whole * whole;
  const float cubic = z * whole * (kSine[0] + z * (kSine[1] + z * kSine[2]));
  const float fourth = z * z * (kCosine[0] + z * (kCosine[1] + z * kCosine[2]));
  float sine = leading + (trailing + cubic);
  const float half_square = 0.5f * leading * leading;
  const float cosine = (1.0f - half_square) + (fourth - trailing * (leading + 0.5f * trailing));
  if (negative) sine = -sine;
  const bool odd = (quarter & 1) != 0;
  const float s = odd ? cosine : sine, c = odd ? sine : cosine;
  return {(quarter & 2) != 0 ? -s : s, ((quarter + 1) & 2) != 0 ? -c : c};
}

}  // namespace posenc::single_wave
