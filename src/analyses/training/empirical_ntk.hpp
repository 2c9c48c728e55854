// The tangent kernel of one finite network: Θ(x, x') = ⟨∂f(x)/∂parameters, ∂f(x')/∂parameters⟩.
//
// The gradient of a dense layer's W is s·a·δᵀ and that of b is t·δ, with δ = ∂f/∂z, s = σ_w/√fan-in
// and t = σ_b (1 and 1 in the standard parameterisation), so
//   Θ = Σ_l (δ_l δ_lᵀ) ∘ (s_l² a_l a_lᵀ + t_l²)
// costs n² (fan-in + fan-out) a layer and never forms a Jacobian. Several outputs are averaged, as
// in neural-tangents: their infinite-width limits are equal. Agrees with explicit Jacobians to 1e-9
// (golden empirical_ntk_explicit).
#pragma once
#include "analyses/analysis.hpp"
#include "analyses/network_params.hpp"
#include "nn/mlp.hpp"

namespace posenc {

// One side of the kernel, computed from its inputs; deltas[l] is (rows, outputs · fan-out of l).
struct TangentFeatures {
  Pass pass;
  std::vector<std::vector<double>> deltas;
};
// for x (rows, the network's inputs)
TangentFeatures tangent_rows(const Mlp&, const double* x, std::size_t rows);
// Dense layer l's term for rows [first, first + rows) of `a` with all of `b`: term (rows, m), and
// the intermediate activity = s² a aᵀ + t² (rows, m).
void tangent_term(const Mlp&, std::size_t layer, const TangentFeatures& a, std::size_t first,
                  std::size_t rows, const TangentFeatures& b, double* activity, double* term);
// The whole kernel, (n, m).
Matrix tangent_kernel(const Mlp&, const Matrix& x, const Matrix& other);

namespace empirical_ntk_detail {

inline constexpr ParamInfo kParams[] = {
    kParameterizationParam,
    kTrainedBiasParam,
    integer("outputs",
            "Number of outputs of the network, in place of the last dense layer's width; the "
            "kernel is the mean over them.",
            1, {1, 1024}, {1, 16}),
    integer("seed", "Seed of the initial weights, where parameters are not given.", 0,
            {0, kMostInteger}, {0, 100}),
};
inline constexpr InputInfo kInputs[] = {
    {.name = "x", .doc = "(n, d) inputs, or a table of positions"},
    {.name = "other", .doc = "(m, d) second inputs; x itself where left out", .required = false},
    {.name = "parameters",
     .doc = "(parameters) W (fan-in, fan-out) row by row, then b, of each dense layer in order; "
            "sampled where left out",
     .required = false},
};
inline constexpr OutputInfo kOutputs[] = {
    {"ntk", "(n, m) empirical neural tangent kernel", OutputKind::matrix},
    {"layerTerms", "(layers · n, m) the terms of the dense layers, one below the other",
     OutputKind::matrix},
    {"layerShares", "trace of each dense layer's term over that of the kernel; without `other`",
     OutputKind::vector, true},
    {"hiddenKernel",
     "(n, m) a aᵀ/width of what goes into the last dense layer: E φφ of the NNGP recursion, "
     "empirically",
     OutputKind::matrix},
    {"networkOutputs", "(n, outputs) f(x)", OutputKind::matrix},
    {"parameterCount", "number of weights and biases"},
};

Result<Count> largest(const Params&, const Sizes&, std::span<const Layer>);
void run(const Params&, const Inputs&, std::span<const Layer>, Work&);

}  // namespace empirical_ntk_detail

inline constexpr AnalysisInfo kEmpiricalNtk = {
    .id = "empirical-ntk",
    .title = "Tangent kernel of a finite network",
    .family = "training",
    .formula = R"(\hat\Theta = \sum_l (\delta_l\delta_l^\top) \circ (s_l^2\,a_l a_l^\top + t_l^2))",
    .citation =
        "Jacot et al. 2018, arXiv:1806.07572; structured form: Novak et al. 2022, arXiv:2206.08720",
    .params = empirical_ntk_detail::kParams,
    .inputs = empirical_ntk_detail::kInputs,
    .outputs = empirical_ntk_detail::kOutputs,
    .layered = true,
    .largest = empirical_ntk_detail::largest,
    .run = empirical_ntk_detail::run,
};

}  // namespace posenc
