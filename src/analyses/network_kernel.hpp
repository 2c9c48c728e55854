// The row of kernels/network_kernel.hpp.
#pragma once
#include "analyses/analysis.hpp"
#include "analyses/network_input.hpp"
#include "analyses/network_params.hpp"

namespace posenc::network_kernel_row {

inline constexpr ParamInfo kParams[] = {kParameterizationParam, kTrainedBiasParam, kInputDim};
inline constexpr OutputInfo kOutputs[] = {
    {"nngp", "(n, m) covariance of the outputs at initialisation; (m, 1) of a profile",
     OutputKind::matrix},
    {"ntk", "(n, m) neural tangent kernel; (m, 1) of a profile", OutputKind::matrix},
    {"leftOut",
     "with activations that have no closed form: the largest part of E φ² or E φ'² beyond the "
     "terms of their series",
     OutputKind::scalar, true},
};

Result<Count> largest(const Params&, const Sizes&, std::span<const Layer>);
void run(const Params&, const Inputs&, std::span<const Layer>, Work&);

inline constexpr AnalysisInfo kNetworkKernel = {
    .id = "network-kernel",
    .title = "NNGP and NTK of a network",
    .family = "infinite width",
    .formula =
        R"(K^{l+1} = \sigma_w^2\,\mathbb{E}\,\varphi\varphi + \sigma_b^2,\quad \Theta^{l+1} = K^{l+1} + \sigma_w^2\,(\mathbb{E}\,\varphi'\varphi') \circ \Theta^l)",
    .citation =
        "Jacot et al. 2018, arXiv:1806.07572; Lee et al. 2019, arXiv:1902.06720; standard "
        "parameterisation: Sohl-Dickstein et al. 2020, arXiv:2001.07301",
    .params = kParams,
    .inputs = kNetworkInputs,
    .outputs = kOutputs,
    .layered = true,
    .largest = largest,
    .run = run,
};

}  // namespace posenc::network_kernel_row
