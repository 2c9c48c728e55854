// Rotary position embedding: Su et al. 2021 (RoFormer, arXiv:2104.09864), both channel pairings,
// partial rotary, and any context extension of scaling/.
//
// The table is the cache of engines: cos and sin of p·theta_i times the attention factor, as [cos …
// | sin …] for the half layout (transformers) and cos0 sin0 cos1 sin1 … for the interleaved one
// (Meta's complex freqs_cis). Width = rotary_dim. Keys are turned by the same waves, so it excludes
// the factor of queries (query_scale.hpp).
#pragma once
#include "encodings/query_scale.hpp"
#include "encodings/rotary_params.hpp"
#include "encodings/scaling/default.hpp"

namespace posenc::rope_row {

inline constexpr ParamInfo kRotaryDim = integer("rotaryDim",
                                                "Number r of channels that are rotated, the first "
                                                "of the head; dim when left out. Exponents use r.",
                                                kOptional, {2, 65536}, {2, 512, true});

inline constexpr ParamInfo kParams[] = {
    rotary_detail::kDim, rotary_detail::base(10000), rotary_detail::layout("half"),
    kRotaryDim,          query_scale::kScale,        query_scale::kLength,
    query_scale::kRule,  query_scale::kShift,
};

inline Result<RotaryBase> rotary_base(const Params& p) {
  const std::int64_t dim = p.integer("dim");
  const auto rotary_dim =
      static_cast<std::int64_t>(p.number_or("rotaryDim", static_cast<double>(dim)));
  if (rotary_dim > dim)
    return bad_param("rotaryDim", "must be at most dim = ", dim, ", got ", rotary_dim);
  if (rotary_dim % 2 != 0)
    return bad_param(p.has("rotaryDim") ? "rotaryDim" : "dim",
                     "must be even: channels are rotated in pairs; got ", rotary_dim);
  return RotaryBase{p.number("base"), dim, rotary_dim};
}

inline Rotary rotary_of(const RotaryBase& base, bool interleaved, ScaledFrequencies scaled) {
  Rotary r{static_cast<std::size_t>(base.head_dim), interleaved, {}, {}};
  for (const Wide& theta : scaled.theta)
    r.table.frequencies.push_back(TurnFrequency::from_radians(theta));
  r.table.amplitude = scaled.attention_factor.to_double();
  set_rotary_columns(r.table, interleaved);
  r.origin = Rotary::Origin{base, std::move(scaled)};
  return r;
}

inline Result<GeometricFrequencies> geometric(const Params& p, const Scaling* scaling) {
  if (scaling != nullptr && scaling->info != &default_row::kDefaultScaling)
    return Error{ErrorCode::not_defined, "scaling",
                 "how others compute a context extension is not emulated; leave scaling out"};
  const double pairs = p.number_or("rotaryDim", p.number("dim")) / 2;
  return GeometricFrequencies{p.number("base"), static_cast<std::size_t>(pairs), pairs};
}

inline Result<Rotary> rotary(const Params& p, const Scaling* scaling) {
  const Result<RotaryBase> base = rotary_base(p);
  if (!base) return base.error();
  Result<ScaledFrequencies> scaled = scaling == nullptr
                                         ? default_row::apply(*base, {})
                                         : scaling->info->apply(*base, scaling->params);
  if (!scaled) return scaled.error();
  return rotary_of(*base, rotary_detail::is_interleaved(p), std::move(scaled).value());
}

inline constexpr EncodingInfo kRope = {
    .id = "rope",
    .title = "Rotary (RoPE)",
    .family = "rotary",
    .formula =
        R"(q_m^\top k_n = q^\top R_{n-m}\,k,\quad R_m = \mathrm{blockdiag}\begin{pmatrix}\cos m\theta_i & -\sin m\theta_i\\ \sin m\theta_i & \cos m\theta_i\end{pmatrix},\quad \theta_i = b^{-2i/r})",
    .citation =
        "Su et al. 2021, RoFormer, arXiv:2104.09864, eq. 14-16 and 34 (equation numbers "
        "unconfirmed)",
    .note =
        "attnScale multiplies each query, beside its rotation, by a factor that grows with its "
        "position, as Ministral 3, Grok-2 and Qwen 1 do. Rotated queries and logits have it; keys, "
        "tables, cosines and sines do not.",
    .params = kParams,
    .scalable = true,
    .rotary = rotary,
    .query_scale = query_scale::stage,
    .geometric = geometric,
};

}  // namespace posenc::rope_row
