// xPos: Extrapolatable Position Embedding, Sun et al. 2022 (arXiv:2212.10554).
//
// RoPE with an exponential decay: zeta_i = (2i/d + gamma)/(1 + gamma); queries are multiplied by
// zeta_i^(m/B), keys by zeta_i^(-n/B), so that logits contain zeta_i^((m-n)/B). Positions are
// relative to a centre, which affects only the separate factors. They overflow far from it (the
// note below; the lengths are B·ln(largest)/ln(1/zeta_0), tests/encodings/xpos_test.cpp), but the
// logits, computed from m - n, do not.
//
// Factors are within 2 ulp; a rotated channel is the rotation rounded, times the factor.
#pragma once
#include <memory>
#include <unordered_map>
#include <vector>

#include "core/lazy.hpp"
#include "core/real.hpp"
#include "encodings/relative_rotation.hpp"

namespace posenc::xpos_row {

inline constexpr ParamInfo kParams[] = {
    rotary_detail::kDim,
    rotary_detail::base(10000),
    number("scaleBase", "B: positions in which the factor changes by zeta.", 512, {1, 1e9},
           {16, 8192, true}),
    number("gamma", "gamma of zeta_i = (2i/d + gamma)/(1 + gamma).", 0.4, above(0, 1e6), {0.1, 4}),
    number("centre",
           "Position that queries' and keys' own factors are taken from, which overflow far from "
           "it; torchscale and others take the middle of the sequence. Logits do not depend on it.",
           0, {-131072, 131072}, {0, 4096}),
    rotary_detail::layout("interleaved"),
};

// zeta^y for every pair; the 256-bit logarithms are computed at first use.
class Decay {
 public:
  explicit Decay(const Params& p)
      : scale_base_(p.number("scaleBase")),
        zeta_(std::function([gamma = Wide(p.number("gamma")), pairs = p.count("dim") / 2] {
          std::vector<Wide> zeta;
          for (std::size_t i = 0; i < pairs; ++i)
            zeta.push_back(
                (Wide(static_cast<double>(i)) / Wide(static_cast<double>(pairs)) + gamma) /
                (Wide(1.0) + gamma));
          return zeta;
        })),
        log_(std::function([zeta = zeta_] {
          std::vector<turn_detail::Sum> logs;
          for (const Wide& z : *zeta) {
            const Wide logarithm = log(z);
            const double high = logarithm.to_double();
            logs.push_back({high, (logarithm - Wide(high)).to_double()});
          }
          return logs;
        })) {}
  // zeta_i^(distance/B), within 2 ulp
  double operator()(std::size_t pair, double distance) const {
    using namespace turn_detail;
    // y = distance/B with its rounding error, likewise y·ln(zeta)
    const double y = distance / scale_base_;
    const Sum back = two_product(y, scale_base_);
    const double y_low = ((distance - back.high) - back.low) / scale_base_;
    const auto [high, low] = (*log_)[pair];
    const Sum x = two_product(y, high);
    return real::exp(x.high, x.low + (y * low + y_low * high));
  }
  std::vector<double> zeta() const {
    std::vector<double> out;
    for (const Wide& z : *zeta_) out.push_back(z.to_double());
    return out;
  }

 private:
  double scale_base_;
  Lazy<std::vector<Wide>> zeta_;
  Lazy<std::vector<turn_detail::Sum>> log_;
};

// The factors of all pairs at a distance. They are cached, as Rotation caches waves, because all
// heads and samples use the same ones.
class KnownFactors {
 public:
  KnownFactors(Decay decay, std::size_t pairs) : decay_(std::move(decay)), pairs_(pairs) {}
  // (pairs), valid until the next call
  const double* operator()(double distance) {
    constexpr std::size_t kMostNumbers = (std::size_t{8} << 20) / sizeof(double);
    if (factors_.size() > kMostNumbers) factors_.clear(), index_of_.clear();
    const auto [known, is_new] = index_of_.try_emplace(distance, index_of_.size());
    for (std::size_t i = 0; is_new && i < pairs_; ++i) factors_.push_back(decay_(i, distance));
    return factors_.data() + known->second * pairs_;
  }

