// Rotary embedding of DINOv3 (Siméoni et al. 2025, arXiv:2508.10104), as in timm and the release.
//
// Coordinates of cell centres in [-1, 1]: ŷ = 2(y + ½)/D - 1, D = H, or the larger or smaller side
// for both axes. Angle 2π·ŷ/period_k, period_k = base^(4k/d), k < d/4; the block of y, then that of
// x, channels paired by halves. The affine map is folded exactly into frequency and offset.
#pragma once
#include <algorithm>
#include <bit>

#include "encodings/rotary_params.hpp"

namespace posenc::rope_dinov3_row {

using Normalisation = Choice<"separate", "max", "min">;
using PeriodPrecision = Choice<"exact", "bf16">;

inline constexpr ParamInfo kParams[] = {
    rotary_detail::kDimByFour,
    integer("height", "Rows H of the grid of positions, such as patches of an image.", 16,
            {1, 65536}, {1, 64}),
    integer("width", "Columns W of the grid of positions, such as patches of an image.", 16,
            {1, 65536}, {1, 64}),
    one_of<Normalisation>(
        "normalisation",
        "What coordinates are divided by: each its own side, the larger, or the smaller one."),
    only_where(rotary_detail::base(100), "!minPeriod"),
    number("minPeriod", "Smallest period; with maxPeriod it replaces the base.", kOptional,
           above(0, 1e9), {0.01, 10, true}),
    number("maxPeriod",
           "Largest period, in the unit of the normalised coordinates; with minPeriod.", kOptional,
           above(0, 1e9), {1, 1000, true}),
    one_of<PeriodPrecision>(
        "periodPrecision", "bf16: periods rounded to bfloat16, as the released weights hold them."),
    rotary_detail::layout("half"),
};

// Rounds to the nearest float32, then to the nearest bfloat16, ties to even, as a float32 cast.
inline Wide as_bf16(const Wide& x) {
  const auto bits = std::bit_cast<std::uint32_t>(x.to_float());
  const std::uint32_t rounded = (bits + 0x7fff + ((bits >> 16) & 1)) & 0xffff0000;
  return Wide(static_cast<double>(std::bit_cast<float>(rounded)));
}

inline Result<std::vector<Wide>> periods(const Params& p) {
  if (auto error = not_multiple(p, 4, "each coordinate turns a quarter as pairs")) return *error;
  if (p.has("minPeriod") != p.has("maxPeriod"))
    return Error{ErrorCode::missing_param, p.has("minPeriod") ? "maxPeriod" : "minPeriod",
                 "minPeriod and maxPeriod are given together, or both left out"};
  const auto n = p.count("dim") / 4;
  std::vector<Wide> out =
      p.has("minPeriod")
          ? rotary_detail::log_spaced(Wide(p.number("minPeriod")), Wide(p.number("maxPeriod")), n)
          : geometric(log(Wide(p.number("base"))) / Wide(static_cast<double>(n)), n);
  if (p.choice<PeriodPrecision>("periodPrecision") == "bf16")
    for (Wide& period : out) period = as_bf16(period);
  if (std::ranges::any_of(out, [](const Wide& period) { return period.is_zero(); }))
    return bad_param(p.has("minPeriod") ? "minPeriod" : "base",
                     "makes a period that is zero in bfloat16");
  return out;
}

inline Result<Rotary> rotary(const Params& p, const Scaling*) {
  const Result<std::vector<Wide>> lengths = periods(p);
  if (!lengths) return lengths.error();
  const double height = p.number("height"), width = p.number("width");
  const double larger = height > width ? height : width, smaller = height > width ? width : height;
  TrigTable t;
  t.axes = 2;
  for (const std::size_t axis : {0u, 1u}) {
    const double own = axis == 0 ? height : width;
    const auto rule = p.choice<Normalisation>("normalisation");
    const Wide side(rule == "separate" ? own : rule == "max" ? larger : smaller);
    for (const Wide& period : *lengths) {
      t.add_pair(axis, TurnFrequency::from_turns(Wide(2.0) / (side * period)));
      t.offsets.emplace_back((Wide(1.0) / side - Wide(1.0)) / period);
    }
  }
  return rotary_detail::whole_head(p, std::move(t));
}

inline Result<Facts> facts(const Params& p) {
  const Result<std::vector<Wide>> lengths = periods(p);
  if (!lengths) return lengths.error();
  std::vector<double> values;
  for (const Wide& period : *lengths) values.push_back(period.to_double());
  return Facts{{"periods", "Period of each band, in units of the coordinate.", values}};
}

inline constexpr EncodingInfo kRopeDinov3 = {
    .id = "rope-dinov3",
    .title = "DINOv3 rotary",
    .family = "rotary",
    .formula =
        R"(\left[\frac{2\pi\hat y}{P_k}\;\middle|\;\frac{2\pi\hat x}{P_k}\right],\quad \hat y = \frac{2(y+1/2)}{D}-1,\quad P_k = b^{4k/d},\; k < d/4)",
    .citation =
        "Siméoni et al. 2025, DINOv3, arXiv:2508.10104 (paper number unconfirmed); timm "
        "RotaryEmbeddingDinoV3",
    .note =
        "The shifts, jitter and rescaling of training are left out: this is the table of "
        "inference.",
    .axes = kGridAxes,
    .params = kParams,
    .rotary = rotary,
    .facts = facts,
};

}  // namespace posenc::rope_dinov3_row
