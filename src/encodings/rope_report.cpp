#include "encodings/rope_report.hpp"

#include "encodings/scaling/common.hpp"  // same

namespace posenc {
namespace {

bool is_length(double x) {
  return x >= 1 && x <= kMostInteger && static_cast<double>(static_cast<std::int64_t>(x)) == x;
}

Error bad_length(std::string_view field, double x) {
  return bad_argument(field, "must be an integer from 1 to 2^53 - 1, got ", to_text(x));
}

bool takes_context_length(const ScalingInfo& info) {
  for (const ParamInfo& p : info.params)
    if (p.name == "contextLength") return true;
  return false;
}

}  // namespace

Result<RopeReport> rope_report(const Encoding& encoding, double trained_context,
                               double context_length) {
  if (!encoding.info->scalable)
    return refusal(
        ErrorCode::not_defined, "encoding",
        {"'", encoding.info->id, "' takes no context extension: there is nothing to report"});
  if (!is_length(trained_context)) return bad_length("trainedContext", trained_context);
  if (!is_length(context_length)) return bad_length("contextLength", context_length);

  Encoding at_length = encoding;
  if (at_length.has_scaling && takes_context_length(*at_length.scaling.info))
    at_length.scaling.params.set("contextLength", context_length);
  Result<Rotary> rotary = at_length.info->rotary(at_length.params, at_length.scaling_or_null());
  if (!rotary) return rotary.error();

  RopeReport r;
  const ScaledFrequencies& scaled = rotary->origin->scaled;
  const std::vector<Wide> plain = rotary->origin->base.frequencies();
  r.unseen.resize(plain.size());
  const Wide trained(trained_context), context(context_length), one(1.0);
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const Wide& theta = scaled.theta[i];
    const Wide seen = trained * plain[i] * kInverseTwoPi;
    const Wide reached = context * theta * kInverseTwoPi;
    r.frequency.push_back(theta.to_double());
    r.unscaled_frequency.push_back(plain[i].to_double());
    r.wavelength.push_back(theta.is_zero() ? 0 : (kTwoPi / theta).to_double());
    r.turns_trained.push_back(seen.to_double());
    r.turns_context.push_back(reached.to_double());
    // s times the context over theta/s reaches as far as training, apart from the last bit
    const bool further = seen < reached && !scaling_detail::same(reached, seen);
    r.unseen[i] = seen < one && further;
  }
  r.band = scaled.band;
  r.attention_factor = scaled.attention_factor.to_double();
  r.softmax_multiplier = scaled.softmax_multiplier.to_double();
  r.regime = scaled.regime;
  return r;
}

}  // namespace posenc
