// Measures of how well a table of vectors reflects the positions of its tokens, as in Ito et al.
// (arXiv:2406.08272) for learned encodings.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "core/matrix.hpp"

namespace posenc {

// The positions of a task's n tokens; unknown fields are empty.
struct KnownPositions {
  Matrix similarities;  // (n, n), symmetric: how similar two positions are
  Matrix positions;     // (n, k): coordinates
  std::vector<std::size_t> modules;
};

struct Modules {
  double within = 0, between = 0;  // mean cosine of the pairs i < j in one module, and in two
  // (within - between)/within, Chan et al. 2014; none if within <= 0
  std::optional<double> segregation;
  // Q = Σ_ij [A_ij - k_i·k_j/2m]·[one module]/2m for A = max(cosine, 0) without its diagonal, k its
  // row sums and 2m their sum, Newman 2004, arXiv:cond-mat/0407503; none if A is 0
  std::optional<double> modularity;
};

struct Structure {
  // of the table's linear kernel and the similarities, unbiased, so that its mean is 0 for random
  // positions (the biased one has .52 for 16 tokens in 32 channels); none if one is constant
  std::optional<double> cka;
  // Pearson's correlation of cosines between rows and similarities, pairs i < j (representational
  // similarity analysis); none if one is constant
  std::optional<double> rsa;
  // mean cosine of pairs whose similarity exceeds the mean of all pairs, minus that of the others;
  // none if either set is empty
  std::optional<double> contrast;
  // min ‖X - Y·Q‖² over orthogonal Q for the table and the positions, both centred and of norm 1: 0
  // if they are equal up to scale and rotation, at most 2; none if one is constant
  std::optional<double> procrustes;
  std::optional<Modules> modules;
};

// table (n, dim), n >= 2
Structure structure(const Matrix& table, const KnownPositions&);

}  // namespace posenc
