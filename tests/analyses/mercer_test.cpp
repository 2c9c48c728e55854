// Induced kernels and their Mercer eigenfunctions: the extension at a sample is the eigenfunction
// there, and the eigenfunctions reproduce the kernel between positions.
#include "../support/analysis.hpp"
#include "../support/approx.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

Matrix table_of(const json& spec, double start, double step, std::size_t n) {
  const Plan plan = plan_of(spec);
  std::vector<double> positions(n);
  for (std::size_t i = 0; i < n; ++i) positions[i] = start + step * static_cast<double>(i);
  return {n, plan.width(), table64(plan, positions)};
}

}  // namespace

TEST_CASE("mercer: the extension agrees at the samples and rebuilds the kernel elsewhere") {
  const json spec = {{"encoding", "sinusoidal"}, {"dim", 16}, {"base", 200}};
  Inputs inputs;
  const Matrix samples = table_of(spec, 0, 1, 80), between = table_of(spec, 0.5, 1, 40);
  inputs.set("table", samples);
  const Outputs same = outputs_of({{"analysis", "mercer"}, {"modes", 16}}, inputs);
  const Matrix &psi = output(same, "atSamples"), &again = output(same, "extended");
  const auto& lambda = output(same, "eigenvalues").data;
  CHECK(psi.rows >= 10);
  for (std::size_t m = 0; m < psi.rows; ++m) {
    const double error = 1e-13 * lambda[0] / lambda[m];
    double square = 0;
    for (std::size_t i = 0; i < 80; ++i) {
      CHECK(std::fabs(psi(m, i) - again(m, i)) <= error);
      square += psi(m, i) * psi(m, i);
    }
    CHECK(square == approx(80));
  }
  CHECK(output(same, "explained").data.back() == approx(1).epsilon(1e-8));

  // Mercer's theorem for features of finite rank: K(x, x') = Σ λ_m ψ_m(x) ψ_m(x')
  inputs.set("other", between);
  const Outputs away = outputs_of({{"analysis", "mercer"}, {"modes", 16}}, inputs);
  const Matrix& extended = output(away, "extended");
  Inputs pair;
  pair.set("table", between);
  const Outputs kernel = outputs_of({{"analysis", "induced-kernel"}}, pair);
  for (std::size_t i = 0; i < 40; ++i)
    for (std::size_t j = 0; j < 40; ++j) {
      double sum = 0;
      for (std::size_t m = 0; m < extended.rows; ++m)
        sum += lambda[m] * extended(m, i) * extended(m, j);
      CHECK(std::fabs(sum - output(kernel, "kernel")(i, j)) <= 1e-6);
    }
}

TEST_CASE("induced-kernel: inner products, cosines, and rows of zeros") {
  const Outputs got = outputs_of({{"analysis", "induced-kernel"}},
                                 inputs_of({{"table", {{3, 4}, {0, 0}, {-3, -4}, {4, -3}}}}));
  CHECK(output(got, "kernel")(0, 2) == -25);
  CHECK(output(got, "normalised")(0, 0) == 1);
  CHECK(output(got, "normalised")(0, 2) == -1);
  CHECK(output(got, "normalised")(0, 3) == 0);
  CHECK(output(got, "normalised")(1, 1) == 0);
  CHECK(output(got, "norms").data == std::vector<double>{5, 0, 5, 5});
  const auto refused = analyse(analysis_of({{"analysis", "induced-kernel"}}),
                               inputs_of({{"table", {{1, 2}}}, {"other", {{1, 2, 3}}}}));
  REQUIRE(!refused);
  CHECK(refused.error().code == ErrorCode::bad_shape);
}

TEST_CASE("mercer: one row, zero rows, and modes that cannot be extended") {
  const Outputs one =
      outputs_of({{"analysis", "mercer"}}, inputs_of({{"table", {{3, 4}}}, {"other", {{6, 8}}}}));
  CHECK(number(one, "eigenvalues") == approx(25).epsilon(1e-15));
  CHECK(output(one, "extended")(0, 0) == approx(2));
  const Outputs none =
      outputs_of({{"analysis", "mercer"}}, inputs_of({{"table", {{0, 0}, {0, 0}}}}));
  CHECK(output(none, "eigenvalues").data.empty());
  const Outputs rank_one =
      outputs_of({{"analysis", "mercer"}}, inputs_of({{"table", {{1, 2}, {2, 4}, {3, 6}}}}));
  CHECK(output(rank_one, "eigenvalues").data.size() == 1);
}

TEST_CASE("golden: cosine similarities of four tables") {
  const json golden = load_json("pe_matrix_metrics");
  for (const json& c : golden.at("expected").at("cases")) {
    INFO(c.at("name"));
    const Outputs got =
        outputs_of({{"analysis", "induced-kernel"}}, inputs_of({{"table", c.at("P")}}));
    const Matrix& cosine = output(got, "normalised");
    check_close({cosine.row(0), cosine.row(1)}, c.at("normalised_kernel_row0"),
                golden.at("tolerance"));
  }
}
