// The effects of a rotary configuration at a context length, for each pair.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace posenc {

// The effect of a context extension on a pair.
enum class Band : std::uint8_t { kept, blended, scaled, off };
inline constexpr std::string_view kBands[] = {"kept", "blended", "scaled", "off"};

// Every value is correctly rounded from 256-bit arithmetic.
struct RopeReport {
  // one element per pair
  std::vector<double> frequency;           // rad per position, after scaling
  std::vector<double> unscaled_frequency;  // rad per position, base^(-2i/r)
  std::vector<double> wavelength;          // positions per turn, 2π/frequency; 0 = does not turn
  std::vector<double>
      turns_trained;  // trained context · unscaled frequency / 2π (r_i of YaRN eq. 17)
  std::vector<double> turns_context;  // context length · frequency / 2π
  std::vector<Band> band;
  // true if training (unscaled, over the trained context) covered less than a full turn, and the
  // context length goes beyond the covered angles
  std::vector<bool> unseen;
  double attention_factor = 1, softmax_multiplier = 1;
  std::string regime;
};

}  // namespace posenc
