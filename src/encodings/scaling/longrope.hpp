// LongRoPE: one factor per pair, from a short list up to the trained context, else a long one.
#pragma once
#include "encodings/scaling/common.hpp"

namespace posenc::longrope_row {

inline constexpr ParamInfo factors(std::string_view name, std::string_view doc) {
  return numbers(name, doc, kRequired, above(0, 1e9));
}

inline constexpr ParamInfo kParams[] = {
    scaling_detail::kOriginalContext,
    number("factor", "max_position_embeddings / originalContext, for the attention factor.",
           kOptional, above(0, 1e9), {1, 64, true}),
    factors("shortFactor",
            "Divides theta_i for sequences up to the trained context; one number a pair."),
    factors("longFactor", "Divides theta_i for longer sequences; one number a pair."),
    scaling_detail::kAttentionFactor,
    scaling_detail::kContextLength,
};

inline Result<ScaledFrequencies> apply(const RotaryBase& base, const Params& p) {
  const std::size_t pairs = base.pairs();
  for (const std::string_view name : {"shortFactor", "longFactor"})
    if (p.numbers(name).size() != pairs)
      return bad_shape("scaling." + std::string(name), "must have one number for each of the ",
                       pairs, " pairs, got ", p.numbers(name).size());
  const double trained = p.number("originalContext");
  const bool is_long = p.number_or("contextLength", trained) > trained;
  const std::span<const double> divisors = p.numbers(is_long ? "longFactor" : "shortFactor");

  ScaledFrequencies out;
  out.regime = is_long ? "long" : "short";
  out.theta = base.frequencies();
  for (std::size_t i = 0; i < pairs; ++i) {
    if (divisors[i] != 1) out.theta[i] = out.theta[i] / Wide(divisors[i]);
    out.band.push_back(divisors[i] == 1 ? Band::kept : Band::scaled);
  }
  if (p.has("attentionFactor")) {
    out.attention_factor = Wide(p.number("attentionFactor"));
  } else if (!p.has("factor")) {
    return Error{ErrorCode::missing_param, "scaling.factor",
                 "is needed for the attention factor, unless attentionFactor is given"};
  } else if (p.number("factor") > 1) {
    if (trained <= 1)
      return bad_param("scaling.originalContext",
                       "must be > 1: the attention factor divides by its logarithm; got ",
                       to_text(trained));
    // sqrt(1 + ln s / ln L) = exp(½ ln(…))
    const Wide ratio = Wide(1.0) + log(Wide(p.number("factor"))) / log(Wide(trained));
    out.attention_factor = exp(log(ratio).scaled(-1));
  }
  return out;
}

inline constexpr ScalingInfo kLongropeScaling = {
    .id = "longrope",
    .title = "LongRoPE",
    .formula =
        R"(\theta'_i = \theta_i / e_i,\quad e = \text{short or long factors},\quad \text{attention factor}=\sqrt{1+\ln s/\ln L})",
    .citation =
        "Ding et al. 2024, arXiv:2402.13753; transformers modeling_rope_utils, type longrope",
    .hf_type = "longrope",
    .params = kParams,
    .apply = apply,
};

}  // namespace posenc::longrope_row
