// Adjusted base frequency: only the base changes (CodeLlama 10^6, Llama 3 5·10^5).
#pragma once
#include "encodings/scaling/common.hpp"

namespace posenc::abf_row {

inline constexpr ParamInfo kParams[] = {
    number("base", "Base that replaces the one of the encoding: the larger, the slower the pairs.",
           kRequired, above(0, 1e30), {1000, 1e8, true}),
};

inline Result<ScaledFrequencies> apply(const RotaryBase& base, const Params& p) {
  ScaledFrequencies out;
  out.theta = base.frequencies(Wide(p.number("base")));
  const std::vector<Wide> plain = base.frequencies();
  for (std::size_t i = 0; i < plain.size(); ++i)
    out.band.push_back(scaling_detail::same(out.theta[i], plain[i]) ? Band::kept : Band::blended);
  return out;
}

inline constexpr ScalingInfo kAbfScaling = {
    .id = "abf",
    .title = "Adjusted base frequency (ABF)",
    .formula = R"(\theta'_i = b'^{-2i/r})",
    .citation = "Xiong et al. 2023, arXiv:2309.16039 (unconfirmed)",
    .hf_type = "",
    .params = kParams,
    .apply = apply,
};

}  // namespace posenc::abf_row
