// Axial 2-D rotary embedding: Heo et al. 2024 (arXiv:2403.13298), as in rope-vit.
//
// theta_k = base^(-4k/d), k = 0 … d/4-1. The first d/4 pairs turn by x·theta_k, the next by
// y·theta_k. To leave a token outside the grid (cls) unrotated, omit it.
#pragma once
#include "encodings/rotary_params.hpp"

namespace posenc::rope_2d_axial_row {

using Order = Choice<"x-first", "y-first">;

inline constexpr ParamInfo kParams[] = {
    rotary_detail::kDimByFour,
    rotary_detail::base(100),
    rotary_detail::layout("interleaved"),
    one_of<Order>("order", "Which coordinate the first half of the pairs follows; rope-vit: x."),
};

inline Result<Rotary> rotary(const Params& p, const Scaling*) {
  if (auto error = not_multiple(p, 4, "each coordinate turns a quarter as pairs")) return *error;
  const bool y_first = p.choice<Order>("order") == "y-first";
  TrigTable t;
  t.axes = 2;
  for (const std::size_t axis : {y_first ? 0u : 1u, y_first ? 1u : 0u})
    for (const Wide& theta : rotary_detail::bands(p.number("base"), p.count("dim") / 4))
      t.add_pair(axis, TurnFrequency::from_radians(theta));
  return rotary_detail::whole_head(p, std::move(t));
}

inline constexpr EncodingInfo kRope2dAxial = {
    .id = "rope-2d-axial",
    .title = "Axial 2-D rotary",
    .family = "rotary",
    .formula =
        R"(\phi_k = x\,\theta_k,\quad \phi_{d/4+k} = y\,\theta_k,\quad \theta_k = b^{-4k/d},\; k < d/4)",
    .citation =
        "Heo et al. 2024, Rotary Position Embedding for Vision Transformer, arXiv:2403.13298; "
        "rope-vit compute_axial_cis",
    .axes = kGridAxes,
    .params = kParams,
    .rotary = rotary,
};

}  // namespace posenc::rope_2d_axial_row
