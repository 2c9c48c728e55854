// Position interpolation: every frequency divided by the factor.
#pragma once
#include "encodings/scaling/common.hpp"

namespace posenc::linear_row {

inline constexpr ParamInfo kParams[] = {scaling_detail::kFactor};

inline Result<ScaledFrequencies> apply(const RotaryBase& base, const Params& p) {
  return scaling_detail::blend(base, Wide(p.number("factor")),
                               [](std::size_t, const Wide&) { return Wide(1.0); });
}

inline constexpr ScalingInfo kLinearScaling = {
    .id = "linear",
    .title = "Position interpolation (linear)",
    .formula = R"(\theta'_i = \theta_i / s)",
    .citation = "Chen et al. 2023, arXiv:2306.15595",
    .hf_type = "linear",
    .params = kParams,
    .apply = apply,
};

}  // namespace posenc::linear_row
