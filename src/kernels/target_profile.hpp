// Target profiles for designing a kernel: named functions of the lag.
#pragma once
#include <cstddef>
#include <string_view>

namespace posenc {

enum class TargetProfile : std::size_t {
  exponential,
  gaussian,
  power_law,
  triangle,
  linear,
  logarithmic,
  cosine,
  sinc,
};
inline constexpr std::string_view kTargetProfiles[] = {
    "exponential", "gaussian", "power-law", "triangle", "linear", "logarithmic", "cosine", "sinc"};

// Value at a lag δ >= 0, 1 at lag 0; length L > 0 in positions:
//   exponential e^(-δ/L)      gaussian e^(-δ²/2L²)            power-law (1 + δ/L)^-power
//   triangle max(0, 1 - δ/L)  linear 1 - δ/L                   logarithmic 1 - ln(1 + δ/L)
//   cosine cos(2πδ/L)         sinc sin(πδ/L)/(πδ/L)
// Absolute error within 1e-13 if |value| <= 1 and δ/L <= 1000.
double target_profile(TargetProfile, double lag, double length, double power);

}  // namespace posenc
