// CAPE: continuous augmented positional embeddings, Likhomanenko et al. 2021. In training,
// positions are centred, shifted together and individually, and stretched, before the sinusoidal
// encoding. Outside training they are only centred.
//
// p_i ← (p_i - mean + Δ + ε_i)·λ, Δ ~ U(±deltaMax), ε_i ~ U(±epsMax), ln λ ~ U(±ln lambdaMax).
//
// The augmented position is a float64, rounded after each of the four steps. float64 entries are
// within 0.80 ulp of its waves (turn.hpp), and float32 entries are rounded from them.
#pragma once
#include "core/geometric.hpp"
#include "core/random.hpp"
#include "encodings/encoding.hpp"

namespace posenc::cape_row {

using Mode = Choice<"train", "eval">;

inline constexpr ParamInfo most_param(std::string_view name, std::string_view doc, double initial,
                                      double min, double max, Slider slider) {
  return number(name, doc, initial, {min, max}, slider);
}

inline constexpr ParamInfo kParams[] = {
    integer("dim", "Width d of the encoding, even; layout s0 c0 s1 c1 ….", kRequired, {2, 65536},
            {2, 1024, true}),
    number("base", "Base b of the geometric frequencies.", 10000, above(0, 1e30), {10, 1e7, true}),
    one_of<Mode>(
        "mode",
        "train augments the positions 0 … count-1; eval only centres, and takes any position."),
    only_where(integer("count",
                       "Length n of the sequence, positions 0 … n-1: 128 when left out, or as many "
                       "as eps has.",
                       kOptional, {1, 1 << 20}, {1, 1024, true}),
               "mode=train | !mean"),
    number(
        "mean",
        "What is taken off every position: (count - 1)/2, the mean of 0 … count-1, when left out.",
        kOptional, {-0x1p53, 0x1p53}, {0, 512}),
    only_where(integer("seed", "Seed of the shifts and the stretch, as far as they are drawn.", 0,
                       {0, kMostInteger}, {0, 100}),
               "mode=train & !delta | !eps | !lambda"),
    only_where(most_param("deltaMax", "Largest shift of the whole sequence.", 5, 0, 1e9, {0, 100}),
               "mode=train & !delta"),
    only_where(most_param("epsMax", "Largest shift of one position; below 0.5 the order stays.",
                          0.5, 0, 1e9, {0, 2}),
               "mode=train & !eps"),
    only_where(most_param("lambdaMax", "Largest stretch; its inverse is the smallest.", 1.03, 1,
                          1e6, {1, 2}),
               "mode=train & !lambda"),
    only_where(number("delta", "The shift Δ of the whole sequence; drawn when left out.", kOptional,
                      {-1e9, 1e9}, {-10, 10}),
               "mode=train"),
    only_where(
        numbers("eps", "The shifts ε of the positions, (count) numbers; drawn when left out.",
                kOptional, {-1e9, 1e9}, 1 << 20),
        "mode=train"),
    only_where(number("lambda", "The stretch λ; drawn when left out.", kOptional, above(0, 1e6),
                      {0.5, 2, true}),
               "mode=train"),
};

struct Augmentation {
  bool training;
  std::size_t count;
  double mean, delta = 0, lambda = 1, eps_max = 0;
  std::vector<double> eps = {};  // (count), or empty: drawn
  Random random;

