// RoPE-Mixed: Heo et al. 2024 (arXiv:2403.13298, eq. 14), learned directions of the plane waves.
//
// Pair i turns by x·fx_i + y·fy_i. Frequencies that are not given are drawn as rope-vit initialises
// a head: one angle phi ~ U(0, 2π), mag_k = base^(-4k/d),
//   fx = [mag_k cos(phi) | mag_k cos(phi + π/2)],  fy = [mag_k sin(phi) | mag_k sin(phi + π/2)].
#pragma once
#include "core/random.hpp"
#include "encodings/rotary_params.hpp"

namespace posenc::rope_2d_mixed_row {

inline constexpr ParamInfo kParams[] = {
    rotary_detail::kDimByFour,
    trainable(numbers(
        "fx",
        "Learned frequencies of x of one head, rad per column: dim/2 numbers. Drawn when left out.",
        kOptional, {-1e9, 1e9})),
    trainable(numbers("fy", "The same of y, rad per row.", kOptional, {-1e9, 1e9})),
    only_where(rotary_detail::base(10), "!fx"),
    rotary_detail::layout("interleaved"),
    only_where(
        on_off("rotate", "Draws the angle phi; otherwise phi = 0 and the directions are the axes.",
               true),
        "!fx"),
    only_where(integer("head", "The head that is shown: each has an angle that is drawn for it.", 0,
                       {0, kMostInteger}, {0, 15}),
               "rotate & !fx"),
    only_where(rotary_detail::kSeed, "rotate & !fx"),
};

struct Directions {
  std::vector<double> fx, fy;  // (dim/2)
  Facts facts() const {
    return {{"fx", "Frequency of x of each pair, rad per column.", fx},
            {"fy", "Frequency of y of each pair, rad per row.", fy}};
  }
};

inline Directions drawn(const Params& p, std::size_t quarter) {
  SinCos phi;  // of the angle 0
  if (p.flag("rotate"))
    phi = sincos(static_cast<u128>(Random(static_cast<std::uint64_t>(p.integer("seed")))
                                       .uniform(static_cast<std::uint64_t>(p.integer("head"))) *
                                   0x1p53)
                 << 75);
  Directions d;
  const std::vector<Wide> magnitudes = rotary_detail::bands(p.number("base"), quarter);
  for (const bool quarter_turn : {false, true})
    for (const Wide& magnitude : magnitudes) {
      const double m = magnitude.to_double();
      d.fx.push_back(m * (quarter_turn ? 0 - phi.sin : phi.cos));
      d.fy.push_back(m * (quarter_turn ? phi.cos : phi.sin));
    }
  return d;
}

inline Result<Directions> directions(const Params& p) {
  if (!p.has("fx") && !p.has("fy")) {
    if (auto error =
            not_multiple(p, 4, "drawn frequencies come as two orthogonal directions of d/4 pairs"))
      return *error;
    return drawn(p, p.count("dim") / 4);
  }
  if (auto error = not_multiple(p, 2, "channels are rotated in pairs")) return *error;
  for (const std::string_view name : {"fx", "fy"})
    if (p.has(name))
      if (auto error =
              rotary_detail::wrong_length(p, name, p.count("dim") / 2, "one for each pair"))
        return *error;
  if (p.has("fx") != p.has("fy"))
    return Error{ErrorCode::missing_param, p.has("fx") ? "fy" : "fx",
                 "fx and fy are given together, or both left out"};
  return Directions{{p.numbers("fx").begin(), p.numbers("fx").end()},
                    {p.numbers("fy").begin(), p.numbers("fy").end()}};
}

inline Result<Rotary> rotary(const Params& p, const Scaling*) {
  const Result<Directions> d = directions(p);
  if (!d) return d.error();
  TrigTable t;
  t.axes = 2;
  for (std::size_t i = 0; i < d->fx.size(); ++i) {
    const TurnFrequency pair[] = {TurnFrequency::from_radians(Wide(d->fy[i])),
                                  TurnFrequency::from_radians(Wide(d->fx[i]))};
    t.add_pair(pair);
  }
  Rotary r = rotary_detail::whole_head(p, std::move(t));
  if constexpr (kAdjoints)
    r.trained = {{"fy", Lazy(d->fy), "dim/2", d->fy.size()},
                 {"fx", Lazy(d->fx), "dim/2", d->fx.size()}};
  return r;
}

inline constexpr EncodingInfo kRope2dMixed = {
    .id = "rope-2d-mixed",
    .title = "RoPE-Mixed (2-D)",
    .family = "rotary",
    .formula = R"(\phi_i = x\,f^x_i + y\,f^y_i)",
    .citation =
        "Heo et al. 2024, Rotary Position Embedding for Vision Transformer, arXiv:2403.13298, eq. "
        "14 (equation number unconfirmed); rope-vit init_2d_freqs",
    .note =
        "Frequencies that are not given are drawn as the released code initialises them, by this "
        "library's own generator: the distribution is theirs, the numbers are not.",
    .axes = kGridAxes,
    .params = kParams,
    .rotary = rotary,
    .facts = facts_of<directions>,
};

}  // namespace posenc::rope_2d_mixed_row
