// Networks for the tests of training.
#pragma once
#include <vector>

#include "analysis.hpp"
#include "nn/mlp.hpp"

namespace posenc::test {

// dense layers of these widths with the activation between them
inline json mlp_layers(const std::vector<int>& widths, const json& activation, double weight_std,
                       double bias_std) {
  json layers = json::array();
  for (std::size_t l = 0; l < widths.size(); ++l) {
    if (l > 0) layers.push_back(activation);
    layers.push_back({{"layer", "dense"},
                      {"width", widths[l]},
                      {"weightStd", weight_std},
                      {"biasStd", bias_std}});
  }
  return layers;
}

inline std::vector<Layer> layers_of(const json& specs) {
  std::vector<Layer> all;
  const AnalysisSpec spec = analysis_of({{"analysis", "network-kernel"}, {"layers", specs}});
  for (const LayerSpec& layer : spec.layers)
    for (const LayerInfo* row : layers())
      if (row->id == layer.layer) all.push_back({row, *check(row->params, layer.values, "")});
  return all;
}

}  // namespace posenc::test
