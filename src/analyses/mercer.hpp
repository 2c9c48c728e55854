// Mercer eigenfunctions of a kernel on its samples, and their Nyström extension to other positions.
//
// K v_m = λ_m v_m over n samples: λ_m/n estimates the Mercer eigenvalue, √n v_m the eigenfunction
// at the samples, and ψ_m(x) = (√n/λ_m) Σ_i K(x, x_i) v_{m,i} elsewhere. Given tables P and Q
// instead of kernels, with σ_m u_m w_mᵀ the terms of P's singular value decomposition, ψ_m(x) =
// (√n/σ_m) ⟨φ(x), w_m⟩ is equal without squaring the condition number. Only modes with λ_m > 1e-10
// λ_1 are extended: the error of ψ grows like λ_1/λ_m.
#pragma once
#include "analyses/analysis.hpp"

namespace posenc::mercer_row {

inline constexpr ParamInfo kParams[] = {
    integer("modes",
            "Number of leading eigenfunctions; fewer come back where λ_m falls below 1e-10 λ_1.", 8,
            {1, 4096}, {1, 32}),
};
inline constexpr InputInfo kInputs[] = {
    {.name = "table", .doc = "(n, d) rows of the sampled positions"},
    {.name = "other",
     .doc = "(m, d) rows of the positions to extend to; the samples where left out",
     .required = false},
};
inline constexpr OutputInfo kOutputs[] = {
    {"eigenvalues", "(modes) λ_m/n, descending", OutputKind::vector},
    {"atSamples", "(modes, n) √n v_m, largest entry positive: mean square 1", OutputKind::matrix},
    {"extended", "(modes, m) ψ_m at the other positions", OutputKind::matrix},
    {"explained", "(modes) share of the trace in the first 1, 2, … modes", OutputKind::vector},
};

Result<Count> largest(const Params&, const Sizes&, std::span<const Layer>);
void run(const Params&, const Inputs&, std::span<const Layer>, Work&);

inline constexpr AnalysisInfo kMercer = {
    .id = "mercer",
    .title = "Mercer eigenfunctions",
    .family = "kernel",
    .formula = R"(\psi_m(x) = \frac{\sqrt n}{\lambda_m}\sum_i K(x,x_i)\,v_{m,i})",
    .citation = "Nyström extension: Williams & Seeger 2001, NIPS 13",
    .params = kParams,
    .inputs = kInputs,
    .outputs = kOutputs,
    .largest = largest,
    .run = run,
};

}  // namespace posenc::mercer_row
