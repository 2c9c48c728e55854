// DETR's sine encoding of a feature map (PositionEmbeddingSine), with padding mask, and the
// variants of Deformable DETR and DAB-DETR.
//
// y and x of a cell are counts of valid cells up to and including it, in its column and in its row
// (so they start at 1). Normalised: y ← y/(y_last + eps)·scale. Channels [y-block | x-block] of nf
// = d/2: sin(p/T^(2i/nf)), cos(p/T^(2i/nf)), i = 0 … nf/2-1.
//
// The phase of a count is a product of exact fractions of a turn: float64 entries are within 0.80
// ulp (turn.hpp), and float32 entries are rounded from them.
#pragma once
#include <array>
#include <map>

#include "encodings/encoding.hpp"
#include "encodings/grid_waves.hpp"

namespace posenc::detr_row {

using Variant = Choice<"detr", "deformable", "dab">;

inline constexpr ParamInfo kParams[] = {
    integer("dim", "Width d, a multiple of 4: twice num_pos_feats.", kRequired, {4, 65536},
            {4, 512, true}),
    integer("height", "Rows of the feature map, each cell of which is a position.", 16, {1, 1024},
            {1, 64}),
    integer("width", "Columns of the feature map, each cell of which is a position.", 16, {1, 1024},
            {1, 64}),
    one_of<Variant>("variant",
                    "deformable takes 0.5 off the counts before they are normalised, the middle of "
                    "a cell; dab has temperature 20."),
    number("temperature", "Base T of the frequencies; 10000 when left out, for dab 20.", kOptional,
           above(0, 1e30), {2, 1e5, true}),
    on_off("normalize",
           "Counts are divided by the last one of their row or column and multiplied by scale, as "
           "the released models do; otherwise they are used as they are.",
           true),
    only_where(number("scale", "What a whole row or column is mapped to: 2π.", 6.283185307179586,
                      above(0, 1e6), {0.5, 100, true}),
               "normalize"),
    only_where(
        number("eps", "Added to the last count, so that an empty row gives 0.", 1e-6, above(0, 1)),
        "normalize"),
    numbers("mask",
            "1 for each valid cell, 0 for padding, (height, width) numbers row by row; all valid "
            "when left out.",
            kOptional, {0, 1}, 1 << 20),
};

// Counts of valid cells along one axis: up to each cell, and in total.
struct Counts {
  std::vector<std::uint32_t> here, last;  // (cells)
};

inline Counts counts(std::span<const double> mask, std::size_t rows, std::size_t columns,
                     bool along_rows) {
  Counts c{std::vector<std::uint32_t>(rows * columns), std::vector<std::uint32_t>(rows * columns)};
  const std::size_t lines = along_rows ? rows : columns, length = along_rows ? columns : rows;
  for (std::size_t line = 0; line < lines; ++line) {
    const auto cell = [&](std::size_t i) {
      return along_rows ? line * columns + i : i * columns + line;
    };
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < length; ++i)
      c.here[cell(i)] = sum += mask.empty() || mask[cell(i)] != 0 ? 1 : 0;
    for (std::size_t i = 0; i < length; ++i) c.last[cell(i)] = sum;
  }
  return c;
}

inline Result<RowTable> table(const Params& p) {
  if (auto error = not_multiple(p, 4, "sines and cosines of two coordinates")) return *error;
  const auto rows = p.count("height"), columns = p.count("width");
  std::vector<double> mask;
  if (p.has("mask")) {
    mask.assign(p.numbers("mask").begin(), p.numbers("mask").end());
    if (mask.size() != rows * columns)
      return bad_shape("mask", "must have height x width = ", rows * columns, " numbers, got ",
                       mask.size());
    for (std::size_t i = 0; i < mask.size(); ++i)
      if (mask[i] != 0 && mask[i] != 1)
        return bad_param("mask", "element ", i, " must be 0 or 1, got ", to_text(mask[i]));
  }
  const auto variant = p.choice<Variant>("variant");
  const bool normalize = p.flag("normalize");
  const std::vector<Wide> omega = grid_waves::frequencies(
      p.number_or("temperature", variant == "dab" ? 20 : 10000), p.count("dim") / 4);
  std::array<Counts, 2> axes = {counts(mask, rows, columns, false),
                                counts(mask, rows, columns, true)};
  // frequencies per count, for each distinct last count (0 if counts are not normalised)
  std::map<std::uint32_t, std::vector<TurnFrequency>> of_last;
  for (Counts& axis : axes)
    for (std::uint32_t& last : axis.last) {
      if (!normalize) last = 0;
      std::vector<TurnFrequency>& turns = of_last[last];
      if (!turns.empty()) continue;
      constexpr std::size_t kMost = std::size_t{1} << 20;
      if (of_last.size() > kMost / omega.size())
        return refusal(ErrorCode::too_large, "mask",
                       {"has ", of_last.size(), " or more different counts, with ", omega.size(),
                        " frequencies each; at most 2^20 are held"});
      const Wide scale = normalize ? Wide(p.number("scale")) /
                                         (Wide(static_cast<double>(last)) + Wide(p.number("eps")))
                                   : Wide(1.0);
      for (const Wide& w : omega) {
        turns.push_back(TurnFrequency::from_radians(scale * w));
        if (turns.back().is_too_fast())
          return bad_param("eps", "makes a frequency of more than 2^63 rad");
      }
    }
  RowTable t;
  t.width = p.count("dim");
  t.axes = 2;
  t.extent = {rows, columns};
  t.row = [columns, shift = normalize && variant == "deformable" ? 0.5 : 0.0,
           axes = std::move(axes),
           of_last = std::move(of_last)](const double* position, double* out) {
    const std::size_t cell =
        static_cast<std::size_t>(position[0]) * columns + static_cast<std::size_t>(position[1]);
    for (const Counts& axis : axes) {
      const Position count(static_cast<double>(axis.here[cell]) - shift);
      for (const TurnFrequency& f : of_last.at(axis.last[cell])) {
        const SinCos w = wave(f, count);
        *out++ = w.sin;
        *out++ = w.cos;
      }
    }
  };
  return t;
}

inline constexpr EncodingInfo kDetr = {
    .id = "detr",
    .title = "2-D sine (DETR)",
    .family = "absolute",
    .formula =
        R"(\mathrm{PE} = [\,\mathrm{sc}(\hat y)\,|\,\mathrm{sc}(\hat x)\,],\quad \hat y = \frac{2\pi\,\sum_{j\le y} v_{j,x}}{\sum_j v_{j,x} + 10^{-6}},\quad \mathrm{sc}(u)_{2i,2i+1} = \sin, \cos(u\,T^{-2i/n_f}))",
    .citation =
        "Carion et al. 2020, DETR, arXiv:2005.12872; Zhu et al. 2021, Deformable DETR, "
        "arXiv:2010.04159; Liu et al. 2022, DAB-DETR, arXiv:2201.12329 (released codes)",
    .note =
        "Position (y, x). Read in the released code: the 0.5 of Deformable DETR, which it takes "
        "off only when it normalises; the temperature 20 of DAB-DETR's command line.",
    .accuracy = "float64 entries are within 0.80 ulp.",
    .axes = kGridAxes,
    .params = kParams,
    .row_table = table,
};

}  // namespace posenc::detr_row
