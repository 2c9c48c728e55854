// Space2Vec: Mai et al. 2020 (arXiv:2003.00824), points of a plane by waves at several scales λ_s.
//
//   theory  along three directions a_j 120 degrees apart (as grid cells fire): 6 channels a scale
//   grid    along x and y: 4 channels a scale
//
// The phase is ⟨x, a_j⟩/λ_s radians. λ_s = λmin·(λmax/λmin)^(s/(S-1)); a single scale is λmin,
// because the formula would divide by zero.
#pragma once
#include "encodings/encoding.hpp"
#include "encodings/multi_scale.hpp"

namespace posenc::space2vec_row {

using Variant = Choice<"theory", "grid">;
using Order = Choice<"paper", "code">;
inline constexpr std::string_view kPlaneAxes[] = {"x", "y"};

inline constexpr ParamInfo kParams[] = {
    multi_scale::scales_param(),
    one_of<Variant>("variant", "theory: three directions 120 degrees apart; grid: x and y."),
    multi_scale::limit_param("lambdaMin", "Smallest scale λmin, in the unit of positions.", 10),
    multi_scale::limit_param("lambdaMax", "Largest scale λmax, in the unit of positions.", 10000),
    one_of<Order>("order",
                  "paper: scale by scale, a cosine before its sine; code: sines first, and grid "
                  "goes axis by axis."),
};

struct Direction {
  Wide x, y;
};
inline std::vector<Direction> directions(Variant variant) {
  if (variant == "grid") return {{Wide(1.0), Wide()}, {Wide(), Wide(1.0)}};
  const Wide up = pow(Wide(3.0), Wide(0.5)).scaled(-1);  // √3/2
  return {{Wide(1.0), Wide()}, {Wide(-0.5), up}, {Wide(-0.5), -up}};
}

inline Result<TrigTable> table(const Params& p) {
  TrigTable t;
  t.axes = std::size(kPlaneAxes);
  const std::vector<Direction> along = directions(p.choice<Variant>("variant"));
  const std::vector<Wide> rates = multi_scale::inverse_scales(p, "lambdaMin", "lambdaMax");
  for (const Wide& rate : rates)
    for (const Direction& a : along) {
      const TurnFrequency f[] = {TurnFrequency::from_radians(rate * a.x),
                                 TurnFrequency::from_radians(rate * a.y)};
      t.add_pair(f);
    }
  const bool as_code = p.choice<Order>("order") == "code";
  const auto add = [&](std::size_t scale, std::size_t direction) {
    const auto pair = static_cast<std::uint32_t>(scale * along.size() + direction);
    t.columns.push_back({as_code ? Wave::sine : Wave::cosine, pair});
    t.columns.push_back({as_code ? Wave::cosine : Wave::sine, pair});
  };
  if (as_code && p.choice<Variant>("variant") == "grid") {
    for (std::size_t j = 0; j < along.size(); ++j)
      for (std::size_t s = 0; s < rates.size(); ++s) add(s, j);
  } else {
    for (std::size_t s = 0; s < rates.size(); ++s)
      for (std::size_t j = 0; j < along.size(); ++j) add(s, j);
  }
  return t;
}

inline constexpr EncodingInfo kSpace2Vec = {
    .id = "space2vec",
    .title = "Space2Vec",
    .family = "graphs and places",
    .formula =
        R"(\big[\cos(\langle x,a_j\rangle/\lambda_s),\;\sin(\langle x,a_j\rangle/\lambda_s)\big]_{s,j},\quad a_j\in\{(1,0),(-\tfrac12,\pm\tfrac{\sqrt3}2)\},\;\lambda_s = \lambda_{\min}(\lambda_{\max}/\lambda_{\min})^{s/(S-1)})",
    .citation =
        "Mai et al. 2020, Multi-Scale Representation Learning for Spatial Feature Distributions "
        "using Grid Cells, arXiv:2003.00824; released code (gengchenmai/space2vec)",
    .note =
        "Defaults of the scales are those of the released code; channel orders of paper and code "
        "differ. Before any learned layer.",
    .axes = kPlaneAxes,
    .params = kParams,
    .trig_table = table,
};

}  // namespace posenc::space2vec_row
