// Dynamic NTK (emozilla), as in transformers: the NTK-aware base follows the length of the current
// sequence, l = max(contextLength, L).
#pragma once
#include "encodings/scaling/ntk.hpp"

namespace posenc::dynamic_row {

inline constexpr ParamInfo kParams[] = {scaling_detail::kFactor, scaling_detail::kOriginalContext,
                                        scaling_detail::kContextLength};

inline Result<ScaledFrequencies> apply(const RotaryBase& base, const Params& p) {
  const double trained = p.number("originalContext");
  const double length = p.number_or("contextLength", trained);
  if (length <= trained) {
    ScaledFrequencies out;
    out.theta = base.frequencies();
    out.band.assign(out.theta.size(), Band::kept);
    out.regime = "within the trained context";
    return out;
  }
  const Wide factor(p.number("factor"));
  const Wide stretch = factor * Wide(length) / Wide(trained) - (factor - Wide(1.0));
  ScaledFrequencies out = ntk_row::stretch(base, stretch);
  out.regime = "beyond the trained context";
  return out;
}

inline constexpr ScalingInfo kDynamicScaling = {
    .id = "dynamic",
    .title = "Dynamic NTK",
    .formula = R"(b' = b\left(\frac{s\,l}{L}-(s-1)\right)^{r/(r-2)},\quad l=\max(\text{length},L))",
    .citation =
        "emozilla 2023; transformers modeling_rope_utils, type dynamic; YaRN, arXiv:2309.00071, "
        "section 3.3",
    .hf_type = "dynamic",
    .params = kParams,
    .apply = apply,
};

}  // namespace posenc::dynamic_row
