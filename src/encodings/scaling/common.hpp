// Shared parameters and formulas of context extensions.
#pragma once
#include "encodings/encoding.hpp"

namespace posenc::scaling_detail {

inline constexpr ParamInfo kFactor =
    number("factor", "Context extension s = target length / trained length.", kRequired,
           above(0, 1e9), {1, 64, true});
inline constexpr ParamInfo kOriginalContext =
    integer("originalContext", "Trained context L in positions (original_max_position_embeddings).",
            kRequired, {1, kMostInteger}, {256, 1048576, true});
inline constexpr ParamInfo kContextLength =
    integer("contextLength",
            "Length of the sequence in positions, which selects the regime; the trained context "
            "when left out.",
            kOptional, {1, kMostInteger}, {256, 1048576, true});
inline constexpr ParamInfo kAttentionFactor =
    number("attentionFactor", "Multiplies cos and sin; replaces the value that the rule gives.",
           kOptional, above(0, 1e6), {0.5, 2});

// Returns whether two frequencies count as equal: their relative difference is below 2^-200.
inline bool same(const Wide& a, const Wide& b) {
  const Wide d = a - b;
  return d.is_zero() || d.log2_floor() < b.log2_floor() - 200;
}

// kept = unchanged, scaled = divided by the factor, blended = anything else
inline std::vector<Band> classify(const std::vector<Wide>& plain, const std::vector<Wide>& theta,
                                  const Wide& factor) {
  std::vector<Band> bands;
  for (std::size_t i = 0; i < theta.size(); ++i) {
    if (theta[i].is_zero())
      bands.push_back(Band::off);
    else if (same(theta[i], plain[i]))
      bands.push_back(Band::kept);
    else
      bands.push_back(same(theta[i] * factor, plain[i]) ? Band::scaled : Band::blended);
  }
  return bands;
}

// YaRN's temperature as in engines: 1 for x <= 1, otherwise 0.1·m·ln x + 1
inline Wide mscale(const Wide& x, const Wide& m) {
  const Wide one(1.0);
  return x <= one ? one : m * log(x) / Wide(10.0) + one;
}

inline Wide square(const Wide& x) { return x * x; }

// clip(part/whole, 0, 1), exactly 0 and 1 at and beyond the ends, despite rounding of the quotient
inline Wide clipped_ratio(const Wide& part, const Wide& whole) {
  const Wide size = whole.is_negative() ? -whole : whole;
  const Wide of_size = whole.is_negative() ? -part : part;
  if (of_size <= Wide()) return Wide();
  return size <= of_size ? Wide(1.0) : of_size / size;
}

// (1 - ramp)·theta + ramp·theta/factor, with a ramp value per pair
template <class Ramp>
ScaledFrequencies blend(const RotaryBase& base, const Wide& factor, Ramp ramp_of) {
  ScaledFrequencies out;
  const std::vector<Wide> plain = base.frequencies();
  const Wide one(1.0);
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const Wide ramp = factor == one ? Wide() : ramp_of(i, plain[i]);
    if (ramp.is_zero())
      out.theta.push_back(plain[i]);
    else if (ramp == one)
      out.theta.push_back(plain[i] / factor);
    else
      out.theta.push_back((one - ramp) * plain[i] + ramp * plain[i] / factor);
    out.band.push_back(ramp.is_zero() ? Band::kept : ramp == one ? Band::scaled : Band::blended);
  }
  return out;
}

inline ScaledFrequencies with_bands(const std::vector<Wide>& plain, std::vector<Wide> theta,
                                    const Wide& factor) {
  ScaledFrequencies out;
  out.band = classify(plain, theta, factor);
  out.theta = std::move(theta);
  return out;
}

}  // namespace posenc::scaling_detail
