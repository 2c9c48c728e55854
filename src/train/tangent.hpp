// The empirical tangent kernel of a transformer, and measures of a run from it (Jacot et al. 2018,
// arXiv:1806.07572):
//
//   K_ij = Σ_c ⟨∂f_c(x_i), ∂f_c(x_j)⟩, over all parameters and the outputs c of a query
//
// A point is a sample and one of its counted queries. The kernel does not depend on labels, so its
// alignment with them is meaningful.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/matrix.hpp"
#include "train/transformer.hpp"

namespace posenc {

struct Tangent {
  // ⟨K_c, L_c⟩/(‖K_c‖·‖L_c‖) for the centred kernel and that of the targets, L = Y·Yᵀ, Y one-hot
  // for classes (Cortes et al. 2012); none if one of them is constant
  std::optional<double> alignment;
  double effective_rank = 0;  // exp(-Σ p ln p), p = λ/Σλ
  // 1 - ⟨K_0, K⟩/(‖K_0‖·‖K‖) and tr K/tr K_0, relative to the initial kernel
  double movement = 0, trace = 1;
};

template <class T>
struct TangentPoints {
  std::vector<std::size_t> queries;                   // for each point
  std::function<const T*(std::size_t)> features;      // of its sample, valid until the next call
  std::function<std::uint64_t(std::size_t)> dropped;  // the dropout draw of its pass
};

// Maximum elements of a Jacobian in memory, 32 MiB; a model with more parameters is processed in
// several parts.
inline constexpr std::size_t kJacobianNumbers = std::size_t{1} << 22;

// (points, points); `outputs` is the number of outputs per query.
template <class T>
Matrix tangent_kernel(Transformer<T>& model, std::size_t outputs, const TangentPoints<T>& points,
                      std::size_t most_numbers = kJacobianNumbers);

// From a kernel, the initial kernel, and that of the targets.
Tangent tangent_measures(const Matrix& kernel, const Matrix& start, const Matrix& targets);

}  // namespace posenc
