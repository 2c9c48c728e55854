// The kernel that a table induces on its positions, K = P·Pᵀ, and its normalised form (cosine
// similarities): K̂_ij = K_ij / √(K_ii K_jj), 0 if a norm is 0. The error of an entry of K is at
// most d·2^-53·‖row i‖‖row j‖ and, if that is below 2^-1022, 2^-1075. The error of K̂ is at most (d
// + 4)·2^-53 for rows of any size, even if their squares exceed float64.
#pragma once
#include "analyses/analysis.hpp"

namespace posenc::induced_kernel_row {

inline constexpr InputInfo kInputs[] = {
    {.name = "table", .doc = "(n, d) rows of positions"},
    {.name = "other",
     .doc = "(m, d) rows of other positions; the table itself where left out",
     .required = false},
};
inline constexpr OutputInfo kOutputs[] = {
    {"kernel", "(n, m) inner products", OutputKind::matrix},
    {"normalised", "(n, m) cosine similarities", OutputKind::matrix},
    {"norms", "(n) lengths of the table's rows", OutputKind::vector},
};

Result<Count> largest(const Params&, const Sizes&, std::span<const Layer>);
void run(const Params&, const Inputs&, std::span<const Layer>, Work&);

inline constexpr AnalysisInfo kInducedKernel = {
    .id = "induced-kernel",
    .title = "Induced kernel",
    .family = "kernel",
    .formula =
        R"(K(x,x') = \langle\phi(x), \phi(x')\rangle,\quad \hat K = K(x,x')/\sqrt{K(x,x)K(x',x')})",
    .citation = "Elementary; the kernel of a feature map (Schölkopf & Smola 2002)",
    .inputs = kInputs,
    .outputs = kOutputs,
    .largest = largest,
    .run = run,
};

}  // namespace posenc::induced_kernel_row
