// The library's decompositions, which have equal bits everywhere, against Eigen's independent
// algorithms. Both are backward stable, so they differ by rounding of the norm. Built and run by
// `npm run test:full`: the headers of Eigen take longer to compile than all of src/linalg.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <vector>

#include "core/random.hpp"
#include "linalg/basis.hpp"
#include "linalg/procrustes.hpp"
#include "linalg/singular_pairs.hpp"
#include "linalg/solve.hpp"
#include "linalg/symmetric_eigenpairs.hpp"

using namespace posenc;

namespace {

using Table = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
struct Shape {
  int n, d, rank;
};
constexpr Shape kShapes[] = {{1, 1, 1},    {2, 3, 2},   {9, 4, 4},    {4, 9, 2},
                             {30, 30, 30}, {40, 12, 5}, {12, 40, 12}, {33, 20, 1}};

Table drawn(int n, int d, std::uint32_t stream) {
  const Random random(33, stream);
  Table t(n, d);
  for (int i = 0; i < n * d; ++i) t.data()[i] = random.normal(static_cast<std::uint64_t>(i));
  return t;
}
// (n, d) of this rank
Table of_rank(const Shape& s, std::uint32_t stream) {
  return drawn(s.n, s.rank, stream) * drawn(s.rank, s.d, stream + 1);
}
std::vector<double> numbers(const Table& t) { return {t.data(), t.data() + t.size()}; }
ConstMatrixView view(const Table& t) {
  return {t.data(), static_cast<std::size_t>(t.rows()), static_cast<std::size_t>(t.cols())};
}
Table table(const std::vector<double>& x, std::size_t n, std::size_t d) {
  return Eigen::Map<const Table>(x.data(), static_cast<Eigen::Index>(n),
                                 static_cast<Eigen::Index>(d));
}

// for both sides together, relative to the largest absolute value of a matrix
constexpr double kRounding = 32 * 0x1p-53;

}  // namespace

TEST_CASE("singular values are Eigen's") {
  for (const Shape& s : kShapes) {
    const Table t = of_rank(s, 1);
    const Spectrum ours = singular_pairs_of(numbers(t), static_cast<std::size_t>(s.n),
                                            static_cast<std::size_t>(s.d), 0);
    const auto theirs = Eigen::JacobiSVD<Eigen::MatrixXd>(t).singularValues();
    REQUIRE(static_cast<Eigen::Index>(ours.values.size()) == theirs.size());
    for (Eigen::Index k = 0; k < theirs.size(); ++k)
      CHECK(std::fabs(ours.values[static_cast<std::size_t>(k)] - theirs[k]) <=
            kRounding * std::max(s.n, s.d) * theirs[0]);
  }
}

TEST_CASE("eigenvalues of symmetric matrices are Eigen's, definite or not") {
  for (const int n : {1, 2, 7, 32, 50}) {
    const Table half = drawn(n, n, 5), a = half + half.transpose();
    const Spectrum ours = symmetric_eigenpairs(numbers(a), static_cast<std::size_t>(n), 0);
    const auto theirs = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(a).eigenvalues();
    for (Eigen::Index k = 0; k < n; ++k)  // Eigen's ascend
      CHECK(std::fabs(ours.values[static_cast<std::size_t>(k)] - theirs[n - 1 - k]) <=
            kRounding * n * a.norm());
  }
}

TEST_CASE("column spaces are Eigen's, and so is their rank") {
  for (const Shape& s : kShapes) {
    const Table t = of_rank(s, 7);
    const Matrix ours = orthonormal_basis(view(t));
    const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(t);
    CHECK(ours.cols == static_cast<std::size_t>(qr.rank()));
    const Table q = table(ours.data, static_cast<std::size_t>(s.n), ours.cols);
    const Eigen::MatrixXd theirs = qr.householderQ() * Eigen::MatrixXd::Identity(s.n, qr.rank());
    // the projections onto the space; small singular values tilt it
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(t);
    const double tilt = svd.singularValues()[0] / svd.singularValues()[qr.rank() - 1];
    CHECK((q * q.transpose() - theirs * theirs.transpose()).norm() <=
          kRounding * std::max(s.n, s.d) * tilt);
  }
}

TEST_CASE("ridge solutions are Eigen's LDLᵀ, to the digits that the condition leaves") {
  for (const int n : {1, 3, 20, 45}) {
    const Table half = drawn(n, n + 2, 11), a = half * half.transpose(), b = drawn(n, 3, 13);
    const double ridge = 1e-3;
    const auto ours = ridge_solve(view(a), ridge, view(b), "ridge");
    REQUIRE(ours);
    const Eigen::MatrixXd theirs =
        (a + ridge * Eigen::MatrixXd::Identity(n, n)).eval().ldlt().solve(b);
    CHECK((table(ours->x.data, static_cast<std::size_t>(n), 3) - theirs).norm() <=
          kRounding * n * 10 * ours->condition * theirs.norm());
  }
}

TEST_CASE("Procrustes: the nuclear norm is Eigen's") {
  for (const Shape& s : kShapes) {
    const Table x = of_rank(s, 17), y = drawn(s.n, 6, 19);
    const double ours = procrustes(view(x), view(y));
    const double nuclear =
        Eigen::JacobiSVD<Eigen::MatrixXd>(x.transpose() * y).singularValues().sum();
    const double sizes = x.squaredNorm() + y.squaredNorm();
    CHECK(std::fabs(ours - (sizes - 2 * nuclear)) <= kRounding * std::max(s.d, 6) * sizes);
  }
}
