// Stages for pairs of positions, for the C++ tests: whole matrices as flat lists.
#pragma once
#include <cmath>
#include <vector>

#include "attention.hpp"
#include "core/random.hpp"

namespace posenc::test {

// (n_query, n_key), NaN where masked
std::vector<double> map_of(const json& spec, std::size_t n_query, std::size_t n_key);

// A row's bias before rounding to float32.
Bias bias_of(const json& spec);

// (n_query, n_key) of one head in float32
std::vector<float> bias_matrix(Plan& plan, std::size_t head, std::size_t n_query,
                               std::size_t n_key);

// (terms, n, n) logits of n queries and keys (n, dim) at positions 0 … n - 1
std::vector<double> scores_of(const json& spec, const std::vector<double>& q,
                              const std::vector<double>& k, std::size_t dim);

std::vector<double> normals(std::size_t n, std::uint64_t seed);

}  // namespace posenc::test
