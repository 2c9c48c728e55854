// Where a fit of cosines to a profile (cosine_fit.hpp) may begin: from what non-negative least
// squares found on a grid of frequencies, from its quantiles, or from geometric ladders.
#pragma once
#include <cstddef>
#include <vector>

#include "kernels/cosine_fit.hpp"
#include "kernels/frequency_grid.hpp"
#include "linalg/nnls.hpp"

namespace posenc {

double square_of(const std::vector<double>& residual);

// Pairs of neighbouring grid points are one frequency between them: the weighted mean.
Cosines merged(const FrequencyGrid& grid, const Nnls& fit);

// The `pairs` cosines that are left when, one after the other, those go whose loss raises the sum
// of squares least: w_j²/(G⁻¹)_jj, G the Gram matrix of the waves. Weights are fitted anew later.
Cosines selected(const CosineFit& fit, std::size_t pairs);

// Least squares for the weights of given frequencies; `rows` (n, p) holds their waves.
Nnls weights_of(const CosineProblem& problem, const std::vector<double>& rows);

// Rising frequencies, those of no weight left out.
Cosines sorted(const Cosines& cosines);

// Frequencies of p equal weights: quantiles of the given ones (rising), each spread over its cell,
// which ends half way to its neighbours and where the lags tell frequencies apart.
Cosines quantiles(const CosineProblem& problem, const Cosines& from, std::size_t p);

// Geometric ladders, what plain sinusoidal and rotary tables have: the best with each of some
// bases, from the best one on.
std::vector<Cosines> ladders(const CosineProblem& problem, std::size_t p);

// And where one that has ended may begin again:

// 0 and π are stationary for every frequency, by symmetry: those go beside them.
Cosines nudged(const CosineProblem&, Cosines);

// Those of no weight go to the peaks of the correlation with the residual, the highest first, from
// peak `skip` on. Returns whether one was left.
bool reseed(const CosineProblem&, const FrequencyGrid&, std::size_t skip, Cosines&);

}  // namespace posenc
