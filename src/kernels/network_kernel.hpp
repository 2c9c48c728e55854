// NNGP kernel and NTK of a network in the limit of infinite width, layer by layer.
//
// NTK parameterisation (Jacot et al. 2018; Lee et al. 2019), a dense layer and then an activation:
//   K ← σ_w² K + σ_b²,  Θ ← K_new + σ_w² Θ        K ← E φφ,  Θ ← (E φ'φ') ∘ Θ
// starting from K = ⟨x, x'⟩/d, Θ = 0. Standard parameterisation (weights of variance σ_w²/fan-in,
// trained as they are; Sohl-Dickstein et al. 2020): Θ ← fan_in·K + σ_w² Θ + 1, K as above; the + 1
// is the bias, which is trained even if σ_b = 0 (parameter trainedBias).
//
// For an encoding of constant norm with a stationary kernel, K and Θ depend on the offset only: a
// profile gives profiles, O(n) for n positions (Tancik et al. 2020, section 4). Activations without
// a closed form: hermite_duals.hpp.
//
// Covariances determine an angle between two inputs to 2^-25 only if it is that small. So near
// duplicates (and antipodes) E φ'φ' of a rectifier and E φφ of a sign are within 2^-25 of their
// value for duplicates; elsewhere the error is rounding only. Each further sign layer takes the
// root: 2^-12 after two, 2^-6 after three. Tested by tests/analyses/network_kernel_test.cpp.
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
  Matrix nngp, ntk;  // in the shape of the input (NetworkInput::shape)
  // For activations without closed form: the largest truncated part of E φ² or E φ'².
  std::optional<double> left_out;
};

// Errors name `layers[l]`.
Result<NetworkKernels> network_kernels(NetworkInput input, std::span<const Layer> layers,
                                       Parameterization, const Progress& = {});

// Θ(x, other), (n, m); x and other have equally many columns, at least one.
Result<Matrix> infinite_ntk(const std::vector<Layer>& layers, const Matrix& x, const Matrix& other,
                            Parameterization);

// the layers with this width for every dense layer
std::vector<Layer> with_width(std::span<const Layer> layers, double width);

}  // namespace posenc
