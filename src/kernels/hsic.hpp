// The Hilbert-Schmidt independence criterion of two kernel matrices, and centred kernel alignment.
//
//   biased    tr(K·H·L·H)/(n - 1)², H = I - 11ᵀ/n                      Gretton et al. 2005
//   unbiased  Σ_{i≠j} K̃_ij·L̃_ij / (n(n - 3)), K̃ the U-centred kernel  Song et al. 2012, in the
//             form of Székely & Rizzo 2014: HSIC(K, K) is a sum of squares and never negative
//   CKA       HSIC(K, L)/√(HSIC(K, K)·HSIC(L, L))                      Kornblith et al. 2019
#pragma once
#include <optional>

#include "core/matrix.hpp"

namespace posenc {

struct Hsic {
  double value = 0;           // exactly 0 if a centred kernel is only rounding error …
  std::optional<double> cka;  // … and then there is no alignment
  // Mean of the biased CKA over all permutations of the rows of L: tr K_c·tr L_c/((n -
  // 1)·‖K_c‖·‖L_c‖)
  std::optional<double> chance;
};

Hsic biased_hsic(const Matrix& k, const Matrix& l);    // n >= 2
Hsic unbiased_hsic(const Matrix& k, const Matrix& l);  // n >= 4

}  // namespace posenc
