// Linear systems with a symmetric positive definite matrix, and how far their solutions can be
// trusted. With Eigen's LLT, 16 right sides and 64 to 1024 rows take 0.9 to 1.2 times as long in
// WebAssembly and 0.7 to 0.9 natively (ridge_solve); measured on 2026-11-28. cholesky.hpp says why
// the factor is our own.
#pragma once
#include <string_view>

#include "core/matrix.hpp"
#include "posenc/result.hpp"

namespace posenc {

struct RidgeSolution {
  Matrix x;              // (n, columns)
  double condition = 1;  // of A + ridge·I in the 1-norm, estimated (Higham 1988): never more than
                         // the true one, within a factor 10 of it in the tests
};

// Solves (A + ridge·I)·X = B by Cholesky: A (n, n) symmetric, B (n, columns); the upper triangle of
// A is read. Backward stable: the residual is at most 8·n·2^-53·‖A + ridge·I‖·‖X‖
// in Frobenius norms, and X has lost log10(condition) digits. An error that names `field`, with the
// eigenvalues and the condition number in its message, where A + ridge·I is not positive definite
// or its condition exceeds 2^52: then no digit would be left. Held by tests/linalg/solve_test.cpp.
Result<RidgeSolution> ridge_solve(ConstMatrixView a, double ridge, ConstMatrixView b,
                                  std::string_view field = "ridge");

}  // namespace posenc
