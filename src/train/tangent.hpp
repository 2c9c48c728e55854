// The empirical tangent kernel of a transformer, and what it says of a run (Jacot et al. 2018,
// arXiv:1806.07572):
//
//   K_ij = Σ_c ⟨∂f_c(x_i), ∂f_c(x_j)⟩, by all parameters, over the outputs c of a query
//
// A point is a sample and one of its queries whose output counts. No label enters the kernel, so
// that its alignment with the labels is none of its making.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/matrix.hpp"
#include "train/transformer.hpp"

namespace posenc {

struct Tangent {
  // ⟨K_c, L_c⟩/(‖K_c‖·‖L_c‖) of the centred kernel and that of the targets, L = Y·Yᵀ, Y one-hot
  // where they are classes (Cortes et al. 2012); nothing where one of them is constant
  std::optional<double> alignment;
  double effective_rank = 0;  // exp(-Σ p ln p), p = λ/Σλ
  // 1 - ⟨K_0, K⟩/(‖K_0‖·‖K‖) and tr K/tr K_0, of the kernel that the run began with
  double movement = 0, trace = 1;
};

template <class T>
struct TangentPoints {
  std::vector<std::size_t> queries;                   // of each point
  std::function<const T*(std::size_t)> features;      // of its sample, until it is asked again
  std::function<std::uint64_t(std::size_t)> dropped;  // the draw of its pass
};

// So many numbers of a Jacobian are held at a time, 32 MiB; a model with more parameters is gone
// through several times.
inline constexpr std::size_t kJacobianNumbers = std::size_t{1} << 22;

// (points, points); `outputs` are those of a query.
template <class T>
Matrix tangent_kernel(Transformer<T>& model, std::size_t outputs, const TangentPoints<T>& points,
                      std::size_t most_numbers = kJacobianNumbers);

// Of a kernel, the one of the beginning, and that of the targets.
Tangent tangent_measures(const Matrix& kernel, const Matrix& start, const Matrix& targets);

}  // namespace posenc
