// PoPE: polar coordinate position embedding, Gopalakrishnan et al. 2025 (arXiv:2509.10534).
//
// Content sets only magnitudes, position only phases: with d frequencies theta_c = base^(-c/d),
//   query channel c → softplus(q_c)·(cos m·theta_c, sin m·theta_c)
//   key channel c   → softplus(k_c)·(cos(n·theta_c + delta_c), sin(n·theta_c + delta_c))
// so logits are Σ_c softplus(q_c) softplus(k_c) cos((m - n)·theta_c - delta_c). The phases delta
// are learned, per head, and kept in [-2π, 0].
#pragma once
#include <algorithm>
#include <memory>

#include "core/random.hpp"
#include "encodings/rotary_params.hpp"
#include "encodings/rotation.hpp"

namespace posenc {
namespace pope_detail {

inline constexpr std::string_view kPhases[] = {"zero", "uniform"};
inline constexpr double kLeastPhase = -6.283185307179586;  // -2π, as float64 code has it

inline constexpr ParamInfo kParams[] = {
    {.name = "dim",
     .doc = "Head dimension d; a transformed vector has 2d channels.",
     .kind = ParamKind::integer,
     .required = true,
     .min = 1,
     .max = 32768,
     .slider = {2, 512, true}},
    rotary_detail::base(10000),
    {.name = "phases",
     .doc = "Learned phases delta of the keys of one head, rad: dim numbers, cut to [-2π, 0]. "
            "Drawn as phaseInit says when left out.",
     .kind = ParamKind::numbers,
     .min = -1e9,
     .max = 1e9},
    {.name = "phaseInit",
     .doc = "Phases before training: all 0, or uniform in [-2π, 0].",
     .kind = ParamKind::choice,
     .initial = 0,
     .choices = kPhases,
     .where = "!phases"},
    {.name = "layout",
     .doc = "Order of the 2d channels: half puts all cosines before all sines, interleaved "
            "alternates them.",
     .kind = ParamKind::choice,
     .initial = 0,
     .choices = rotary_detail::kLayouts},
    only_where(rotary_detail::kSeed, "!phases & phaseInit=uniform"),
};

inline Result<std::vector<double>> phases(const Params& p) {
  const auto dim = static_cast<std::size_t>(p.integer("dim"));
  std::vector<double> delta(dim);
  if (p.has("phases")) {
    if (auto error = rotary_detail::wrong_length(p, "phases", dim, "one for each channel"))
      return *error;
    for (std::size_t c = 0; c < dim; ++c)
      delta[c] = std::clamp(p.numbers("phases")[c], kLeastPhase, 0.0);
  } else if (p.choice("phaseInit") == 1) {
    const Random random(static_cast<std::uint64_t>(p.integer("seed")));
    for (std::size_t c = 0; c < dim; ++c) delta[c] = random.uniform(c, kLeastPhase, 0);
  }
  return delta;
}

// the waves of a query
inline Result<TrigTable> table(const Params& p) {
  const auto dim = static_cast<std::size_t>(p.integer("dim"));
  TrigTable t;
  for (const Wide& theta : rotary_detail::bands(p.number("base"), dim))
    t.frequencies.push_back(TurnFrequency::from_radians(theta));
  set_rotary_columns(t, p.choice("layout") == rotary_detail::interleaved);
  return t;
}

inline Result<Transform> transform(const Params& p) {
  const Result<std::vector<double>> delta = phases(p);
  if (!delta) return delta.error();
  TrigTable of_query = table(p).value(), of_key = of_query;
  for (const double phase : *delta) of_key.offsets.emplace_back(Wide(phase) * kInverseTwoPi);
  Transform t;
  t.dim = delta->size();
  t.width = 2 * t.dim;
  const rotary_detail::Channels c{p.choice("layout") == rotary_detail::interleaved, t.dim};
  const Rotation::Shape shape{t.width, c.interleaved};
  t.row = [=, query_waves = std::make_shared<Rotation>(shape),
           key_waves = std::make_shared<Rotation>(shape)](Side side, const double* position,
                                                          const double* x, double* out) {
    const double* cosine = side == Side::query ? query_waves->waves_at(of_query, position)
                                               : key_waves->waves_at(of_key, position);
    const double* sine = cosine + c.pairs;
    for (std::size_t i = 0; i < c.pairs; ++i) {
      const double magnitude = real::softplus(x[i]);
      out[c.first(i)] = magnitude * cosine[i];
      out[c.second(i)] = magnitude * sine[i];
    }
  };
  return t;
}

inline Result<Facts> facts(const Params& p) {
  Result<std::vector<double>> delta = phases(p);
  if (!delta) return delta.error();
  return Facts{
      {"phases", "Phase delta of each channel of the keys, rad.", std::move(delta).value()}};
}

}  // namespace pope_detail

inline constexpr EncodingInfo kPope = {
    .id = "pope",
    .title = "PoPE (polar)",
    .family = "rotary",
    .formula =
        R"(q_m^\top k_n = \sum_{c=0}^{d-1}\mathrm{sp}(q_c)\,\mathrm{sp}(k_c)\cos\!\big((m-n)\theta_c-\delta_c\big),\quad \theta_c = b^{-c/d},\;\mathrm{sp}(x)=\ln(1+e^x))",
    .citation =
        "Gopalakrishnan et al. 2025, Decoupling the \"What\" and \"Where\" With Polar "
        "Coordinate Positional Embeddings, arXiv:2509.10534; x-transformers PolarEmbedding",
    .note =
        "Logits are divided by the root of d, the width before the transformation. The sign of "
        "delta is that of released code, which adds it to the angle of the key.",
    .params = pope_detail::kParams,
    .trig_table = pope_detail::table,
    .transform = pope_detail::transform,
    .facts = pope_detail::facts,
};

}  // namespace posenc
