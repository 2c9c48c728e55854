// The kernel that a table induces on its positions, K = P·Pᵀ, and its normalised form (cosine
// similarities): K̂_ij = K_ij / √(K_ii K_jj), 0 where a norm is 0. Error of an entry of K at most
// d·2^-53·‖row i‖‖row j‖; of K̂, (d + 4)·2^-53.
#pragma once
#include "kernels/analysis.hpp"

namespace posenc {
namespace induced_kernel_detail {

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

Result<Outputs> run(const Params&, const Inputs&);

}  // namespace induced_kernel_detail

inline constexpr AnalysisInfo kInducedKernel = {
    .id = "induced-kernel",
    .title = "Induced kernel",
    .family = "kernel",
    .formula =
        R"(K(x,x') = \langle\phi(x), \phi(x')\rangle,\quad \hat K = K(x,x')/\sqrt{K(x,x)K(x',x')})",
    .citation = "Elementary; the kernel of a feature map (Schölkopf & Smola 2002)",
    .inputs = induced_kernel_detail::kInputs,
    .outputs = induced_kernel_detail::kOutputs,
    .run = induced_kernel_detail::run,
};

}  // namespace posenc
