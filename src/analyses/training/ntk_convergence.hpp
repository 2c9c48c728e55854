// How fast the tangent kernel of random finite networks approaches its infinite-width limit.
//
// For every width w, `draws` networks whose hidden dense layers all have that width are
// initialised, and ‖Θ̂ - Θ‖_F/‖Θ‖_F is computed for each. In the NTK parameterisation the mean
// error falls as w^-1/2 (slope -1/2 over ln w). In the standard one a constant part, the biases of
// every layer, is added to parts that grow with the width, so the slope is smaller at small widths.
#pragma once
#include "analyses/analysis.hpp"
#include "analyses/network_params.hpp"
#include "nn/mlp.hpp"

namespace posenc::ntk_convergence_row {

inline constexpr ParamInfo kParams[] = {
    numbers("widths", "Widths of the hidden layers; 32, 64, 128, 256 when left out.", kOptional,
            {1, 4096}, 32),
    integer("draws",
            "Networks initialised at each width: the more, the less the answer owes to chance.", 30,
            {1, 10000}, {1, 200}),
    kParameterizationParam,
    kTrainedBiasParam,
    integer("seed", "Seed of the random weights: another one draws other networks.", 0,
            {0, kMostInteger}, {0, 100}),
};
inline constexpr InputInfo kInputs[] = {
    {.name = "x", .doc = "(n, d) inputs, or a table of positions"},
};
inline constexpr OutputInfo kOutputs[] = {
    {"widths", "the widths", OutputKind::vector},
    {"meanError", "mean over the draws of ‖Θ̂ - Θ‖_F/‖Θ‖_F", OutputKind::vector},
    {"errorSpread", "standard deviation of it over the draws", OutputKind::vector},
    {"errorOfMean", "‖mean Θ̂ - Θ‖_F/‖Θ‖_F", OutputKind::vector},
    {"slope", "least-squares slope of ln meanError over ln width", OutputKind::scalar, true},
    {"ntk", "(n, n) Θ, the limit; of the standard parameterisation, at the largest width",
     OutputKind::matrix},
};

Result<Count> largest(const Params&, const Sizes&, std::span<const Layer>);
void run(const Params&, const Inputs&, std::span<const Layer>, Work&);

inline constexpr AnalysisInfo kNtkConvergence = {
    .id = "ntk-convergence",
    .title = "Convergence to the infinite-width NTK",
    .family = "training",
    .formula = R"(\mathbb{E}\,\|\hat\Theta_w - \Theta\|_F / \|\Theta\|_F \propto w^{-1/2})",
    .citation = "Jacot et al. 2018, arXiv:1806.07572; Lee et al. 2019, arXiv:1902.06720",
    .params = kParams,
    .inputs = kInputs,
    .outputs = kOutputs,
    .layered = true,
    .trains = true,
    .largest = largest,
    .run = run,
};

}  // namespace posenc::ntk_convergence_row
