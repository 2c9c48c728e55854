// NNGP kernel and NTK of a network in the limit of infinite width, layer by layer.
//
// NTK parameterisation (Jacot et al. 2018; Lee et al. 2019), a dense layer and then an activation:
//   K ← σ_w² K + σ_b²,  Θ ← K_new + σ_w² Θ        K ← E φφ,  Θ ← (E φ'φ') ∘ Θ
// starting from K = ⟨x, x'⟩/d, Θ = 0. Standard parameterisation (weights of variance σ_w²/fan-in,
// trained as they are; Sohl-Dickstein et al. 2020): Θ ← fan_in·K + σ_w² Θ + 1, K as above; the + 1
// is the bias, which is trained even where σ_b = 0 (parameter trainedBias).
//
// Over an encoding of constant norm whose kernel is stationary, K and Θ depend on the offset alone:
// a profile goes in and profiles come out, O(n) for n positions (Tancik et al. 2020, section 4).
// Activations without a closed form: hermite_duals.hpp.
//
// An angle between two inputs is known from their covariances to 2^-25 only where it is that small.
// So next to duplicates (and antipodes) E φ'φ' of a rectifier and E φφ of a sign are within 2^-25
// of their value for duplicates, everywhere else to rounding; a sign layer on a sign layer takes
// the root: 2^-12 after two, 2^-6 after three. Held by tests/analyses/network_kernel_test.cpp.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "core/matrix.hpp"
#include "core/progress.hpp"
#include "kernels/network_input.hpp"
#include "nn/layer.hpp"
#include "posenc/result.hpp"

namespace posenc {

struct Parameterization {
  bool standard = false;
  bool trained_bias = true;
};

struct NetworkKernels {
  Matrix nngp, ntk;  // as many rows and columns as the input has (NetworkInput::shape)
  // With activations that have no closed form: the largest part of E φ² or E φ'² that the series
  // leave out.
  std::optional<double> left_out;
};

// Errors name `layers[l]`.
Result<NetworkKernels> network_kernels(NetworkInput input, std::span<const Layer> layers,
                                       Parameterization, const Progress& = {});

// Θ(x, other), (n, m); x and other have equally many columns, at least one.
Result<Matrix> infinite_ntk(const std::vector<Layer>& layers, const Matrix& x, const Matrix& other,
                            Parameterization);

// the same layers with every dense layer of this width
std::vector<Layer> with_width(std::span<const Layer> layers, double width);

}  // namespace posenc