  double eps_of(std::size_t i) const {
    return eps.empty() ? random.uniform(i, -eps_max, eps_max) : eps[i];
  }
  double operator()(double p) const {
    if (!training) return p - mean;
    return (p - mean + delta + eps_of(static_cast<std::size_t>(p))) * lambda;
  }
};

inline Result<Augmentation> augmentation(const Params& p) {
  const std::size_t given = p.has("eps") ? p.numbers("eps").size() : 0;
  const std::size_t count = p.has("count") ? p.count("count") : p.has("eps") ? given : 128;
  if (p.has("eps") && (given != count || given == 0))
    return bad_shape("eps", "must have count = ", count > 0 ? count : 1,
                     " numbers, one for each position, got ", given);
  // streams: 0 for shifts of positions, 1 for shift and stretch of the sequence
  const auto seed = static_cast<std::uint64_t>(p.integer("seed"));
  const Random whole(seed, 1);
  Augmentation a{.training = p.choice<Mode>("mode") == "train",
                 .count = count,
                 .mean = p.number_or("mean", static_cast<double>(count - 1) / 2),
                 .random = Random(seed, 0)};
  if (!a.training) return a;
  const double delta = p.number("deltaMax"), stretch = real::log(p.number("lambdaMax"));
  a.delta = p.has("delta") ? p.number("delta") : whole.uniform(0, -delta, delta);
  a.lambda = p.has("lambda") ? p.number("lambda") : real::exp(whole.uniform(1, -stretch, stretch));
  a.eps_max = p.number("epsMax");
  if (given > 0) a.eps.assign(p.numbers("eps").begin(), p.numbers("eps").end());
  return a;
}

inline Result<RowTable> table(const Params& p) {
  const std::int64_t dim = p.integer("dim");
  if (dim % 2 != 0) return bad_param("dim", "must be even, got ", dim);
  Result<Augmentation> augment = augmentation(p);
  if (!augment) return augment.error();
  RowTable t;
  t.width = static_cast<std::size_t>(dim);
  if (augment->training) t.extent = {augment->count};
  std::vector<TurnFrequency> turns;
  const Wide pairs(static_cast<double>(dim / 2));
  for (const Wide& w : geometric(-(log(Wide(p.number("base"))) / pairs), t.width / 2))
    turns.push_back(TurnFrequency::from_radians(w));
  t.row = [augmented = std::move(augment).value(), turns = std::move(turns)](const double* position,
                                                                             double* out) {
    const Position at(augmented(*position));
    for (const TurnFrequency& f : turns) {
      const SinCos w = wave(f, at);
      *out++ = w.sin;
      *out++ = w.cos;
    }
  };
  return t;
}

inline Result<Facts> facts(const Params& p) {
  const Result<Augmentation> a = augmentation(p);
  if (!a) return a.error();
  std::vector<double> eps, positions;
  for (std::size_t i = 0; i < a->count; ++i) {
    if (a->training) eps.push_back(a->eps_of(i));
    positions.push_back((*a)(static_cast<double>(i)));
  }
  Facts facts = {{"mean", "What is taken off every position.", {a->mean}},
                 {"positions", "The augmented positions of 0 … count-1.", positions}};
  if (a->training)
    facts.insert(facts.end(), {{"delta", "Shift Δ of the whole sequence.", {a->delta}},
                               {"eps", "Shift ε of each position.", eps},
                               {"lambda", "Stretch λ.", {a->lambda}}});
  return facts;
}

inline constexpr EncodingInfo kCape = {
    .id = "cape",
    .title = "CAPE",
    .family = "absolute",
    .formula =
        R"(p_i \leftarrow (p_i - \bar p + \Delta + \varepsilon_i)\,\lambda,\quad \mathrm{PE}_i = \mathrm{sinusoidal}(p_i))",
    .citation =
        "Likhomanenko et al. 2021, CAPE: Encoding Relative Positions with Continuous Augmented "
        "Positional Embeddings, arXiv:2106.03143, eq. 2-4 (equation numbers unconfirmed)",
    .note =
        "The order of the steps is from memory of the paper and agrees with the public package "
        "gcambara/cape, whose local shift however is drawn from half the interval, ±epsMax/2, and "
        "whose centring is optional. Chosen here: the defaults, which are that package's for text "
        "(its local shift of 1 is 0.5 here); the paper sets them for each task.",
    .accuracy =
        "float64 entries are within 0.80 ulp of the waves of the augmented position, a float64 "
        "number rounded after each of the four steps.",
    .params = kParams,
    .row_table = table,
    .facts = facts,
};

}  // namespace posenc::cape_row