 private:
  Decay decay_;
  std::size_t pairs_;
  std::unordered_map<double, std::size_t> index_of_;
  std::vector<double> factors_;  // (known, pairs)
};

inline Result<TrigTable> table(const Params& p) {
  if (auto error = not_multiple(p, 2, "channels are rotated in pairs")) return *error;
  TrigTable t = relative_rotation::rope_table(p.number("base"), p.count("dim"));
  set_rotary_columns(t, rotary_detail::is_interleaved(p));
  return t;
}

inline Result<Transform> transform(const Params& p) {
  Result<TrigTable> made = table(p);
  if (!made) return made.error();
  Transform t;
  t.dim = t.width = p.count("dim");
  const bool interleaved = rotary_detail::is_interleaved(p);
  const auto rotation = std::make_shared<Rotation>(Rotation::Shape{t.dim, interleaved});
  const rotary_detail::Channels c{interleaved, t.dim / 2};
  const Decay decay(p);
  const double centre = p.number("centre");
  if constexpr (kAdjoints)
    t.adjoint = [=, waves = *made](Side side, const double* position, const double*,
                                   const double* upstream, double* x_gradient, Gradients) {
      const double *cosine = rotation->waves_at(waves, position), *sine = cosine + c.pairs;
      const double from_centre = side == Side::query ? *position - centre : centre - *position;
      for (std::size_t i = 0; i < c.pairs; ++i) {
        const double scale = decay(i, from_centre);
        const double one = scale * upstream[c.first(i)], two = scale * upstream[c.second(i)];
        x_gradient[c.first(i)] += one * cosine[i] + two * sine[i];
        x_gradient[c.second(i)] += two * cosine[i] - one * sine[i];
      }
    };
  t.row = [=, waves = std::move(made).value()](Side side, const double* position, const double* x,
                                               double* out) {
    rotation->apply(waves, {position, 1}, x, out);
    const double from_centre = side == Side::query ? *position - centre : centre - *position;
    for (std::size_t i = 0; i < c.pairs; ++i) {
      const double scale = decay(i, from_centre);
      for (double* y : {out + c.first(i), out + c.second(i)})
        if (*y != 0) *y *= scale;  // scale may be infinite
    }
  };
  return t;
}

inline Result<Scores> scores(const Params& p) {
  Result<TrigTable> made = table(p);
  if (!made) return made.error();
  const auto dim = p.count("dim");
  const auto factors = std::make_shared<KnownFactors>(Decay(p), dim / 2);
  return relative_rotation::scores(
      {.dim = dim,
       .interleaved = rotary_detail::is_interleaved(p),
       .table = std::move(made).value(),
       .distance = [](double query, double key) { return query - key; },
       .factors = [factors](double e) { return (*factors)(e); }});
}

inline Result<Facts> facts(const Params& p) {
  return Facts{{"zeta", "Factor of each pair over scaleBase positions.", Decay(p).zeta()}};
}

inline constexpr EncodingInfo kXpos = {
    .id = "xpos",
    .title = "xPos",
    .family = "rotary",
    .formula =
        R"(q_m^\top k_n = \sum_i \zeta_i^{(m-n)/B}\,\mathrm{Re}\!\left(q_i\bar k_i\,e^{\mathrm i(m-n)\theta_i}\right),\quad \zeta_i = \frac{2i/d+\gamma}{1+\gamma})",
    .citation =
        "Sun et al. 2022, A Length-Extrapolatable Transformer, arXiv:2212.10554; torchscale "
        "xpos_relative_position.py",
    .note =
        "Causal. The separate factors grow with the distance from the centre: a rotated channel of "
        "size 1 becomes infinite scaleBase·ln(largest)/ln((1 + gamma)/gamma) positions away. With "
        "the defaults these are 36,260 positions in float32 and 290,085 in float64. The logits "
        "stay finite.",
    .params = kParams,
    .trig_table = table,
    .transform = transform,
    .scores = scores,
    .facts = facts,
};

}  // namespace posenc::xpos_row
