// SHAPE: all positions of a sequence are shifted by one random integer in training, so that a model
// with absolute positions learns to use their differences (Kiyono et al. 2021).
#pragma once
#include "core/random.hpp"
#include "encodings/sinusoidal.hpp"

namespace posenc::shape_row {

inline constexpr ParamInfo kParams[] = {
    integer("dim", "Width d of the encoding, even.", kRequired, {2, 65536}, {2, 1024, true}),
    number("base", "Base b of the geometric frequencies.", 10000, above(0, 1e30), {10, 1e7, true}),
    one_of<sinusoidal_row::Layout>("layout", "Order of channels, as in sinusoidal."),
    only_where(integer("maxOffset", "The shift is drawn from 0 … maxOffset, each as likely.", 500,
                       {0, 4294967294}, {0, 2000}),
               "!offset"),
    only_where(integer("seed", "Seed of the shift: one for each sequence.", 0, {0, kMostInteger},
                       {0, 100}),
               "!offset"),
    integer("offset",
            "The shift itself; drawn when left out. 0 is what the model does outside training.",
            kOptional, {0, 4294967294}, {0, 2000}),
};

inline double offset(const Params& p) {
  if (p.has("offset")) return p.number("offset");
  const Random random(static_cast<std::uint64_t>(p.integer("seed")));
  return static_cast<double>(
      random.below(0, static_cast<std::uint64_t>(p.integer("maxOffset")) + 1));
}

inline Result<TrigTable> table(const Params& p) {
  const std::int64_t dim = p.integer("dim");
  if (dim % 2 != 0) return bad_param("dim", "must be even, got ", dim);
  const auto pairs = static_cast<std::size_t>(dim / 2);
  TrigTable t;
  set_geometric(t, p.number("base"), Wide(static_cast<double>(pairs)), pairs, 1);
  t.columns = sinusoidal_row::columns(pairs, pairs, p.choice<sinusoidal_row::Layout>("layout"));
  for (const TurnFrequency& f : t.frequencies)
    t.offsets.emplace_back((f.turns * Wide(offset(p))).fraction());
  return t;
}

inline Result<Facts> facts(const Params& p) {
  return Facts{{"offset", "The shift that is added to every position.", {offset(p)}}};
}

inline constexpr EncodingInfo kShape = {
    .id = "shape",
    .title = "SHAPE",
    .family = "absolute",
    .formula = R"(\mathrm{PE}_{p} = \mathrm{sinusoidal}(p + k),\quad k \sim U\{0,\dots,K\})",
    .citation = "Kiyono et al. 2021, SHAPE: Shifted Absolute Position Embedding, arXiv:2109.05644",
    .note = "Unconfirmed (from memory of the paper): one shift for each sequence, and K = 500.",
    .params = kParams,
    .trig_table = table,
    .facts = facts,
};

}  // namespace posenc::shape_row
