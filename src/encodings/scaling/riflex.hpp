// RIFLEx, Zhao et al. 2025 (arXiv:2502.15894): a longer video repeats itself with the period of one
// pair, the intrinsic one. If the target length exceeds this period, only its frequency is lowered,
// so that the length stays within 0.9 of a period: theta'_k = 0.9·2π/L.
//
// The pair k counts from 1. If an observed repetition is given instead, k is the first pair whose
// period, rounded to an integer N_k, is nearest to it (`identify_k`). Released programs change a
// model that was not trained with this only if L > N_k.
#pragma once
#include <cmath>  // std::fabs, std::floor

#include "encodings/scaling/common.hpp"

namespace posenc::riflex_row {

inline constexpr ParamInfo kParams[] = {
    integer("contextLength", "Wanted length L in positions: latent frames of a video (L_test).",
            kRequired, {1, kMostInteger}, {16, 4096, true}),
    only_where(
        integer("pair", "The intrinsic pair k, counted from 1: 4 in HunyuanVideo, 2 in CogVideoX.",
                4, {1, 32768}, {1, 64}),
        "!repetition"),
    number("repetition",
           "The position at which a sequence first repeats itself, from which the pair follows.",
           kOptional, {1, kMostInteger}, {2, 4096, true}),
    number("share", "Share of the pair's period that the wanted length takes.", 0.9, above(0, 1),
           {0.1, 1}),
    on_off("finetuned",
           "The model was trained so: its frequency is changed at any length, not only beyond the "
           "period."),
};

// Periods are compared as integers, rounded as in the released code.
inline double period(const Wide& theta) {
  return std::floor((Wide(1.0) / (theta * kInverseTwoPi)).to_double() + 0.5);
}

inline std::size_t intrinsic(const std::vector<Wide>& theta, double repetition) {
  std::size_t nearest = 0;
  for (std::size_t i = 1; i < theta.size(); ++i)
    if (std::fabs(period(theta[i]) - repetition) < std::fabs(period(theta[nearest]) - repetition))
      nearest = i;
  return nearest;
}

inline Result<ScaledFrequencies> apply(const RotaryBase& base, const Params& p) {
  const std::vector<Wide> plain = base.frequencies();
  const double length = p.number("contextLength");
  const std::size_t k =
      p.has("repetition") ? intrinsic(plain, p.number("repetition")) : p.count("pair") - 1;
  if (k >= plain.size())
    return bad_param("scaling.pair", "must be at most ", plain.size(), ", the rotated pairs; got ",
                     k + 1);
  ScaledFrequencies out;
  out.theta = plain;
  const bool beyond = length > period(plain[k]);
  out.regime = beyond ? "beyond the period" : "within the period";
  if (beyond || p.flag("finetuned"))
    out.theta[k] = Wide(p.number("share")) / (Wide(length) * kInverseTwoPi);
  for (std::size_t i = 0; i < plain.size(); ++i)
    out.band.push_back(scaling_detail::same(out.theta[i], plain[i]) ? Band::kept : Band::blended);
  return out;
}

inline constexpr ScalingInfo kRiflexScaling = {
    .id = "riflex",
    .title = "RIFLEx",
    .formula =
        R"(\theta'_k = 0.9\cdot 2\pi/L\ (L > \operatorname{round}(2\pi/\theta_k)),\quad \theta'_i = \theta_i\ (i \ne k))",
    .citation =
        "Zhao et al. 2025, RIFLEx, arXiv:2502.15894, eq. 8; thu-ml/RIFLEx riflex_utils.py "
        "(2bff7fe0) and hunyuanvideo.py (0048f726)",
    .hf_type = "",
    .params = kParams,
    .apply = apply,
};

}  // namespace posenc::riflex_row
