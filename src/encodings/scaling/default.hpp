// No context extension: theta_i = base^(-2i/r).
#pragma once
#include "encodings/encoding.hpp"

namespace posenc::default_row {

inline Result<ScaledFrequencies> apply(const RotaryBase& base, const Params&) {
  ScaledFrequencies out;
  out.theta = base.frequencies();
  out.band.assign(out.theta.size(), Band::kept);
  return out;
}

inline constexpr ScalingInfo kDefaultScaling = {
    .id = "default",
    .title = "None",
    .formula = R"(\theta'_i = \theta_i = b^{-2i/r})",
    .citation = "Su et al. 2021, RoFormer, arXiv:2104.09864",
    .hf_type = "default",
    .params = {},
    .apply = apply,
};

}  // namespace posenc::default_row
