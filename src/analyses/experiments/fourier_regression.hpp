// Spectral bias of Fourier feature networks: Figures 2 and 3 of Tancik et al. 2020.
//
// Features a_j = j^-p of frequencies j = 1 … points/2 of a 1-D signal; a ReLU network of three
// hidden layers, standard parameterisation, σ_w = 1, biases trained from 0, trained by gradient
// descent on ½Σ(f - y)². The signal has a random spectrum that falls as 1/(1 + f), cut off at a
// quarter of its sampling, in [-1/2, 1/2]. Measured: the share of every frequency left in the
// residual at the training points. Predicted: this share from f_0 and the kernel, (1 - ηK)^k (f_0 -
// y).
//
// Reduced from width 1024, η = 10^-5 and 50 000 steps: η·steps is scaled to keep the decay rate of
// frequency 5 at p = 1 times it (ηλ_1 stays far below 2, so that only η·steps matters). The
// defaults take some 27 MFLOP a step.
#pragma once
#include "analyses/analysis.hpp"

namespace posenc::fourier_regression_row {

inline constexpr ParamInfo kParams[] = {
    numbers("decays",
            "p of each network; 0, 1 and 64 when left out (64 is as good as ∞: one frequency).",
            kOptional, {0, 64}, 16),
    integer("points", "Training points; eight times as many test points.", 32, {4, 128}, {8, 64}),
    integer("width", "Width of the three hidden layers.", 256, {1, 1024}, {32, 512}),
    integer("steps",
            "Steps of gradient descent; η = (η·steps)/steps. 5 s for 500 of the default width.",
            500, {1, 50000}, {200, 5000}),
    number("time", "η·steps of the network of width 1024, which is scaled to this width.", 0.5,
           above(0, 1e3), {0.01, 5, true}),
    numbers("frequencies", "Frequencies to follow; 1, 5 and 15 when left out.", kOptional, {0, 64},
            64),
    integer("seed", "Seed of the signal and the weights.", 0, {0, kMostInteger}, {0, 100}),
};
inline constexpr OutputInfo kOutputs[] = {
    {"decays", "p of each network", OutputKind::vector},
    {"frequencies", "the frequencies that are followed", OutputKind::vector},
    {"steps", "the recorded steps", OutputKind::vector},
    {"learningRate", "η"},
    {"kernelRows", "(networks, points) Θ(x_i, 0) of infinite width", OutputKind::matrix},
    {"kernelSpectra", "(networks, points/2 + 1) its eigenvalue of every frequency",
     OutputKind::matrix},
    {"measured", "(networks · steps, frequencies) amplitude left in the residual, 2|DFT|/points",
     OutputKind::matrix},
    {"predicted", "the same from f_0 and the kernel of infinite width", OutputKind::matrix},
    {"predictedEmpirical", "the same from f_0 and the tangent kernel of the very network",
     OutputKind::matrix},
    {"measuredTestError", "(networks, steps) mean square at the test points between the others",
     OutputKind::matrix},
    {"predictedTestError", "the same from f_0 and the kernel of infinite width",
     OutputKind::matrix},
    {"target", "(8 · points) the signal", OutputKind::vector},
    {"measuredOutputs", "(networks, 8 · points) the trained networks", OutputKind::matrix},
    {"predictedOutputs", "(networks, 8 · points) their prediction", OutputKind::matrix},
};

Result<Count> largest(const Params&, const Sizes&, std::span<const Layer>);
void run(const Params&, const Inputs&, std::span<const Layer>, Work&);

inline constexpr AnalysisInfo kFourierRegression = {
    .id = "fourier-regression",
    .title = "Fourier features: kernel spectrum and what is learned first",
    .family = "spectral bias",
    .formula = R"(f_k - y = (1 - \eta K)^k (f_0 - y))",
    .citation = "Tancik et al. 2020, arXiv:2006.10739, Figures 2 and 3",
    .note =
        "Predicted from f_0 with the kernel itself. The dashed \"theory\" curves of the published "
        "notebook start from the output of the network at that iteration instead, with the kernel "
        "divided by the number of points, so they follow the measured ones almost by construction.",
    .params = kParams,
    .outputs = kOutputs,
    .trains = true,
    .largest = largest,
    .run = run,
};

}  // namespace posenc::fourier_regression_row
