// The spectrum of a kernel, and measures of it.
//
// Eigenvalues below a floor are reported as 0. From a kernel matrix their error is n·2^-52 of the
// largest one, which is the floor: of those near it only the magnitude is known. A Toeplitz matrix
// is split into two problems of half the size. From a table P (n, d) the eigenvalues of P·Pᵀ are
// the squares of its singular values, whose error is m·2^-52 of the largest, m = max(n, d). Above
// the floor of (2000·m·2^-52)² of the largest, each eigenvalue has a relative error of at most
// 10^-3, and larger ones a smaller error.
#pragma once
#include "analyses/analysis.hpp"

namespace posenc::spectrum_row {

inline constexpr ParamInfo kParams[] = {
    integer("vectors", "Number of leading eigenvectors to give.", 0, {0, 4096}, {0, 16}),
    on_off("exponential",
           "Analyse exp(K), entry by entry: the positive kernel of an additive attention bias."),
    number("threshold", "numericalRank counts eigenvalues above this fraction of the largest one.",
           1e-3, {0, 1}, {1e-12, 1, true}),
    numbers("ridges",
            "Ridges τ of the effective dimensions Σ λ/(λ + τ); 0.001, 0.1, 1, 10 when left out.",
            kOptional, above(0, 1e300), 1024),
    integer("conditionAt",
            "conditionNumber is λ_1 / λ_k with this k; the resolved rank when left out.", kOptional,
            {1, 4096}),
};
inline constexpr InputInfo kInputs[] = {
    {.name = "table",
     .doc = "(n, d) rows of positions; its Gram matrix is analysed",
     .required = false},
    {.name = "kernel",
     .doc = "(n, n) symmetric kernel matrix, instead of a table",
     .required = false,
     .square = true,
     .form = "gram"},
};
inline constexpr OutputInfo kOutputs[] = {
    {"eigenvalues", "λ, descending; 0 where below the floor", OutputKind::vector},
    {"floor",
     "what is resolved here, smaller eigenvalues are noise: of a kernel n·2^-52 λ_1, or the size "
     "of a negative eigenvalue, which only an error of the entries can make; of a table "
     "(2000·max(n, d)·2^-52)² λ_1, above which each is within 10^-3 of itself"},
    {"resolvedRank", "number of eigenvalues above the floor"},
    {"trace", "Σ λ"},
    {"participationRatio", "(Σ λ)² / Σ λ²"},
    {"effectiveRank", "exp(-Σ p ln p), p = λ/Σλ (Roy & Vetterli 2007)"},
    {"stableRank", "Σ λ / λ_1"},
    {"numericalRank", "number of eigenvalues above threshold · λ_1"},
    {"effectiveDimensions", "Σ λ/(λ + τ) for each ridge", OutputKind::vector},
    {"conditionNumber", "λ_1 / λ_k", OutputKind::scalar, true},
    {"powerDecay", "slope of ln λ_m over ln m, m from 1 to the resolved rank", OutputKind::scalar,
     true},
    {"powerDecayFit", "R² of that fit", OutputKind::scalar, true},
    {"exponentialDecay", "slope of ln λ_m over m", OutputKind::scalar, true},
    {"exponentialDecayFit", "R² of that fit", OutputKind::scalar, true},
    {"eigenvectors", "(vectors, n) unit vectors, largest entry positive", OutputKind::matrix, true},
    {"strang", "Toeplitz kernels: eigenvalues of Strang's circulant approximation, descending",
     OutputKind::vector, true},
    {"chan", "Toeplitz kernels: eigenvalues of T. Chan's, descending", OutputKind::vector, true},
};

Result<Count> largest(const Params&, const Sizes&, std::span<const Layer>);
void run(const Params&, const Inputs&, std::span<const Layer>, Work&);

inline constexpr AnalysisInfo kSpectrum = {
    .id = "spectrum",
    .title = "Spectrum",
    .family = "kernel",
    .formula = R"(K v_m = \lambda_m v_m)",
    .citation = "Effective rank: Roy & Vetterli 2007; circulants: Strang 1986, T. Chan 1988",
    .params = kParams,
    .inputs = kInputs,
    .outputs = kOutputs,
    .largest = largest,
    .run = run,
};

}  // namespace posenc::spectrum_row
