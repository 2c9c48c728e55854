// Frequencies of a guessed spec in float64, to discard guesses far from the numbers. Of hundreds of
// guesses only the remaining ones are computed exactly, and only exact numbers are compared.
#pragma once
#include <functional>
#include <optional>
#include <span>

#include "identify/making.hpp"

namespace posenc::identification {

inline constexpr double kTurn = 6.283185307179586;  // 2 pi

inline double clipped(double x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

// The ends of YaRN's ramp: pairs before the first are kept, those after the second divided. `last`:
// the largest end.
struct Ramp {
  double low, high;
  double at(double pair) const { return clipped((pair - low) / (high - low)); }
};
Ramp ramp_of(const Scaling& yarn, double base, double width, double last);

// The part of a pair that is divided by the factor, for extensions that have one.
using Part = std::function<double(double plain, double pair)>;
std::optional<Part> part_of(const Scaling&, double base, double width);

// False if the making is far from these frequencies with their relative errors.
bool is_near(const Making&, std::span<const double> frequencies, std::span<const double> errors);

}  // namespace posenc::identification
