// 2-D rotary embedding of timm's build_rotary_pos_embed (EVA, Perception Encoder and others).
//
// dim/4 bands per coordinate, the first coordinate's block before the second's.
//   pixel:     coordinate -1 + 2y/(H-1) (torch.linspace; -1 if H = 1), bands π·linspace(1, R/2)
//              or π·2^linspace(0, log2(R)-1)
//   language:  coordinate y + offset, bands T^(-k/n)
// A reference shape multiplies every coordinate by r/f (EVA's scheme for other input sizes).
// Coordinates are folded exactly into frequency and offset, so tables keep the bounds of waves.
#pragma once
#include "encodings/rotary_params.hpp"

namespace posenc::rope_2d_timm_row {

using Mode = Choice<"pixel", "language">;
using Indexing = Choice<"ij", "xy">;

constexpr ParamInfo cells(std::string_view name, std::string_view doc, double initial) {
  return integer(name, doc, initial, {1, 65536}, {1, 64});
}

inline constexpr ParamInfo kParams[] = {
    rotary_detail::kDimByFour,
    only_where(cells("height", "Rows H of the grid of positions, such as patches of an image.", 16),
               "mode=pixel | refHeight"),
    only_where(
        cells("width", "Columns W of the grid of positions, such as patches of an image.", 16),
        "mode=pixel | refWidth"),
    one_of<Mode>("mode",
                 "pixel: coordinates in [-1, 1] and frequencies that rise; language: indices and "
                 "frequencies that fall (in_pixels=False)."),
    only_where(number("maxResolution", "R of pixel mode (max_res); at least 2.", 224, {2, 1e6},
                      {4, 1024, true}),
               "mode=pixel"),
    only_where(on_off("linearBands", "Pixel mode: bands spaced evenly instead of geometrically."),
               "mode=pixel"),
    only_where(
        number(
            "temperature",
            "Base T of the frequencies in language mode: the larger, the slower the slowest pair.",
            10000, above(0, 1e30), {10, 1e6, true}),
        "mode=language"),
    cells("refHeight",
          "Rows of the pretraining grid, to which positions are scaled; with refWidth.", kNotGiven),
    cells("refWidth",
          "Columns of the pretraining grid, to which positions are scaled; with refHeight.",
          kNotGiven),
    only_where(
        number("gridOffset", "Added to the indices in language mode.", 0, {-1e6, 1e6}, {0, 1}),
        "mode=language"),
    one_of<Indexing>("indexing", "ij: the block of y comes first; xy: that of x."),
    rotary_detail::layout("interleaved"),
};

// turns per unit of coordinate
inline std::vector<Wide> bands_in_turns(const Params& p, std::size_t n) {
  std::vector<Wide> turns;
  if (p.choice<Mode>("mode") == "language") {
    for (const Wide& theta : rotary_detail::bands(p.number("temperature"), n))
      turns.push_back(theta * kInverseTwoPi);
    return turns;
  }
  const Wide high = Wide(p.number("maxResolution")).scaled(-1), one(1.0);
  if (p.flag("linearBands")) {
    for (std::size_t k = 0; k < n; ++k)
      turns.push_back(n == 1 ? one
                             : one + (high - one) * Wide(static_cast<double>(k)) /
                                         Wide(static_cast<double>(n - 1)));
  } else {
    turns = rotary_detail::log_spaced(one, high, n);
  }
  for (Wide& b : turns) b = b.scaled(-1);  // π·b rad = b/2 turns
  return turns;
}

inline Result<Rotary> rotary(const Params& p, const Scaling*) {
  if (auto error = not_multiple(p, 4, "each coordinate turns a quarter as pairs")) return *error;
  if (p.has("refHeight") != p.has("refWidth"))
    return Error{ErrorCode::missing_param, p.has("refHeight") ? "refWidth" : "refHeight",
                 "refHeight and refWidth are given together, or both left out"};
  const auto n = p.count("dim") / 4;
  const std::vector<Wide> bands = bands_in_turns(p, n);
  const bool pixel = p.choice<Mode>("mode") == "pixel",
             x_first = p.choice<Indexing>("indexing") == "xy";
  TrigTable t;
  t.axes = 2;
  for (const bool is_x : {x_first, !x_first}) {
    const double size = p.number(is_x ? "width" : "height");
    // coordinate = slope·index + start
    Wide slope(1.0), start(p.number("gridOffset"));
    if (pixel) {
      slope = size > 1 ? Wide(2.0) / Wide(size - 1) : Wide();
      start = Wide(-1.0);
    }
    if (p.has("refHeight")) {
      const Wide stretch = Wide(p.number(is_x ? "refWidth" : "refHeight")) / Wide(size);
      slope = slope * stretch;
      start = start * stretch;
    }
    for (const Wide& b : bands) {
      t.add_pair(is_x ? 1 : 0, TurnFrequency::from_turns(b * slope));
      t.offsets.emplace_back(b * start);
    }
  }
  return rotary_detail::whole_head(p, std::move(t));
}

inline constexpr EncodingInfo kRope2dTimm = {
    .id = "rope-2d-timm",
    .title = "2-D rotary (timm)",
    .family = "rotary",
    .formula =
        R"([\,\hat y\,b_k \;|\; \hat x\,b_k\,],\quad b_k = \pi\,2^{k(\log_2 R-1)/(n-1)},\; \hat y = -1+\tfrac{2y}{H-1}\quad\text{or}\quad b_k = T^{-k/n},\; \hat y = y,\quad n = d/4)",
    .citation =
        "timm layers/pos_embed_sincos.py, build_rotary_pos_embed and build_fourier_pos_embed",
    .axes = kGridAxes,
    .params = kParams,
    .rotary = rotary,
};

}  // namespace posenc::rope_2d_timm_row
