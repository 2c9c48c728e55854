// TeleChat3's YaRN: the frequencies of the released code, cos and sin times 0.07·ln s + 1.
#pragma once
#include "encodings/scaling/yarn.hpp"

namespace posenc::telechat3_row {

inline constexpr ParamInfo kParams[] = {
    scaling_detail::kFactor, scaling_detail::kOriginalContext,
    yarn_row::kBetaFast,     yarn_row::kBetaSlow,
    yarn_row::kTruncate,     scaling_detail::kAttentionFactor,
};

inline Result<ScaledFrequencies> apply(const RotaryBase& base, const Params& p) {
  if (const auto error = yarn_row::no_ramp(base)) return *error;
  const Wide factor(p.number("factor"));
  ScaledFrequencies out = yarn_row::frequencies(base, p);
  out.attention_factor = p.has("attentionFactor")
                             ? Wide(p.number("attentionFactor"))
                             : scaling_detail::mscale(factor, Wide(7.0) / Wide(10.0));
  return out;
}

inline constexpr ScalingInfo kTelechat3Scaling = {
    .id = "telechat3-yarn",
    .title = "YaRN of TeleChat3",
    .formula = R"(\theta'_i\ \text{as in YaRN (released code)},\quad a = 0.07\ln s + 1)",
    .citation = "China Telecom TeleChat3; vLLM telechat3_scaling_rope.py",
    .hf_type = "",
    .params = kParams,
    .apply = apply,
};

}  // namespace posenc::telechat3_row
