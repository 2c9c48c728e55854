// YaRN as defined in the paper: NTK-by-parts and attention scaling, sqrt(1/t) = 0.1 ln s + 1 on cos
// and sin.
#pragma once
#include "encodings/scaling/ntk_by_parts.hpp"

namespace posenc::yarn_paper_row {

inline Result<ScaledFrequencies> apply(const RotaryBase& base, const Params& p) {
  Result<ScaledFrequencies> out = ntk_by_parts_row::apply(base, p);
  if (out) out->attention_factor = scaling_detail::mscale(Wide(p.number("factor")), Wide(1.0));
  return out;
}

inline constexpr ScalingInfo kYarnPaperScaling = {
    .id = "yarn-paper",
    .title = "YaRN (paper)",
    .formula =
        R"(\text{NTK-by-parts},\quad \mathrm{softmax}\!\left(\frac{q^\top k}{t\sqrt{d}}\right),\quad \sqrt{1/t}=0.1\ln s+1)",
    .citation = "Peng et al. 2023, YaRN, arXiv:2309.00071, Definition 3, eq. 21-22",
    .hf_type = "",
    .params = ntk_by_parts_row::kParams,
    .apply = apply,
};

}  // namespace posenc::yarn_paper_row
