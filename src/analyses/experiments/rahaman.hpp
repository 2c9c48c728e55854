// Spectral bias of a network on the bare coordinate (Rahaman et al. 2019): a sum of ten waves of
// frequencies 5, 10, … 50 on [0, 1) is learned from the low frequencies upward.
//
// Measured: the amplitude of each wave in the output, over the target's, while Adam trains.
// Predicted: this ratio under gradient flow from the same f_0 with the infinite-width kernel, at
// times that are powers of ten of 1/λ_1. Adam has no such time scale, so the two are compared by
// the order in which frequencies appear. Reduced from six layers of width 256 and 60 000 steps; the
// defaults take 10 MFLOP a step. (The spectral norm of weights in the published notebook is
// omitted: it iterates W where it means WᵀW.)
#pragma once
#include "analyses/analysis.hpp"

namespace posenc::rahaman_row {

using Amplitudes = Choice<"equal", "increasing">;
inline constexpr ParamInfo kParams[] = {
    one_of<Amplitudes>(
        "amplitudes",
        "Amplitudes of the ten waves: 1 each, or 0.1, 0.2, … 1 from the lowest to the highest."),
    integer("width", "Width of the hidden layers: how many neurons each has.", 64, {1, 512},
            {16, 256}),
    integer("hiddenLayers", "Number of hidden layers, each of which ends in a ReLU.", 3, {1, 8}),
    integer("steps", "Steps of Adam on the mean of squares; 5 s for 4000 of the default width.",
            4000, {1, 100000}, {500, 10000}),
    number("learningRate", "Learning rate of Adam: how far a step moves the weights.", 0.002,
           above(0, 1), {1e-5, 0.1, true}),
    integer("seed", "Seed of the phases and the weights.", 0, {0, kMostInteger}, {0, 100}),
};
inline constexpr OutputInfo kOutputs[] = {
    {"frequencies", "(10) of the waves", OutputKind::vector},
    {"steps", "the recorded steps", OutputKind::vector},
    {"loss", "½ mean of squares at each of them", OutputKind::vector},
    {"measured", "(steps, 10) amplitude in the output over that in the target", OutputKind::matrix},
    {"times", "η·t of the gradient flow", OutputKind::vector},
    {"predicted", "(times, 10) the same under gradient flow", OutputKind::matrix},
    {"decayRates", "(10) of each wave, vᵀKv/vᵀv: how fast its residual falls at first",
     OutputKind::vector},
    {"target", "(200) the sum of the waves at i/200", OutputKind::vector},
    {"measuredOutputs", "(200) the trained network", OutputKind::vector},
};

Result<Count> largest(const Params&, const Sizes&, std::span<const Layer>);
void run(const Params&, const Inputs&, std::span<const Layer>, Work&);

inline constexpr AnalysisInfo kRahaman = {
    .id = "rahaman",
    .title = "A bare coordinate: low frequencies first",
    .family = "spectral bias",
    .formula = R"(f(t) \to \sum_i A_i \sin(2\pi k_i t + \varphi_i),\quad k_i = 5, 10, \dots, 50)",
    .citation = "Rahaman et al. 2019, arXiv:1806.08734",
    .note =
        "Weights and biases are normal with variance 2/fan-in; those of the published runs are "
        "uniform with 1/(3 fan-in).",
    .params = kParams,
    .outputs = kOutputs,
    .trains = true,
    .largest = largest,
    .run = run,
};

}  // namespace posenc::rahaman_row
