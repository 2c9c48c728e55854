// Guesses specs from frequencies alone: base and factor follow from the numbers; lengths and turn
// counts are tried. Each is only a guess until its own numbers are compared.
#pragma once
#include <string_view>
#include <vector>

#include "identify/estimate.hpp"
#include "identify/fields.hpp"

namespace posenc::identification {

// Treats rising numbers as periods, divided by 2 pi or not, and guesses from their inverses.
// `layout` may be empty.
std::vector<SpecFields> rope_guesses(const Estimate&, std::string_view layout);

// The denominator d/2 - 1 shows in the last frequency, which is 1/b exactly: fairseq, Whisper,
// diffusion models.
std::vector<SpecFields> sinusoid_guesses(const Estimate&);

}  // namespace posenc::identification
