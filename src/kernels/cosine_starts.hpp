// Start points for a fit of cosines to a profile (cosine_fit.hpp): the result of non-negative least
// squares on a grid of frequencies, its quantiles, or geometric ladders.
#pragma once
#include <cstddef>
#include <vector>

#include "kernels/cosine_fit.hpp"
#include "kernels/frequency_grid.hpp"
#include "linalg/nnls.hpp"

namespace posenc {

double square_of(const std::vector<double>& residual);

// Merges pairs of neighbouring grid points into one frequency, their weighted mean.
Cosines merged(const FrequencyGrid& grid, const Nnls& fit);

// Removes the cosine whose loss raises the sum of squares least until `pairs` are left:
// w_j²/(G⁻¹)_jj, G the Gram matrix of the waves. The weights are fitted again later.
Cosines selected(const CosineFit& fit, std::size_t pairs);

// Least squares for the weights of given frequencies; `rows` (n, p) holds their waves.
Nnls weights_of(const CosineProblem& problem, const std::vector<double>& rows);

// Sorts by frequency and drops frequencies of zero weight.
Cosines sorted(const Cosines& cosines);

// Frequencies of p equal weights: quantiles of the given (increasing) ones. Each weight is spread
// over a cell, which ends halfway to its neighbours and at the resolution of the lags.
Cosines quantiles(const CosineProblem& problem, const Cosines& from, std::size_t p);

// Geometric ladders, as in plain sinusoidal and rotary tables: the best one for each of some bases,
// from the overall best on.
std::vector<Cosines> ladders(const CosineProblem& problem, std::size_t p);

// Restarts after a fit:

// 0 and π are stationary for every frequency, by symmetry: moves frequencies off them.
Cosines nudged(const CosineProblem&, Cosines);

// Moves frequencies of zero weight to the peaks of the correlation with the residual, the highest
// first, from peak `skip` on. Returns whether a peak was left.
bool reseed(const CosineProblem&, const FrequencyGrid&, std::size_t skip, Cosines&);

}  // namespace posenc
