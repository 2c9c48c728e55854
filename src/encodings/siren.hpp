// The first layer of a SIREN: Sitzmann et al. 2020 (arXiv:2006.09661), sin(ω0·(Wx + b)). At
// initialisation it is a set of random waves: W ~ U(±1/n), n the number of coordinates, and b ~
// U(±1/√n), as in torch's Linear.
#pragma once
#include <cmath>  // std::sqrt

#include "encodings/fourier_params.hpp"

namespace posenc::siren_row {

inline constexpr ParamInfo kParams[] = {
    fourier::dim_param("Features of the layer: rows of W."),
    fourier::axes_param(2),
    number("omega0", "ω0, the factor of the whole argument.", 30, {-1e9, 1e9}, {1, 100, true}),
    fourier::matrix_param("weights", "W, (dim, axes); drawn from U(±1/axes) where not given."),
    fourier::matrix_param("biases", "b, (dim); drawn from U(±1/√axes) where not given."),
    only_where(fourier::kSeed, "!weights | !biases"),
};

struct Layer {
  std::vector<double> weights, biases;
};

inline Result<Layer> layer(const Params& p) {
  const std::size_t dim = p.count("dim"), axes = p.count("axes");
  const double n = static_cast<double>(axes);
  const auto uniform = [&](std::uint32_t stream, double bound) {
    return [random = fourier::random_of(p, stream), bound](std::uint64_t i) {
      return random.uniform(i, -bound, bound);
    };
  };
  auto weights = fourier::matrix(p, "weights", dim, axes, uniform(0, 1 / n));
  if (!weights) return weights.error();
  auto biases = fourier::matrix(p, "biases", dim, 1, uniform(1, 1 / std::sqrt(n)));
  if (!biases) return biases.error();
  return Layer{std::move(weights).value(), std::move(biases).value()};
}

inline Result<TrigTable> table(const Params& p) {
  const auto made = layer(p);
  if (!made) return made.error();
  TrigTable t;
  t.axes = p.count("axes");
  const Wide omega0(p.number("omega0"));
  for (const double w : made->weights)
    t.frequencies.push_back(TurnFrequency::from_radians(omega0 * Wide(w)));
  for (const double b : made->biases) t.offsets.emplace_back(omega0 * Wide(b) * kInverseTwoPi);
  t.add_columns(Wave::sine, 0, t.pairs());
  return t;
}

inline Result<Facts> facts(const Params& p) {
  const auto made = layer(p);
  if (!made) return made.error();
  return Facts{{"weights", "W (dim, axes).", made->weights, p.count("axes")},
               {"biases", "b, one for each feature.", made->biases}};
}

inline constexpr EncodingInfo kSiren = {
    .id = "siren",
    .title = "SIREN, first layer",
    .family = "Fourier features",
    .formula =
        R"(\sin(\omega_0(Wx+b)),\quad W\sim\mathcal U(\pm 1/n),\; b\sim\mathcal U(\pm 1/\sqrt n))",
    .citation =
        "Sitzmann et al. 2020, Implicit Neural Representations with Periodic Activation Functions, "
        "arXiv:2006.09661, section 3.2",
    .note =
        "W and ω0 as in the authors' SineLayer and its copies; the distribution of b is torch's "
        "default for Linear. Coordinates are meant to lie in [-1, 1]. The section is from memory "
        "(unconfirmed).",
    .axes = {},
    .params = kParams,
    .trig_table = table,
    .facts = facts,
};

}  // namespace posenc::siren_row
