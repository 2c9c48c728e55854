// Inner products of the channels of a table of waves over n evenly spaced positions, in closed
// form: the (w, w) matrix G = PᵀP without the (n, w) table P. The cost does not depend on n.
//
// A product of two waves is a sum of two waves, and a sum over n positions is geometric:
//   Σ_{t<n} cos 2π(φ + tρ) = cos 2π(φ + (n-1)ρ/2) · sin(πnρ)/sin(πρ)
// with phases and multiples of ρ in integer arithmetic modulo a turn, so no accuracy is lost at any
// n. The eigenvalues of G are the nonzero ones of the (n, n) Gram matrix P·Pᵀ.
//
// Error of an entry: at most 4·2^-53·n·|a_i a_j| (tests/kernels/channel_gram_test.cpp).
#pragma once
#include <cstdint>
#include <span>

#include "core/turn.hpp"

namespace posenc {

// amplitude · cos 2π(phase + t·step), t = 0 … n-1; in units of 2^-128 of a turn, modulo a turn
struct ChannelWave {
  double amplitude = 0;
  u128 phase = 0, step = 0;
};

// Rows [first, first + rows) of the (w, w) matrix, `out` (rows, w).
void channel_gram(std::span<const ChannelWave> channels, std::uint64_t n, std::size_t first,
                  std::size_t rows, double* out);

}  // namespace posenc
