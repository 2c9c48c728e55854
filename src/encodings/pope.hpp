// PoPE: polar coordinate position embedding, Gopalakrishnan et al. 2025 (arXiv:2509.10534).
//
// Content sets only magnitudes, position only phases: with d frequencies theta_c = base^(-c/d),
//   query channel c → softplus(q_c)·(cos m·theta_c, sin m·theta_c)
//   key channel c   → softplus(k_c)·(cos(n·theta_c + delta_c), sin(n·theta_c + delta_c))
// so logits are Σ_c softplus(q_c) softplus(k_c) cos((m - n)·theta_c - delta_c). The phases delta
// are learned per head and clamped to [-2π, 0].
#pragma once
#include <algorithm>
#include <memory>

#include "core/random.hpp"
#include "encodings/rotary_params.hpp"
#include "encodings/rotation.hpp"

namespace posenc::pope_row {

using Phase = Choice<"zero", "uniform">;
inline constexpr double kLeastPhase = -6.283185307179586;  // -2π as in float64 code

inline constexpr ParamInfo kParams[] = {
    integer("dim", "Head dimension d; a transformed vector has 2d channels.", kRequired, {1, 32768},
            {2, 512, true}),
    rotary_detail::base(10000),
    trainable(numbers("phases",
                      "Learned phases delta of the keys of one head, rad: dim numbers, cut to "
                      "[-2π, 0]. Drawn as phaseInit says when left out.",
                      kOptional, {-1e9, 1e9})),
    only_where(one_of<Phase>("phaseInit", "Phases before training: all 0, or uniform in [-2π, 0]."),
               "!phases"),
    one_of<rotary_detail::Layout>("layout",
                                  "Order of the 2d channels: half puts all cosines before all "
                                  "sines, interleaved alternates them."),
    only_where(rotary_detail::kSeed, "!phases & phaseInit=uniform"),
};

inline double cut(double phase) { return std::clamp(phase, kLeastPhase, 0.0); }

// before clamping
inline Result<std::vector<double>> phases(const Params& p) {
  const auto dim = p.count("dim");
  std::vector<double> delta(dim);
  if (p.has("phases")) {
    if (auto error = rotary_detail::wrong_length(p, "phases", dim, "one for each channel"))
      return *error;
    delta.assign(p.numbers("phases").begin(), p.numbers("phases").end());
  } else if (p.choice<Phase>("phaseInit") == "uniform") {
    const Random random(static_cast<std::uint64_t>(p.integer("seed")));
    for (std::size_t c = 0; c < dim; ++c) delta[c] = random.uniform(c, kLeastPhase, 0);
  }
  return delta;
}

// the waves of queries
inline Result<TrigTable> table(const Params& p) {
  const auto dim = p.count("dim");
  TrigTable t;
  for (const Wide& theta : rotary_detail::bands(p.number("base"), dim))
    t.frequencies.push_back(TurnFrequency::from_radians(theta));
  set_rotary_columns(t, rotary_detail::is_interleaved(p));
  return t;
}

// The waves of queries and keys; those of keys follow the phases.
class Waves {
 public:
  Waves(TrigTable of_query, Rotation::Shape shape, std::span<const double> phases)
      : shape_(shape), query_(std::move(of_query)), key_(query_) {
    set(phases);
  }
  void set(std::span<const double> phases) {
    key_.offsets.clear();
    for (const double phase : phases) key_.offsets.emplace_back(Wide(cut(phase)) * kInverseTwoPi);
    key_waves_ = Rotation(shape_);
  }
  const double* at(Side side, const double* position) {
    return side == Side::query ? query_waves_.waves_at(query_, position)
                               : key_waves_.waves_at(key_, position);
  }

 private:
  Rotation::Shape shape_;
  TrigTable query_, key_;
  Rotation query_waves_{shape_}, key_waves_{shape_};
};

inline Result<Transform> transform(const Params& p) {
  const Result<std::vector<double>> delta = phases(p);
  if (!delta) return delta.error();
  Transform t;
  t.dim = delta->size();
  t.width = 2 * t.dim;
  const rotary_detail::Channels c{rotary_detail::is_interleaved(p), t.dim};
  const auto waves =
      std::make_shared<Waves>(table(p).value(), Rotation::Shape{t.width, c.interleaved}, *delta);
  t.row = [c, waves](Side side, const double* position, const double* x, double* out) {
    const double *cosine = waves->at(side, position), *sine = cosine + c.pairs;
    for (std::size_t i = 0; i < c.pairs; ++i) {
      const double magnitude = real::softplus(x[i]);
      out[c.first(i)] = magnitude * cosine[i];
      out[c.second(i)] = magnitude * sine[i];
    }
  };
  if constexpr (kAdjoints) {
    const Lazy<std::vector<double>> phases(*delta);
    t.trained = {{"phases", phases, "dim", t.dim}};
    t.refresh = [waves, phases] { waves->set(*phases); };
    t.adjoint = [c, waves, phases](Side side, const double* position, const double* x,
                                   const double* upstream, double* x_gradient, Gradients to) {
      const double *cosine = waves->at(side, position), *sine = cosine + c.pairs;
      for (std::size_t i = 0; i < c.pairs; ++i) {
        const double along = upstream[c.first(i)] * cosine[i] + upstream[c.second(i)] * sine[i],
                     across = upstream[c.second(i)] * cosine[i] - upstream[c.first(i)] * sine[i];
        x_gradient[i] += real::sigmoid(x[i]) * along;
        const double phase = (*phases)[i];
        if (side == Side::key && cut(phase) == phase) to[0][i] += real::softplus(x[i]) * across;
      }
    };
  }
  return t;
}

inline Result<Facts> facts(const Params& p) {
  Result<std::vector<double>> delta = phases(p);
  if (!delta) return delta.error();
  for (double& phase : *delta) phase = cut(phase);
  return Facts{
      {"phases", "Phase delta of each channel of the keys, rad.", std::move(delta).value()}};
}

inline constexpr EncodingInfo kPope = {
    .id = "pope",
    .title = "PoPE (polar)",
    .family = "rotary",
    .formula =
        R"(q_m^\top k_n = \sum_{c=0}^{d-1}\mathrm{sp}(q_c)\,\mathrm{sp}(k_c)\cos\!\big((m-n)\theta_c-\delta_c\big),\quad \theta_c = b^{-c/d},\;\mathrm{sp}(x)=\ln(1+e^x))",
    .citation =
        "Gopalakrishnan et al. 2025, Decoupling the \"What\" and \"Where\" With Polar Coordinate "
        "Positional Embeddings, arXiv:2509.10534; x-transformers PolarEmbedding",
    .note =
        "Logits are divided by the root of d, the width before the transformation. The sign of "
        "delta is that of released code, which adds it to the angle of the key.",
    .params = kParams,
    .trig_table = table,
    .transform = transform,
    .facts = facts,
};

}  // namespace posenc::pope_row
