// NNGP kernel and NTK of a SIREN (Sitzmann et al. 2020): layers sin(ω0(Wx + b)) on d coordinates.
//
// The first layer is not a wide limit (d is small): with W uniform in ±1/d and b uniform in ±B,
//   E sin sin = ½[Π_i sinc(ω0(x_i - x'_i)/d) - Π_i sinc(ω0(x_i + x'_i)/d)·sinc(2ω0B)]
// and E cos cos with +, sinc t = sin t/t: an ideal low-pass filter with cut-off ω0/d. Its tangent
// kernel, of the raw parameters, is Θ¹ = ω0²(x·x' + 1). Then K² = σ_w² E sin sin + σ_b², Θ² = K² +
// σ_w² E cos cos·Θ¹, and the recursion of network_kernel.hpp with φ = sin: hidden weights uniform
// in ±√(6/n)/ω0 make σ_w² = 2. Mode gaussian: the first layer's weights and bias are normal with
// these variances, 1/(3d²) and B²/3.
#pragma once
#include "analyses/analysis.hpp"

namespace posenc::siren_kernel_row {

using FirstLayer = Choice<"uniform", "gaussian">;

inline constexpr ParamInfo kParams[] = {
    number("omega0", "ω0: factor of the first layer's angles.", 30, {0, 1e6}, {1, 100, true}),
    one_of<FirstLayer>("firstLayer",
                       "uniform is exact; gaussian has normal weights of the same variance."),
    number("biasHalfWidth", "B: the first layer's bias is uniform in ±B; 0 starts without bias.", 0,
           {0, 1e6}, {0, 2}),
    on_off("trainedBias", "The first layer's bias is trained.", true),
    integer("hiddenLayers", "Sine layers after the first one; a linear layer ends the network.", 1,
            {0, 256}, {0, 8}),
    number("weightVariance", "σ_w²: variance of ω0·w times the width, of all later layers.", 2,
           {0, 1e6}, {0, 4}),
    number("biasVariance",
           "σ_b²: variance of ω0·b of all later layers; ω0²/(3n) for PyTorch's default bias at "
           "width n.",
           0, {0, 1e6}, {0, 4}),
};
inline constexpr InputInfo kInputs[] = {
    {.name = "x", .doc = "(n, d) coordinates"},
    {.name = "other",
     .doc = "(m, d) second coordinates; x itself where left out",
     .required = false},
};
inline constexpr OutputInfo kOutputs[] = {
    {"sinSin", "(n, m) E sin sin of the first layer", OutputKind::matrix},
    {"cosCos", "(n, m) E cos cos of the first layer", OutputKind::matrix},
    {"nngp", "(n, m) covariance of the outputs at initialisation", OutputKind::matrix},
    {"ntk", "(n, m) neural tangent kernel", OutputKind::matrix},
};

Result<Count> largest(const Params&, const Sizes&, std::span<const Layer>);
void run(const Params&, const Inputs&, std::span<const Layer>, Work&);

inline constexpr AnalysisInfo kSirenKernel = {
    .id = "siren-kernel",
    .title = "NNGP and NTK of a SIREN",
    .family = "infinite width",
    .formula =
        R"(\mathbb{E}\sin\sin = \tfrac12\Big[\prod_i \mathrm{sinc}\tfrac{\omega_0(x_i - x_i')}{d} - \mathrm{sinc}(2\omega_0 B)\prod_i \mathrm{sinc}\tfrac{\omega_0(x_i + x_i')}{d}\Big])",
    .citation =
        "Sitzmann et al. 2020, arXiv:2006.09661; kernel: Belbute-Peres & Kolter 2022, "
        "arXiv:2211.14503; first layer: own derivation",
    .note =
        "Hidden layers are in the NTK parameterisation: raw hidden weights would see ω0² more of "
        "the learning rate. PyTorch's bias of hidden layers (biasVariance ω0²/(3n)) is "
        "unconfirmed.",
    .params = kParams,
    .inputs = kInputs,
    .outputs = kOutputs,
    .largest = largest,
    .run = run,
};

}  // namespace posenc::siren_kernel_row
