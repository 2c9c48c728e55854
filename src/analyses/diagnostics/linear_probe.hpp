// How well a linear read-out recovers waves from a table: ridge regression of cos(fx) and sin(fx)
// on its rows, for a list of frequencies f.
//
// With P = U·S·Vᵀ the fitted values are U·diag(s²/(s² + ridge))·Uᵀ·t, so nothing is inverted and a
// small ridge loses no digits. R² = 1 - Σ(t - fit)²/Σ(t - mean)², on the positions of the fit.
#pragma once
#include "analyses/analysis.hpp"

namespace posenc::linear_probe_row {

inline constexpr ParamInfo kParams[] = {
    numbers("frequencies",
            "Frequencies f of the targets in rad per position; 1, 1.5 and π when left out.",
            kOptional, {-1e9, 1e9}, 4096),
    number("ridge", "Ridge added to PᵀP, in its unit; 0 = least squares, where P has full rank.",
           1e-6, {0, 1e300}, {1e-12, 1e3, true}),
    on_off("intercept", "Fit a constant beside the table: both are centred first."),
    on_off("weights", "Return the read-out itself: the map M with P·M nearest to the waves."),
};
inline constexpr InputInfo kInputs[] = {
    {.name = "table", .doc = "(n, d) rows of positions"},
    {.name = "positions",
     .doc = "(n) positions x of the rows; 0, 1 … n - 1 where left out",
     .required = false},
};
inline constexpr OutputInfo kOutputs[] = {
    {"cosine", "(frequencies) R² of cos(fx); 1 where it is constant and read out to 10^-12",
     OutputKind::vector},
    {"sine", "(frequencies) R² of sin(fx), in the same way", OutputKind::vector},
    {"wave", "(frequencies) R² of both together: sums of squares added", OutputKind::vector},
    {"freedom", "Σ s²/(s² + ridge): degrees of freedom of the fit"},
    {"chance",
     "R² of white noise, from the expected sums of squares: where it is near 1 (d near n), a high "
     "R² tells nothing"},
    {"conditionNumber", "of PᵀP + ridge (PPᵀ + ridge where d > n); left out where it is infinite",
     OutputKind::scalar, true},
    {"weights",
     "(2 · frequencies, d) with weights: Mᵀ, rows for cos(fx) and sin(fx) of each frequency; of "
     "the maps that fit equally well the shortest",
     OutputKind::matrix, true},
    {"constants", "(2 · frequencies) with weights and intercept: what is added to P·M",
     OutputKind::vector, true},
};

Result<Count> largest(const Params&, const Sizes&, std::span<const Layer>);
void run(const Params&, const Inputs&, std::span<const Layer>, Work&);

inline constexpr AnalysisInfo kLinearProbe = {
    .id = "linear-probe",
    .title = "Linear read-out of waves",
    .family = "diagnostics",
    .formula =
        R"(R^2 = 1 - \frac{\sum (t - \hat t)^2}{\sum (t - \bar t)^2},\quad \hat t = P(P^\top P + \rho I)^{-1}P^\top t)",
    .citation =
        "Ridge regression: Hoerl & Kennard 1970; probes: Alain & Bengio 2016, arXiv:1610.01644",
    .params = kParams,
    .inputs = kInputs,
    .outputs = kOutputs,
    .largest = largest,
    .run = run,
};

}  // namespace posenc::linear_probe_row
