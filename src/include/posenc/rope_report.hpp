// What a rotary configuration means for a context length, pair by pair.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace posenc {

// What a context extension did to a pair.
enum class Band : std::uint8_t { kept, blended, scaled, off };
inline constexpr std::string_view kBands[] = {"kept", "blended", "scaled", "off"};

// Every number is correctly rounded from 256-bit arithmetic.
struct RopeReport {
  // all of length pairs
  std::vector<double> frequency;           // rad per position, after scaling
  std::vector<double> unscaled_frequency;  // rad per position, base^(-2i/r)
  std::vector<double> wavelength;          // positions per turn, 2π/frequency; 0 = does not turn
  std::vector<double>
      turns_trained;  // trained context · unscaled frequency / 2π (r_i of YaRN eq. 17)
  std::vector<double> turns_context;  // context length · frequency / 2π
  std::vector<Band> band;
  // training (unscaled, over the trained context) saw less than a full turn, and the context
  // length reaches further than it saw
  std::vector<bool> unseen;
  double attention_factor = 1, softmax_multiplier = 1;
  std::string regime;
};

}  // namespace posenc
