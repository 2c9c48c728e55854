// The infinite-width kernel of a network, for analyses that compare finite networks with it.
#pragma once
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "kernels/network_kernel.hpp"

namespace posenc {

// Θ(x, other), (n, m), as the analysis network-kernel gives it; x and other have equally many
// columns, at least one.
inline Steps infinite_ntk(std::vector<Layer> layers, const Matrix& x, const Matrix& other,
                          bool standard, bool trained_bias, Matrix& out,
                          std::optional<Error>& error) {
  Params params;
  params.set("parameterization", standard ? 1 : 0);
  params.set("trainedBias", trained_bias ? 1 : 0);
  Inputs inputs;
  inputs.set("x", x);
  if (&other != &x) inputs.set("other", other);
  Work work;
  for (Steps steps = network_kernel_detail::steps(params, inputs, layers, work); steps.next();)
    co_yield steps.cost();
  if ((error = work.error)) co_return;
  for (Output& output : work.outputs)
    if (output.name == "ntk") out = std::move(output.values);
}

// the same layers with every dense layer of this width
inline std::vector<Layer> with_width(std::span<const Layer> layers, double width) {
  std::vector<Layer> wide(layers.begin(), layers.end());
  for (Layer& layer : wide)
    if (layer.info->dense()) layer.params.set("width", width);
  return wide;
}

}  // namespace posenc
