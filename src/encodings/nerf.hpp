// NeRF's positional encoding: Mildenhall et al. 2020 (arXiv:2003.08934), eq. 4, and the released
// code, which differs in three points.
//
//   paper  for each coordinate p: sin(2^0 πp), cos(2^0 πp), …, sin(2^(L-1) πp), cos(2^(L-1) πp)
//   code   the coordinates, then for each band f: sin(f·x) of all coordinates, cos(f·x) of all; no
//   π
//
// The bands are 2^k, or evenly spaced from 1 to 2^(L-1). With π they are dyadic numbers of turns,
// so phases at dyadic coordinates are exact.
#pragma once
#include "encodings/fourier_params.hpp"

namespace posenc::nerf_row {

using Convention = Choice<"code", "paper">;
using Include = Choice<"as-convention", "yes", "no">;
using Spacing = Choice<"log", "linear">;

inline constexpr ParamInfo kParams[] = {
    integer("bands",
            "Number of frequencies L: 10 for positions and 4 for view directions in the paper.", 10,
            {1, 60}, {1, 16}),
    fourier::axes_param(3),
    one_of<Convention>(
        "convention",
        "code: no π, coordinate-minor channels; paper: eq. 4, with π, coordinate-major channels."),
    one_of<Include>("includeInput",
                    "Whether the coordinates themselves come first; as-convention: in the code, "
                    "not in the paper."),
    one_of<Spacing>("spacing", "log: bands 2^k; linear: evenly spaced from 1 to 2^(L-1)."),
};

// band k of L: 2^k, or 1 + k·(2^(L-1) - 1)/(L-1)
inline Wide band(bool linear, std::size_t k, std::size_t bands) {
  if (!linear || bands == 1) return Wide(1.0).scaled(static_cast<int>(k));
  const Wide last = Wide(1.0).scaled(static_cast<int>(bands) - 1);
  return Wide(1.0) +
         (last - Wide(1.0)) * Wide(static_cast<double>(k)) / Wide(static_cast<double>(bands - 1));
}

inline Result<TrigTable> table(const Params& p) {
  TrigTable t;
  t.axes = p.count("axes");
  const bool as_paper = p.choice<Convention>("convention") == "paper";
  const std::size_t bands = p.count("bands");
  for (std::size_t k = 0; k < bands; ++k) {
    const Wide f = band(p.choice<Spacing>("spacing") == "linear", k, bands);
    // f·π rad is f/2 turns
    const TurnFrequency turns =
        as_paper ? TurnFrequency::from_turns(f.scaled(-1)) : TurnFrequency::from_radians(f);
    for (std::size_t a = 0; a < t.axes; ++a) t.add_pair(a, turns);
  }
  const auto include = p.choice<Include>("includeInput");
  if (include == "yes" || (include == "as-convention" && !as_paper)) fourier::add_coordinates(t);
  if (as_paper) {
    for (std::size_t a = 0; a < t.axes; ++a)
      for (std::size_t k = 0; k < bands; ++k) t.add_waves(k * t.axes + a, 1);
  } else {
    for (std::size_t k = 0; k < bands; ++k) t.add_waves(k * t.axes, t.axes);
  }
  return t;
}

inline constexpr EncodingInfo kNerf = {
    .id = "nerf",
    .title = "NeRF",
    .family = "Fourier features",
    .formula =
        R"(\gamma(p) = \big(\sin(2^0\pi p),\cos(2^0\pi p),\dots,\sin(2^{L-1}\pi p),\cos(2^{L-1}\pi p)\big))",
    .citation = "Mildenhall et al. 2020, NeRF, arXiv:2003.08934, eq. 4; released code (bmild/nerf)",
    .note =
        "The released code has no π, puts the coordinates first and orders channels by frequency. "
        "Coordinates are meant to lie in [-1, 1].",
    .axes = {},
    .params = kParams,
    .trig_table = table,
};

}  // namespace posenc::nerf_row
