// NNGP kernel and NTK of an attention layer with infinitely many heads, d^-1 scaling and tied query
// and key weights (Hron et al. 2020): the attention weights of an example depend only on its own
// covariance. For examples b and c of T tokens each, K the covariance of their tokens:
//   G_b = softmax over rows of σ_Q σ_K K_bb
//   K̃_bc = σ_O²σ_V² G_b K_bc G_cᵀ + σ_b²,   Θ̃_bc = σ_O²σ_V² G_b Θ_bc G_cᵀ + 2 (K̃_bc - σ_b²) + σ_b²
// The mixed covariance occurs twice, for the trained value and output weights, and σ_b² for the
// bias. Query and key weights contribute nothing in this limit. A position encoding with Gram
// matrix R enters as K ← αK + βR, and as Θ ← αΘ + βR if trained. The usual 1/√d scaling has no
// closed form with softmax.
#pragma once
#include "analyses/analysis.hpp"

namespace posenc::attention_kernel_row {

inline constexpr ParamInfo kParams[] = {
    integer("tokens", "T: tokens of an example; all rows are one example where left out.",
            kOptional, {1, 4096}),
    number("queryKeyScale", "σ_Q σ_K: factor of the covariance under the softmax.", 1, {0, 1e6},
           {0, 10}),
    number("outputValueVariance", "σ_O² σ_V²: factor of the mixed values.", 1, {0, 1e6}, {0, 4}),
    number("biasStd", "σ_b: standard deviation of a bias of the output.", 0, {0, 1e6}, {0, 2}),
    only_where(number("contentWeight",
                      "α: weight of the covariance where positions are given; 1 for a sum, the "
                      "share of the channels where they are concatenated.",
                      1, {0, 1e6}, {0, 1}),
               "positions"),
    only_where(number("positionWeight",
                      "β: weight of the positions' covariance beside that of the content.", 1,
                      {0, 1e6}, {0, 1}),
               "positions"),
    only_where(on_off("positionsInValues",
                      "Positions enter the values too, not only queries and keys.", true),
               "positions"),
    only_where(
        on_off("trainedPositions",
               "The encoding in the values is trained: its covariance enters the tangent kernel.",
               true),
        "positions & positionsInValues"),
};
inline constexpr InputInfo kInputs[] = {
    {.name = "x",
     .doc = "(b·T, d) tokens, example after example, through one dense layer of weight variance 1",
     .required = false},
    {.name = "covariance",
     .doc = "(b·T, b·T) instead of x: covariance of the tokens",
     .required = false,
     .square = true,
     .form = "gram"},
    {.name = "tangent",
     .doc = "(b·T, b·T) with covariance: tangent kernel of the layers before; the covariance "
            "itself, that of one dense layer, where left out",
     .required = false,
     .square = true},
    {.name = "positions",
     .doc = "(T, T) covariance R of the positions: the Gram matrix of any encoding",
     .required = false,
     .square = true,
     .form = "gram"},
};
inline constexpr OutputInfo kOutputs[] = {
    {"nngp", "(b·T, b·T) covariance of the outputs at initialisation", OutputKind::matrix},
    {"ntk", "(b·T, b·T) neural tangent kernel", OutputKind::matrix},
    {"attention", "(b·T, T) attention weights of each token over its own example",
     OutputKind::matrix},
};

Result<Count> largest(const Params&, const Sizes&, std::span<const Layer>);
void run(const Params&, const Inputs&, std::span<const Layer>, Work&);

inline constexpr AnalysisInfo kAttentionKernel = {
    .id = "attention-kernel",
    .title = "NNGP and NTK of attention",
    .family = "infinite width",
    .formula =
        R"(\tilde K_{bc} = \sigma_O^2\sigma_V^2\, G_b K_{bc} G_c^\top,\quad G_b = \mathrm{softmax}(\sigma_Q\sigma_K K_{bb}))",
    .citation =
        "Hron et al. 2020, Infinite attention, arXiv:2006.10540; neural-tangents "
        "GlobalSelfAttention",
    .params = kParams,
    .inputs = kInputs,
    .outputs = kOutputs,
    .largest = largest,
    .run = run,
};

}  // namespace posenc::attention_kernel_row
