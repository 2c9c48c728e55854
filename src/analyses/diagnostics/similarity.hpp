// Similarity of two representations of the same n items: centred kernel alignment, Procrustes
// distance, canonical correlations and representational similarity.
//
// Each representation is a table or its kernel matrix; the latter is replaced by V·√λ, which has
// the same Gram matrix, and everything here depends on the Gram matrices only. So all results are
// invariant under orthogonal maps of a table. The alignments and the correlations of centred tables
// are also invariant under scaling and shifts.
#pragma once
#include "analyses/analysis.hpp"

namespace posenc::similarity_row {

inline constexpr ParamInfo kParams[] = {
    number("bandwidth",
           "Width σ of the Gaussian kernel exp(-D²/2σ²) in median distances: σ² = bandwidth² · "
           "median of D² over the pairs i < j.",
           0.8, above(0, 1e6), {0.1, 10, true}),
};
inline constexpr InputInfo kInputs[] = {
    {.name = "x", .doc = "(n, d) first table", .required = false},
    {.name = "y", .doc = "(n, e) second table", .required = false},
    {.name = "kernelX",
     .doc = "(n, n) kernel matrix instead of x, symmetric and positive semi-definite",
     .required = false,
     .square = true,
     .form = "gram"},
    {.name = "kernelY",
     .doc = "(n, n) kernel matrix instead of y",
     .required = false,
     .square = true,
     .form = "gram"},
};
inline constexpr OutputInfo kOutputs[] = {
    {"ckaLinear", "biased CKA of the Gram matrices, in 0 … 1; see ckaLinearChance",
     OutputKind::scalar, true},
    {"ckaLinearChance",
     "what ckaLinear is on average when the rows of y are permuted at random, exactly; it tends to "
     "1 when d exceeds n, and ckaLinear then tells nothing",
     OutputKind::scalar, true},
    {"ckaLinearUnbiased", "CKA from unbiased HSIC: 0 on average by chance, may be negative; n >= 4",
     OutputKind::scalar, true},
    {"ckaGaussian", "biased CKA of Gaussian kernels", OutputKind::scalar, true},
    {"ckaGaussianChance", "what ckaGaussian is on average by chance", OutputKind::scalar, true},
    {"ckaGaussianUnbiased", "from unbiased HSIC; n >= 4", OutputKind::scalar, true},
    {"hsicLinear", "biased HSIC, normalised by (n - 1)²; unit of x² · y²"},
    {"hsicLinearUnbiased", "unbiased HSIC; n >= 4", OutputKind::scalar, true},
    {"hsicGaussian", "biased, of Gaussian kernels", OutputKind::scalar, true},
    {"hsicGaussianUnbiased", "unbiased; n >= 4", OutputKind::scalar, true},
    {"sigmaX", "width of the Gaussian kernel of x; left out where half of the rows are equal",
     OutputKind::scalar, true},
    {"sigmaY", "and of y", OutputKind::scalar, true},
    {"procrustes", "min ‖X - Y·Q‖² over orthogonal Q, the narrower table padded with zeros"},
    {"procrustesCentred", "the same of the centred tables"},
    {"procrustesNormalised",
     "the same after centring and scaling both to ‖·‖ = 1, in 0 … 2; left out where a table is "
     "constant",
     OutputKind::scalar, true},
    {"meanSquaredCca",
     "mean of the squared canonical correlations, min(rankX, rankY) of them; left out where a "
     "table is constant",
     OutputKind::scalar, true},
    {"meanSquaredCcaChance",
     "what it is on average by chance: max(rankX, rankY)/(n - 1); 1 where the ranks fill the space",
     OutputKind::scalar, true},
    {"rankX", "rank of the centred table x"},
    {"rankY", "and of y"},
    {"rsaPearson",
     "correlation of the cosine similarities of the pairs i < j (zero rows: similarity 0); left "
     "out where one side's do not differ",
     OutputKind::scalar, true},
    {"rsaSpearman", "rank correlation of the same; within 10^-12 they are tied", OutputKind::scalar,
     true},
};

Result<Count> largest(const Params&, const Sizes&, std::span<const Layer>);
void run(const Params&, const Inputs&, std::span<const Layer>, Work&);

inline constexpr AnalysisInfo kSimilarity = {
    .id = "similarity",
    .title = "Similarity of two tables",
    .family = "diagnostics",
    .formula =
        R"(\mathrm{CKA} = \frac{\mathrm{HSIC}(K,L)}{\sqrt{\mathrm{HSIC}(K,K)\,\mathrm{HSIC}(L,L)}})",
    .citation =
        "CKA: Kornblith et al. 2019, arXiv:1905.00414; unbiased HSIC: Song et al. 2012; "
        "Procrustes: Schönemann 1966; RSA: Kriegeskorte et al. 2008",
    .note =
        "Biased CKA of tables with more columns than rows is near 1 whatever they hold: read the "
        "unbiased one, and compare with chance.",
    .params = kParams,
    .inputs = kInputs,
    .outputs = kOutputs,
    .largest = largest,
    .run = run,
};

}  // namespace posenc::similarity_row
