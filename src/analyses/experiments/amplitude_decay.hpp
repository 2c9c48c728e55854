// Which decay p of Fourier feature amplitudes a_j = j^-p suits which signals: Figure 5 of Tancik et
// al. 2020. A signal whose spectrum falls as (1 + f)^-α is learned best by features with a similar
// decay: a slower decay fits noise between the points, a faster one never learns the high
// frequencies.
//
// Closed form: gradient flow on ½Σ(f - y)² from f = 0 for η·t = `time`, with the infinite-width
// kernel of a ReLU network of three hidden layers (standard parameterisation, σ_w = 1). Results are
// means over `draws` signals without frequencies of points/2 and above, which the training points
// cannot resolve; test points are halfway between them. The optional training of networks (`steps`
// > 0) starts from their own f_0, with the first signal of each power.
#pragma once
#include "analyses/analysis.hpp"

namespace posenc::amplitude_decay_row {

inline constexpr ParamInfo kParams[] = {
    numbers("decays", "p of the features; 0, 0.125, … 2 and 64 (as good as ∞) when left out.",
            kOptional, {0, 64}, 128),
    numbers("powers", "α of the signals; 0.5, 1, 1.5 and 2 when left out.", kOptional, {0, 16}, 16),
    integer("points", "Training points; as many features' frequencies as half of them.", 128,
            {4, 512}, {16, 256}),
    integer("draws", "Signals of each power: the more, the less the answer owes to chance.", 64,
            {1, 1024}, {1, 256}),
    integer("width",
            "Neurons of each hidden layer: it sets how fast the standard parameterisation learns.",
            1024, {1, 1024}, {64, 1024}),
    number("time", "η·t of the training: the larger, the more of each wave is learned.", 5,
           above(0, 1e9), {0.01, 1000, true}),
    integer("steps",
            "Steps of gradient descent of a real network for each p and α; 0 = prediction only.", 0,
            {0, 50000}, {0, 2000}),
    integer("seed", "Seed of the signals and the weights.", 0, {0, kMostInteger}, {0, 100}),
};
inline constexpr OutputInfo kOutputs[] = {
    {"decays", "p", OutputKind::vector},
    {"powers", "α", OutputKind::vector},
    {"predicted", "(powers, decays) test error over the signal's variance, mean of the signals",
     OutputKind::matrix},
    {"bestDecays", "(powers) p of the smallest predicted error", OutputKind::vector},
    {"predictedOfFirst", "(powers, decays) the same of the first signal, from the network's f_0",
     OutputKind::matrix, true},
    {"measured", "(powers, decays) the trained networks, on the first signal", OutputKind::matrix,
     true},
};

Result<Count> largest(const Params&, const Sizes&, std::span<const Layer>);
void run(const Params&, const Inputs&, std::span<const Layer>, Work&);

inline constexpr AnalysisInfo kAmplitudeDecay = {
    .id = "amplitude-decay",
    .title = "Decay of feature amplitudes and of the signal's spectrum",
    .family = "spectral bias",
    .formula = R"(a_j = j^{-p},\quad |\hat y_f| \propto (1+f)^{-\alpha})",
    .citation = "Tancik et al. 2020, arXiv:2006.10739, Figure 5",
    .note = "Signals are random; errors are over their variance, not in decibels.",
    .params = kParams,
    .outputs = kOutputs,
    .trains = true,
    .largest = largest,
    .run = run,
};

}  // namespace posenc::amplitude_decay_row
