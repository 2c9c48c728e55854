// NNGP kernel and NTK of a network in the limit of infinite width, layer by layer.
//
// NTK parameterisation (Jacot et al. 2018; Lee et al. 2019), a dense layer and then an activation:
//   K ← σ_w² K + σ_b²,  Θ ← K_new + σ_w² Θ        K ← E φφ,  Θ ← (E φ'φ') ∘ Θ
// starting from K = ⟨x, x'⟩/d, Θ = 0. Standard parameterisation (weights of variance σ_w²/fan-in,
// trained as they are; Sohl-Dickstein et al. 2020): Θ ← fan_in·K + σ_w² Θ + 1, K as above; the + 1
// is the bias, which is trained even where σ_b = 0 (parameter trainedBias).
//
// Over an encoding of constant norm whose kernel is stationary, K and Θ depend on the offset alone:
// a profile goes in and profiles come out, O(n) for n positions (Tancik et al. 2020, section 4).
// Activations without a closed form: hermite_duals.hpp.
//
// An angle between two inputs is known from their covariances to 2^-25 only where it is that small.
// So next to duplicates (and antipodes) E φ'φ' of a rectifier and E φφ of a sign are within 2^-25
// of their value for duplicates, everywhere else to rounding; a sign layer on a sign layer takes
// the root: 2^-12 after two, 2^-6 after three. Held by tests/kernels/network_kernel_test.cpp.
#pragma once
#include "kernels/analysis.hpp"
#include "kernels/network_input.hpp"

namespace posenc {
namespace network_kernel_detail {

inline constexpr std::string_view kParameterizations[] = {"ntk", "standard"};

inline constexpr ParamInfo kParams[] = {
    {.name = "parameterization",
     .doc =
         "ntk scales every layer by 1/√fan-in; standard puts the scale into the weights, and needs "
         "the widths of the dense layers.",
     .kind = ParamKind::choice,
     .initial = 0,
     .choices = kParameterizations},
    {.name = "trainedBias",
     .doc = "Dense layers have a bias that is trained, even at σ_b = 0.",
     .kind = ParamKind::boolean,
     .initial = 1,
     .where = "parameterization=standard"},
    kInputDim,
};
inline constexpr OutputInfo kOutputs[] = {
    {"nngp", "(n, m) covariance of the outputs at initialisation; (m, 1) of a profile",
     OutputKind::matrix},
    {"ntk", "(n, m) neural tangent kernel; (m, 1) of a profile", OutputKind::matrix},
    {"leftOut",
     "with activations that have no closed form: the largest part of E φ² or E φ'² beyond the "
     "terms of their series",
     OutputKind::scalar, true},
};

Result<Count> holds(const Params&, const Sizes&, std::span<const Layer>);
Steps steps(const Params&, const Inputs&, std::span<const Layer>, Work&);

}  // namespace network_kernel_detail

inline constexpr AnalysisInfo kNetworkKernel = {
    .id = "network-kernel",
    .title = "NNGP and NTK of a network",
    .family = "infinite width",
    .formula =
        R"(K^{l+1} = \sigma_w^2\,\mathbb{E}\,\varphi\varphi + \sigma_b^2,\quad \Theta^{l+1} = K^{l+1} + \sigma_w^2\,(\mathbb{E}\,\varphi'\varphi') \circ \Theta^l)",
    .citation =
        "Jacot et al. 2018, arXiv:1806.07572; Lee et al. 2019, arXiv:1902.06720; standard "
        "parameterisation: Sohl-Dickstein et al. 2020, arXiv:2001.07301",
    .params = network_kernel_detail::kParams,
    .inputs = kNetworkInputs,
    .outputs = network_kernel_detail::kOutputs,
    .layered = true,
    .holds = network_kernel_detail::holds,
    .steps = network_kernel_detail::steps,
};

}  // namespace posenc
