// Gram matrices: the Toeplitz route against the table route, block by block, and the golden
// eigenvalues (an independent solver: Eigen's).
#include "kernels/gram.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <initializer_list>

#include "../support/spec_json.hpp"

using namespace posenc;
using namespace posenc::test;

TEST_CASE("gram: row blocks of both routes agree with each other and with inner products") {
  for (const json& spec :
       {json{{"encoding", "sinusoidal"}, {"dim", 12}},
        json{{"encoding", "sinusoidal"}, {"dim", 7}, {"oddRule", "literal"}},
        json{{"encoding", "rope"},
             {"dim", 16},
             {"scaling", {{"type", "yarn"}, {"factor", 4}, {"originalContext", 64}}}}}) {
    INFO(spec.dump());
    Plan plan = plan_of(spec);
    for (const std::vector<double>& positions :
         {std::vector<double>{0, 1, 2, 3, 4, 5}, {10, 7, 4, 1, -2}, {0, 0.5, 1e6, -3, 17}, {42}}) {
      const std::size_t n = positions.size(), w = plan.width();
      const std::vector<double> t = table64(plan, positions);
      std::vector<double> k(n * n);
      for (std::size_t r = 0; r < n; r += 2)
        CHECK(plan.gram(positions, r, std::min<std::size_t>(2, n - r), k.data() + r * n));
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) {
          double product = 0;
          for (std::size_t c = 0; c < w; ++c) product += t[i * w + c] * t[j * w + c];
          CHECK(std::fabs(k[i * n + j] - product) <= 4e-15 * static_cast<double>(w));
          CHECK(k[i * n + j] == doctest::Approx(k[j * n + i]).epsilon(1e-14));
        }
    }
  }
}

TEST_CASE("gram: the eigenvalues of the golden 12 x 12 matrix; its rank is at most d") {
  const json golden = load_json("gram_eigs_sinusoidal_d8_N12");
  const auto expected = golden.at("expected").at("eigenvalues").get<std::vector<double>>();
  const auto n = static_cast<Eigen::Index>(expected.size());
  std::vector<double> positions(expected.size()), k(expected.size() * expected.size());
  for (std::size_t i = 0; i < positions.size(); ++i) positions[i] = static_cast<double>(i);
  CHECK(plan_of({{"encoding", "sinusoidal"}, {"dim", 8}})
            .gram(positions, 0, positions.size(), k.data()));
  const Eigen::VectorXd got =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(Eigen::Map<Eigen::MatrixXd>(k.data(), n, n))
          .eigenvalues();
  for (Eigen::Index i = 0; i < n; ++i)
    CHECK(std::fabs(got[n - 1 - i] - expected[static_cast<std::size_t>(i)]) <=
          golden.at("tolerance").at("value").get<double>());
}
