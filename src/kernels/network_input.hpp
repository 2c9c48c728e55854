// What goes into a network of infinite width: the covariance of its inputs, K = ⟨x, x'⟩/d, and the
// tangent kernel that layers before it have left. From rows, from a covariance matrix, or from the
// profile of a stationary kernel, whose m values stand for all n² pairs.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "core/params.hpp"
#include "core/result.hpp"
#include "kernels/analysis.hpp"

namespace posenc {

inline constexpr ParamInfo kInputDim = {
    .name = "inputDim",
    .doc =
        "d: numbers in an input. x has it; a profile is divided by it, and a covariance needs it "
        "in the standard parameterisation.",
    .kind = ParamKind::integer,
    .min = 1,
    .max = 1e9,
    .where = "x | profile | parameterization=standard"};
inline constexpr InputInfo kNetworkInputs[] = {
    {.name = "x", .doc = "(n, d) inputs, or a table of positions", .required = false},
    {.name = "other", .doc = "(m, d) second inputs; x itself where left out", .required = false},
    {.name = "profile",
     .doc = "(m,) instead of x: inner products of a stationary encoding, that at offset 0 first",
     .required = false,
     .form = "kernelProfile"},
    {.name = "covariance",
     .doc = "(n, n) instead of x: covariance of the inputs",
     .required = false,
     .square = true,
     .form = "gram"},
    {.name = "tangent",
     .doc = "(n, n) with covariance: tangent kernel of the layers before; 0 where left out",
     .required = false,
     .square = true},
};

class NetworkInput {
 public:
  // The pairs of inputs of these sizes, at most 2^26; an error where they are more.
  static Result<Count> pairs(const Sizes&);
  // An error where the inputs do not define a covariance: not exactly one of x, profile and
  // covariance, shapes that do not fit, asymmetry (linalg/symmetry.hpp) or |K_ij| beyond √(K_ii
  // K_jj) by more than 1e-12 of it.
  static Result<NetworkInput> of(const Params&, const Inputs&);

  std::size_t rows = 0, cols = 0;
  bool symmetric = false;                            // the pairs (i, j) and (j, i) are the same
  std::optional<double> dim;                         // d, where known
  std::vector<double> row_variances, col_variances;  // K(x, x)

  // Pairs of the rows [first, first + count) and the columns [from, from + width): (count, width),
  // rows `stride` apart.
  void covariances(std::size_t first, std::size_t count, std::size_t from, std::size_t width,
                   double* out, std::size_t stride) const;
  // Row i, columns [from, from + width).
  void tangents(std::size_t i, std::size_t from, std::size_t width, double* out) const;

  // As many rows and columns as the caller expects: those of a profile are folded here.
  void shape(Matrix&) const;

 private:
  const Matrix *x_ = nullptr, *other_ = nullptr, *profile_ = nullptr, *covariance_ = nullptr,
               *tangent_ = nullptr;
};

}  // namespace posenc
