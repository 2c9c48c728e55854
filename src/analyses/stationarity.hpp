// How stationary a kernel matrix is: how far K depends on the offset only.
//
// P_T K replaces every diagonal of K by its mean, diagonals Δ and -Δ together: the nearest
// symmetric Toeplitz matrix in the Frobenius norm. S = ‖P_T K‖² / ‖K‖² is 1 for a stationary
// kernel. On a grid of `gridRows` x `gridCols` positions in raster order, offsets are pairs (Δrow,
// Δcol) instead (block-Toeplitz), (Δ) and (-Δ) together. If a matrix is not symmetric, such as a
// bias that distinguishes before and after, Δ and -Δ are two offsets: P_T K is the nearest Toeplitz
// matrix, and offsets Δ = row - column run from the least to the largest.
#pragma once
#include "analyses/analysis.hpp"

namespace posenc::stationarity_row {

inline constexpr ParamInfo kParams[] = {
    integer("gridRows", "Rows of the grid whose cells are the positions; 1 for a line.", 1,
            {1, 65536}),
};
inline constexpr InputInfo kInputs[] = {
    {.name = "kernel", .doc = "(n, n) kernel or bias matrix", .square = true, .form = "gram"},
};
inline constexpr OutputInfo kOutputs[] = {
    {"stationarity", "‖P_T K‖² / ‖K‖²; 1 = stationary, 1 for a zero matrix"},
    {"nonStationarity", "‖K - P_T K‖² / ‖K‖², summed by itself: no cancellation"},
    {"isSymmetric", "1 where mirrored entries agree to 1e-10 of the largest: Δ and -Δ are one"},
    {"profileMean", "(offsets) mean of K over the pairs of each offset", OutputKind::vector},
    {"profileSpread", "(offsets) standard deviation of K over the same pairs", OutputKind::vector},
    {"largestSpread",
     "max of profileSpread / K(0); over the largest mean where K is not symmetric"},
    {"isStationary", "1 where largestSpread <= 1e-12, else 0"},
    {"normSpread", "standard deviation of the diagonal over its mean: 0 = constant norm"},
};

Result<Count> largest(const Params&, const Sizes&, std::span<const Layer>);
void run(const Params&, const Inputs&, std::span<const Layer>, Work&);

inline constexpr AnalysisInfo kStationarity = {
    .id = "stationarity",
    .title = "Stationarity",
    .family = "kernel",
    .formula =
        R"(S = \|P_T K\|_F^2 / \|K\|_F^2,\quad (P_T K)_{ij} = \text{mean of } K \text{ over } |i-j|)",
    .citation = "Orthogonal projection onto symmetric (block-)Toeplitz matrices; elementary",
    .params = kParams,
    .inputs = kInputs,
    .outputs = kOutputs,
    .largest = largest,
    .run = run,
};

}  // namespace posenc::stationarity_row
