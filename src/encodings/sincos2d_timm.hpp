// 2-D sin-cos encoding as in timm (build_sincos2d_pos_embed), with its options.
//
// omega_k = temperature^(-k/(d/4)); channels [sin h, sin w, cos h, cos w], or, with
// interleaveSinCos, [sin h, cos h, sin w, cos w]. With reverseCoord the grid is (W, H): the table's
// rows have w outermost and the first block encodes w. Tokens keep their order (row by row), so the
// token at (y, x), number n = y·W + x, gets the coordinates (n div H, n mod H) instead of (y, x).
// This has no effect on a square grid, and mixes rows and columns on any other.
//
// float64 entries are within 0.80 ulp (turn.hpp); float32 entries are rounded from them.
#pragma once
#include "encodings/encoding.hpp"
#include "encodings/grid_waves.hpp"

namespace posenc::sincos2d_timm_row {

inline constexpr ParamInfo kParams[] = {
    integer("dim", "Width d, a multiple of 4.", kRequired, {4, 65536}, {4, 1024, true}),
    number("temperature",
           "Base T of the geometric frequencies: the larger, the slower the slowest waves.", 10000,
           above(0, 1e30), {10, 1e7, true}),
    on_off("interleaveSinCos",
           "Sine and cosine of one coordinate side by side: [sin h, cos h, sin w, cos w] in place "
           "of [sin h, sin w, cos h, cos w]."),
    on_off(
        "reverseCoord",
        "timm's reverse_coord, w outermost: no effect on a square grid; needs height and width."),
    integer("height", "Rows H of the grid, with reverseCoord.", kOptional, {1, 65536}, {1, 128}),
    integer("width", "Columns W of the grid, with reverseCoord.", kOptional, {1, 65536}, {1, 128}),
};

inline Result<std::vector<Wide>> frequencies(const Params& p) {
  if (auto error = not_multiple(p, 4, "sine and cosine of two coordinates")) return *error;
  return grid_waves::frequencies(p.number("temperature"), p.count("dim") / 4);
}

inline Result<RowTable> table(const Params& p) {
  const auto omega = frequencies(p);
  if (!omega) return omega.error();
  const bool reverse = p.flag("reverseCoord");
  for (const std::string_view size : {"height", "width"}) {
    if (reverse && !p.has(size))
      return Error{ErrorCode::missing_param, std::string(size), "is needed with reverseCoord"};
    if (!reverse && p.has(size)) return bad_param(size, "is used with reverseCoord only");
  }
  RowTable t;
  const std::size_t n = omega->size();
  t.width = 4 * n;
  t.axes = 2;
  const double rows = p.number_or("height", 0), columns = p.number_or("width", 0);
  if (reverse) t.extent = {static_cast<std::size_t>(rows), static_cast<std::size_t>(columns)};
  std::vector<TurnFrequency> turns;
  for (const Wide& w : *omega) turns.push_back(TurnFrequency::from_radians(w));
  const bool interleave = p.flag("interleaveSinCos");
  t.row = [=, turns = std::move(turns)](const double* position, double* out) {
    double yx[2] = {position[0], position[1]};
    if (reverse) {
      const double token = position[0] * columns + position[1];
      yx[0] = std::floor(token / rows);
      yx[1] = token - yx[0] * rows;
    }
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const Position at(yx[axis]);
      const std::size_t sine = interleave ? 2 * axis * n : axis * n;
      const std::size_t cosine = interleave ? sine + n : sine + 2 * n;
      for (std::size_t k = 0; k < n; ++k) {
        const SinCos w = wave(turns[k], at);
        out[sine + k] = w.sin;
        out[cosine + k] = w.cos;
      }
    }
  };
  return t;
}

inline Result<Facts> facts(const Params& p) {
  const auto omega = frequencies(p);
  if (!omega) return omega.error();
  std::vector<double> radians;
  for (const Wide& w : *omega) radians.push_back(w.to_double());
  return Facts{{"frequencies", "Frequencies of either coordinate, rad per cell.", radians}};
}

inline constexpr EncodingInfo kSincos2dTimm = {
    .id = "sincos2d-timm",
    .title = "2-D sin-cos (timm)",
    .family = "absolute",
    .formula =
        R"(\mathrm{PE}_{y,x} = [\,\sin(y\omega)\,|\,\sin(x\omega)\,|\,\cos(y\omega)\,|\,\cos(x\omega)\,],\quad \omega_k = T^{-k/(d/4)})",
    .citation = "timm layers/pos_embed_sincos.py, build_sincos2d_pos_embed",
    .note =
        "Position (y, x). With interleaveSinCos this is sincos2d-mae with its halves exchanged, "
        "and with reverseCoord besides it is the table that MoCo-v3 and RT-DETR build "
        "(transformers issue 41380).",
    .accuracy = "float64 entries are within 0.80 ulp.",
    .axes = kGridAxes,
    .params = kParams,
    .row_table = table,
    .facts = facts,
};

}  // namespace posenc::sincos2d_timm_row
