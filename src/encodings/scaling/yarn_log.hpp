// Grok's variant of YaRN: the ramp of the released code, but between logarithms of frequencies.
// Between the two ends a pair is slower than with YaRN: a geometric mean is below the arithmetic
// one.
#pragma once
#include "encodings/scaling/yarn.hpp"

namespace posenc::yarn_log_row {

inline constexpr ParamInfo kParams[] = {
    scaling_detail::kFactor, scaling_detail::kOriginalContext,
    yarn_row::kBetaFast,     yarn_row::kBetaSlow,
    yarn_row::kTruncate,     scaling_detail::kAttentionFactor,
};

inline Result<ScaledFrequencies> apply(const RotaryBase& base, const Params& p) {
  if (const auto error = yarn_row::no_ramp(base)) return *error;
  const Wide factor(p.number("factor")), one(1.0);
  const auto [low, high] = yarn_row::ramp(base, p);
  const Wide width = high - low, per_ramp = log(factor);
  std::vector<Wide> plain = base.frequencies(), theta;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const Wide ramp = scaling_detail::clipped_ratio(Wide(static_cast<double>(i)) - low, width);
    theta.push_back(ramp == one ? plain[i] / factor : plain[i] * exp(-(ramp * per_ramp)));
  }
  ScaledFrequencies out = scaling_detail::with_bands(plain, std::move(theta), factor);
  out.attention_factor = Wide(p.number_or("attentionFactor", 1));
  return out;
}

inline constexpr ScalingInfo kYarnLogScaling = {
    .id = "yarn-log",
    .title = "YaRN in logarithms (Grok)",
    .formula =
        R"(\theta'_i = \theta_i\,s^{-\rho_i},\quad \rho_i\ \text{as in YaRN (released code)})",
    .citation = "xAI Grok-2; vLLM grok1_scaling_rope.py, extra_method yarn_log",
    .hf_type = "",
    .params = kParams,
    .apply = apply,
};

}  // namespace posenc::yarn_log_row
