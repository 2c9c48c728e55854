// NTK-aware interpolation: one change of base, b' = b·s^(r/(r-2)). Pair 0 keeps its frequency and
// the last pair is divided by exactly s.
#pragma once
#include "encodings/scaling/common.hpp"

namespace posenc {
namespace ntk_detail {

inline constexpr ParamInfo kParams[] = {scaling_detail::kFactor};

// theta_i·s^(-2i/(r-2)), the same thing without forming b'
inline std::vector<Wide> stretched(const RotaryBase& base, const Wide& factor) {
  std::vector<Wide> theta = base.frequencies();
  const Wide log_factor = log(factor);
  for (std::size_t i = 1; i < theta.size(); ++i)
    theta[i] = theta[i] * exp(-(Wide(2.0 * static_cast<double>(i)) * log_factor / Wide(static_cast<double>(base.rotary_dim - 2))));
  return theta;
}

inline Result<ScaledFrequencies> apply(const RotaryBase& base, const Params& p) {
  const Wide factor(p.number("factor"));
  return scaling_detail::with_bands(base, stretched(base, factor), factor);
}

}  // namespace ntk_detail

inline constexpr ScalingInfo kNtkScaling = {
    .id = "ntk",
    .title = "NTK-aware",
    .formula = R"(b' = b\,s^{r/(r-2)},\quad \theta'_i = b'^{-2i/r} = \theta_i\,s^{-2i/(r-2)})",
    .citation = "bloc97, June 2023; Peng et al. 2023, YaRN, arXiv:2309.00071, Definition 1, eq. 14-16",
    .hf_type = "",
    .params = ntk_detail::kParams,
    .apply = ntk_detail::apply,
};

}  // namespace posenc
