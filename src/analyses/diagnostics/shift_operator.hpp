// Is a step along the positions linear? With A = rows 0 … n-k-1 of a table and B = rows k … n-1:
//   least squares  r_k = min over M of ‖B - A·M‖ / ‖B‖
//   orthogonal     min over orthogonal Q of ‖B - A·Q‖ / ‖B‖
// For sinusoidal tables M_k = blocks of rotations by ω_i·k, so both are 0. They are not 0 for
// random tables, nor for a sine without its cosine, which does not determine the direction.
#pragma once
#include "analyses/analysis.hpp"

namespace posenc::shift_operator_row {

inline constexpr ParamInfo kParams[] = {
    numbers("lags", "Steps k, whole numbers from 1 to n - 1; 1 when left out.", kOptional,
            {1, 1 << 20}, 4096),
    on_off("operators", "The answer has the maps M_k themselves, too, beside their errors."),
};
inline constexpr InputInfo kInputs[] = {
    {.name = "table", .doc = "(n, d) rows of positions, one step apart"},
};
inline constexpr OutputInfo kOutputs[] = {
    {"leastSquares",
     "(lags) ‖B - A·M‖ / ‖B‖ of the best linear map; 0 where B is 0; up to max(n, d)·2^-52 is "
     "rounding",
     OutputKind::vector},
    {"orthogonal",
     "(lags) the same of the best orthogonal map, 0 … √2·max(‖A‖/‖B‖, 1); values up to some 10^-7 "
     "may be rounding where the table has directions below 10^-8 of its largest",
     OutputKind::vector},
    {"rank", "(lags) rank of A", OutputKind::vector},
    {"trivial",
     "(lags) 1 where A has full row rank, n - k <= d: a linear map then sends A to anything, "
     "leastSquares is 0 whatever the table holds, and only orthogonal tells something",
     OutputKind::vector},
    {"exists",
     "(lags) 1 where there is a linear map, not trivially and to rounding: leastSquares <= max(n, "
     "d)·2^-52",
     OutputKind::vector},
    {"operators",
     "(lags · d, d) with operators: the M_k below each other, row k+x ≈ row x · M_k; of the maps "
     "that fit equally well the shortest",
     OutputKind::matrix, true},
};

Result<Count> largest(const Params&, const Sizes&, std::span<const Layer>);
void run(const Params&, const Inputs&, std::span<const Layer>, Work&);

inline constexpr AnalysisInfo kShiftOperator = {
    .id = "shift-operator",
    .title = "Linear shift operator",
    .family = "diagnostics",
    .formula = R"(r_k = \min_M \|P_{k:} - P_{:n-k} M\|_F / \|P_{k:}\|_F)",
    .citation =
        "Vaswani et al. 2017, arXiv:1706.03762, section 3.5; orthogonal maps: Schönemann 1966",
    .params = kParams,
    .inputs = kInputs,
    .outputs = kOutputs,
    .largest = largest,
    .run = run,
};

}  // namespace posenc::shift_operator_row
