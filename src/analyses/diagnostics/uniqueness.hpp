// Distances between the rows of a table: the closest pair, and whether two positions collide.
//
// D_ij = ‖φ(i) - φ(j)‖. From a table the differences themselves are summed; from frequencies ω with
// amplitudes a (two channels each: cosine and sine) D(δ)² = Σ 4a²·sin²(ωδ/2) at every lag δ, which
// costs n·p instead of n²·d. Neither loses digits if D is small, as K_ii + K_jj - 2K_ij would.
#pragma once
#include "analyses/analysis.hpp"

namespace posenc::uniqueness_row {

inline constexpr ParamInfo kParams[] = {
    only_where(integer("positions", "With frequencies: the number of positions, 0 … n - 1.",
                       kOptional, {2, 1 << 20}, {2, 8192, true}),
               "frequencies"),
};
inline constexpr InputInfo kInputs[] = {
    {.name = "table", .doc = "(n, d) rows of positions", .required = false},
    {.name = "frequencies",
     .doc = "(p) rad per position, instead of a table: a row is [a·cos ωx, a·sin ωx]",
     .required = false,
     .form = "frequencies"},
    {.name = "amplitudes", .doc = "(p) a; 1 where left out", .required = false},
};
inline constexpr OutputInfo kOutputs[] = {
    {"closestDistance", "min of D over the pairs i < j"},
    {"closestFirst", "i of that pair, the first of those within 10^-12 of the minimum (relative)"},
    {"closestSecond", "j of that pair"},
    {"rmsDistance",
     "√(mean of D² over the pairs): D² sums to n·tr(HKH), n times the centred sum of squares"},
    {"medianDistance", "median of D over the pairs"},
    {"margin", "closestDistance / medianDistance; left out where the median is 0",
     OutputKind::scalar, true},
    {"collision", "1 where closestDistance <= 10^-12 · the largest norm of a row, else 0"},
};

Result<Count> largest(const Params&, const Sizes&, std::span<const Layer>);
void run(const Params&, const Inputs&, std::span<const Layer>, Work&);

inline constexpr AnalysisInfo kUniqueness = {
    .id = "uniqueness",
    .title = "Uniqueness of positions",
    .family = "diagnostics",
    .formula = R"(D_{ij}^2 = \|\varphi(i)-\varphi(j)\|^2 = K_{ii} + K_{jj} - 2K_{ij})",
    .citation = "Elementary",
    .params = kParams,
    .inputs = kInputs,
    .outputs = kOutputs,
    .largest = largest,
    .run = run,
};

}  // namespace posenc::uniqueness_row
