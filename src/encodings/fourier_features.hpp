// Fourier features: Tancik et al. 2020 (arXiv:2006.10739).
//
//   γ(v) = [a_j cos(2π b_j·v), a_j sin(2π b_j·v)]_j, kernel Σ_j a_j² cos(2π b_j·(v - v'))
//
//   basic       b = the identity
//   positional  b = σ^(j/m) along each axis, j = 0 … m-1
//   gaussian    b ~ N(0, σ² I), or given
//
// Frequencies are turns, so phases at dyadic coordinates are exact.
#pragma once
#include "core/geometric.hpp"
#include "encodings/fourier_params.hpp"

namespace posenc::fourier_features_row {

using Mapping = Choice<"gaussian", "basic", "positional">;
using Order = Choice<"paper", "code">;

inline constexpr ParamInfo kParams[] = {
    fourier::dim_param("Width: 2m for gaussian, 2·axes for basic, 2·axes·m for positional. Left "
                       "out: m = 256 in all, as in the paper, and 2·axes for basic.",
                       false),
    fourier::axes_param(2),
    one_of<Mapping>("mapping",
                    "Where the frequencies b come from: gaussian draws them, basic is the "
                    "identity, positional is σ^(j/m) along each axis."),
    only_where(
        number("scale",
               "σ: standard deviation of gaussian frequencies, in turns per unit (the paper tries "
               "1, 10 and 100 on coordinates in [0, 1)); limit of the positional ones.",
               10, {1e-9, 1e9}, {0.1, 100, true}),
        "!frequencies & mapping=gaussian,positional"),
    one_of<Order>("order",
                  "paper: cosines first, [cos | sin] for each j of positional and of the whole "
                  "otherwise; code: sines first, [sin(2πBv) | cos(2πBv)]."),
    fourier::matrix_param("frequencies", "B of mapping gaussian in turns per unit, (m, axes)."),
    fourier::matrix_param("amplitudes", "a_j, one for each frequency; 1 where not given."),
    only_where(fourier::kSeed, "!frequencies & mapping=gaussian"),
};

// Rows of b (turns per unit), the frequencies of the table.
inline Result<std::vector<double>> gaussian_matrix(const Params& p) {
  const std::size_t axes = p.count("axes");
  const Random random = fourier::random_of(p, 0);
  const double scale = p.number("scale");
  std::size_t m = 256;
  if (p.has("dim")) {
    if (p.integer("dim") % 2 != 0)
      return fourier::bad_dim(p, "even: a cosine and a sine for each b");
    m = p.count("dim") / 2;
  } else if (p.has("frequencies")) {
    m = p.numbers("frequencies").empty() ? 1 : (p.numbers("frequencies").size() + axes - 1) / axes;
  }
  return fourier::matrix(p, "frequencies", m, axes,
                         [&](std::uint64_t i) { return scale * random.normal(i); });
}

inline Result<TrigTable> frequencies(const Params& p) {
  TrigTable t;
  t.axes = p.count("axes");
  const auto mapping = p.choice<Mapping>("mapping");
  if (mapping == "gaussian") {
    const auto b = gaussian_matrix(p);
    if (!b) return b.error();
    for (const double x : b.value()) t.frequencies.push_back(TurnFrequency::from_turns(Wide(x)));
    return t;
  }
  if (p.has("frequencies")) return bad_param("frequencies", "belong to mapping 'gaussian'");
  const std::size_t each = 2 * t.axes;  // channels of one frequency along every axis
  std::size_t m = mapping == "basic" ? 1 : (256 + t.axes - 1) / t.axes;
  if (p.has("dim")) {
    const std::size_t dim = p.count("dim");
    if (mapping == "basic" && dim != each)
      return fourier::bad_dim(p, std::to_string(each) + " = 2·axes with mapping 'basic'");
    if (dim % each != 0)
      return fourier::bad_dim(
          p, "a multiple of " + std::to_string(each) + " = 2·axes with mapping 'positional'");
    m = dim / each;
  }
  const Wide step =
      mapping == "basic" ? Wide() : log(Wide(p.number("scale"))) / Wide(static_cast<double>(m));
  for (const Wide& b : geometric(step, m)) {
    const TurnFrequency f = TurnFrequency::from_turns(b);
    for (std::size_t a = 0; a < t.axes; ++a) t.add_pair(a, f);
  }
  return t;
}

inline Result<TrigTable> table(const Params& p) {
  Result<TrigTable> made = frequencies(p);
  if (!made) return made.error();
  TrigTable& t = made.value();
  const std::size_t pairs = t.pairs();
  if (p.has("amplitudes")) {
    const std::span<const double> a = p.numbers("amplitudes");
    if (a.size() != pairs)
      return bad_shape("amplitudes", "must have one number for each of ", pairs,
                       " frequencies, got ", a.size());
    t.amplitudes.assign(a.begin(), a.end());
  }
  const bool cosines_first = p.choice<Order>("order") == "paper";
  // the paper orders positional as [… cos, sin of the vector v at frequency j …]
  const bool by_frequency = cosines_first && p.choice<Mapping>("mapping") == "positional";
  const std::size_t group = by_frequency ? t.axes : pairs;
  for (std::size_t first = 0; first < pairs; first += group) {
    t.add_columns(cosines_first ? Wave::cosine : Wave::sine, first, group);
    t.add_columns(cosines_first ? Wave::sine : Wave::cosine, first, group);
  }
  return made;
}

inline Result<Facts> facts(const Params& p) {
  const auto t = frequencies(p);
  if (!t) return t.error();
  Fact b{"frequencies", "B in turns per unit of each coordinate (m, axes).", {}, t->axes};
  for (const TurnFrequency& f : t->frequencies)
    b.values.push_back((f.negative ? -f.turns : f.turns).to_double());
  return Facts{b};
}

inline constexpr EncodingInfo kFourierFeatures = {
    .id = "fourier-features",
    .title = "Fourier features",
    .family = "Fourier features",
    .formula =
        R"(\gamma(v) = \big[a_j\cos(2\pi\, b_j^{\mathsf T}v),\; a_j\sin(2\pi\, b_j^{\mathsf T}v)\big]_j,\quad \gamma(v)^{\mathsf T}\gamma(v') = \sum_j a_j^2\cos(2\pi\, b_j^{\mathsf T}(v-v')))",
    .citation =
        "Tancik et al. 2020, Fourier Features Let Networks Learn High Frequency Functions in Low "
        "Dimensional Domains, arXiv:2006.10739, eq. 5-7",
    .note =
        "The released code puts sines first, the paper cosines. Coordinates are meant to lie in "
        "[0, 1). The equation numbers and m = 256 are from memory (unconfirmed).",
    .axes = {},
    .params = kParams,
    .trig_table = table,
    .facts = facts,
};

}  // namespace posenc::fourier_features_row
