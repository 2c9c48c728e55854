// Measures of how well a table of vectors reflects the positions of its tokens, as in Ito et al.
// (arXiv:2406.08272) for learned encodings.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "core/matrix.hpp"

namespace posenc {

// What a task knows of the positions of its n tokens; what it does not know is empty.
struct KnownPositions {
  Matrix similarities;  // (n, n), symmetric: how similar two positions are
  Matrix positions;     // (n, k): where they are
  std::vector<std::size_t> modules;
};

struct Modules {
  double within = 0, between = 0;  // mean cosine of the pairs i < j in one module, and in two
  // (within - between)/within, Chan et al. 2014; nothing where within <= 0
  std::optional<double> segregation;
  // Q = Σ_ij [A_ij - k_i·k_j/2m]·[one module]/2m of A = max(cosine, 0) without its diagonal, k its
  // row sums and 2m their sum, Newman 2004, arXiv:cond-mat/0407503; nothing where A is 0
  std::optional<double> modularity;
};

struct Structure {
  // of the table's linear kernel and the similarities, unbiased, so that for random positions its
  // mean is 0 (the biased one has .52 of 16 tokens in 32 channels); nothing where one is constant
  std::optional<double> cka;
  // Pearson's correlation of cosines between rows and similarities, pairs i < j (representational
  // similarity analysis); nothing where one is constant
  std::optional<double> rsa;
  // mean cosine of pairs whose similarity exceeds the mean of all pairs, minus that of the others;
  // nothing where there are none of either
  std::optional<double> contrast;
  // min ‖X - Y·Q‖² over orthogonal Q of the table and the positions, both centred and of norm 1:
  // 0 where they are the same but for scale and turn, at most 2; nothing where one is constant
  std::optional<double> procrustes;
  std::optional<Modules> modules;
};

// table (n, dim), n >= 2
Structure structure(const Matrix& table, const KnownPositions&);

}  // namespace posenc
