#include "train/token_positions.hpp"

#include <algorithm>

namespace posenc {

std::vector<double> TokenPositions::of(std::size_t axes) const {
  std::size_t given = std::min(axes, coordinates.size());
  while (given > 0 && coordinates[given - 1].empty()) --given;
  std::vector<double> all(tokens * axes);
  for (std::size_t i = 0; i < tokens; ++i)
    for (std::size_t axis = 0; axis < axes; ++axis)
      if (given == 0)
        all[i * axes + axis] = static_cast<double>(i);
      else if (axis >= axes - given)
        all[i * axes + axis] = coordinates[given - 1][i * given + axis - (axes - given)];
  return all;
}

EncodingSpec fitted(EncodingSpec spec, const HeadShape& model,
                    const TokenPositions& token_positions) {
  const auto rows = encodings();
  const auto row = std::ranges::find(rows, spec.encoding, &EncodingInfo::id);
  if (row == rows.end()) return spec;
  const EncodingInfo& info = **row;
  const bool in_heads = info.rotates() || info.scores != nullptr;
  const bool grid = token_positions.grid_height != 0;
  const struct {
    std::size_t value;
    bool wanted;
  } sizes[] = {
      {in_heads ? model.head_dim() : model.dim, in_heads || info.has_table()},  // dim
      {model.heads, info.bias != nullptr || info.transform != nullptr},         // heads
      {token_positions.tokens, info.id == "learned"},                           // count
      {token_positions.grid_height, grid},                                      // height
      {token_positions.grid_width, grid},                                       // width
      {grid ? token_positions.grid_height : 1, true},                           // windowHeight
      {grid ? token_positions.grid_width : token_positions.tokens, true},       // windowWidth
      {token_positions.tokens, true},                                           // nodes
  };
  static_assert(std::size(sizes) == std::size(kFittedSizes));
  for (std::size_t i = 0; i < std::size(sizes); ++i) {
    const auto [value, wanted] = sizes[i];
    const std::string_view name = kFittedSizes[i];
    const std::string key(name);
    const auto param = std::ranges::find(info.params, name, &ParamInfo::name);
    if (!wanted || param == info.params.end() || spec.values.numbers.contains(key)) continue;
    // setting an optional size without a default would change the encoding
    const bool has_default = param->initial == param->initial;
    if (!param->required && !has_default && name != "count") continue;
    EncodingSpec with = spec;
    with.values.numbers[key] = static_cast<double>(value);
    // some sizes apply only with another choice
    if (const auto made = resolve(with); made || made.error().field != key) spec = std::move(with);
  }
  return spec;
}

}  // namespace posenc
