// The two parameters for a network's parameterisation, shared by all analyses of networks.
#pragma once
#include "core/params.hpp"
#include "kernels/network_kernel.hpp"

namespace posenc {

using NetworkScaling = Choice<"ntk", "standard">;
inline constexpr ParamInfo kParameterizationParam =
    one_of<NetworkScaling>("parameterization",
                           "ntk scales every layer by 1/√fan-in; standard puts the scale into the "
                           "weights, and needs the widths of the dense layers.");
inline constexpr ParamInfo kTrainedBiasParam = only_where(
    on_off("trainedBias", "Dense layers have a bias that is trained, even at σ_b = 0.", true),
    "parameterization=standard");

inline bool is_standard(const Params& params) {
  return params.choice<NetworkScaling>("parameterization") == "standard";
}
inline Parameterization parameterization(const Params& params) {
  return {.standard = is_standard(params), .trained_bias = params.flag("trainedBias")};
}

}  // namespace posenc
