// Spectra against 110-digit arithmetic, and the residuals of the solvers.
#include "../support/analysis.hpp"
#include "../support/approx.hpp"
#include "core/random.hpp"
#include "kernels/gram.hpp"
#include "linalg/eigenpairs.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

std::vector<double> profile_of(int d, double base, std::size_t n) {
  const Plan plan = plan_of({{"encoding", "sinusoidal"}, {"dim", d}, {"base", base}});
  std::vector<double> offsets(n), k(n);
  for (std::size_t i = 0; i < n; ++i) offsets[i] = static_cast<double>(i);
  CHECK(plan.kernel_profile(offsets, k.data()));
  return k;
}
Matrix toeplitz(const std::vector<double>& row) {
  Matrix k = Matrix::zeros(row.size(), row.size());
  for (std::size_t i = 0; i < row.size(); ++i)
    for (std::size_t j = 0; j < row.size(); ++j) k(i, j) = row[i > j ? i - j : j - i];
  return k;
}
// the largest of ‖Kv - λv‖ and |⟨v, w⟩ - δ|
double residual(const Matrix& k, const std::vector<double>& values,
                const std::vector<double>& vectors) {
  const std::size_t n = k.rows, kept = vectors.size() / n;
  double worst = 0;
  for (std::size_t m = 0; m < kept; ++m) {
    const double* v = vectors.data() + m * n;
    double size = 0;
    for (std::size_t i = 0; i < n; ++i) {
      double sum = -values[m] * v[i];
      for (std::size_t j = 0; j < n; ++j) sum += k(i, j) * v[j];
      size += sum * sum;
    }
    worst = std::fmax(worst, std::sqrt(size) / values[0]);
    for (std::size_t o = 0; o <= m; ++o) {
      double product = o == m ? -1 : 0;
      for (std::size_t i = 0; i < n; ++i) product += v[i] * vectors[o * n + i];
      worst = std::fmax(worst, std::fabs(product));
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("golden: spectra of sinusoidal tables, by table and by kernel") {
  for (const std::string file : {"pe_kernel_spectrum", "pe_kernel_spectrum_n128"}) {
    const json golden = load_json(file);
    json cases = golden.at("expected").value("cases", json::array());
    if (cases.empty()) {  // one case: the leading 64 of 128
      cases.push_back(golden.at("params"));
      cases[0]["eigenvalues_desc"] = golden.at("expected").at("eigenvalues_desc_top64");
      cases[0]["stats"] = golden.at("expected").at("stats");
    }
    for (const json& c : cases) {
      const auto n = c.at("n").get<std::size_t>();
      const int d = c.at("d").get<int>();
      const double base = c.at("base").get<double>();
      INFO(file, " n ", n, " d ", d);
      const Plan plan = plan_of({{"encoding", "sinusoidal"}, {"dim", d}, {"base", base}});
      Inputs table, kernel;
      std::vector<double> positions(n);
      for (std::size_t i = 0; i < n; ++i) positions[i] = static_cast<double>(i);
      table.set("table", {n, static_cast<std::size_t>(d), table64(plan, positions)});
      kernel.set("kernel", toeplitz(profile_of(d, base, n)));
      const auto want = c.at("eigenvalues_desc").get<std::vector<double>>();
      for (const Inputs& inputs : {table, kernel}) {
        const Outputs got = outputs_of({{"analysis", "spectrum"}, {"conditionAt", 1}}, inputs);
        const auto& values = output(got, "eigenvalues").data;
        for (std::size_t m = 0; m < std::min(values.size(), want.size()); ++m)
          CHECK(std::fabs(values[m] - want[m]) <= 1e-11 * want[0]);
        if (!c.contains("stats")) continue;
        const json& stats = c.at("stats");
        const auto close = [&](const std::string& name, const std::string& key) {
          CHECK(number(got, name) == approx(stats.at(key).get<double>()).epsilon(1e-8));
        };
        close("trace", "trace");
        close("participationRatio", "participation_ratio");
        close("effectiveRank", "effective_rank_entropy");
        close("stableRank", "stable_rank");
        if (values.size() == want.size())
          CHECK(number(got, "numericalRank") ==
                std::ranges::count_if(want, [&](double x) { return x > 1e-3 * want[0]; }));
        const auto& dims = output(got, "effectiveDimensions").data;
        std::size_t at = 0;
        for (const char* ridge : {"0.001", "0.1", "1.0", "10.0"})
          CHECK(dims[at++] ==
                approx(stats.at("effective_dim").at(ridge).get<double>()).epsilon(1e-8));
      }
      if (!c.contains("strang_circulant_eigs_desc")) continue;
      const Outputs got = outputs_of({{"analysis", "spectrum"}}, kernel);
      for (const auto& [name, key] : {std::pair{"strang", "strang_circulant_eigs_desc"},
                                      {"chan", "chan_circulant_eigs_desc"}}) {
        const auto expected = c.at(key).get<std::vector<double>>();
        for (std::size_t m = 0; m < n; ++m)
          CHECK(std::fabs(output(got, name).data[m] - expected[m]) <= 1e-11 * want[0]);
      }
    }
  }
}

TEST_CASE("the singular values of a table resolve what its Gram matrix cannot") {
  // 110-digit arithmetic: λ_16 of n = 16, d = 32 is 10^-35 of λ_1; the kernel matrix resolves only
  // 10^-15
  const json golden = load_json("pe_kernel_spectrum").at("expected").at("cases").at(0);
  const auto want = golden.at("eigenvalues_desc").get<std::vector<double>>();
  const Plan plan = plan_of({{"encoding", "sinusoidal"}, {"dim", 32}});
  std::vector<double> positions(16);
  for (std::size_t i = 0; i < 16; ++i) positions[i] = static_cast<double>(i);
  Inputs table, kernel;
  table.set("table", {16, 32, table64(plan, positions)});
  kernel.set("kernel", toeplitz(profile_of(32, 10000, 16)));
  const Outputs fine = outputs_of({{"analysis", "spectrum"}}, table),
                coarse = outputs_of({{"analysis", "spectrum"}}, kernel);
  CHECK(number(fine, "resolvedRank") > number(coarse, "resolvedRank"));
  for (std::size_t m = 0; m < 16; ++m) {
    const double x = output(fine, "eigenvalues").data[m];
    // singular values have errors of a few units of 2^-52 of the largest
    if (x > 0) {
      CHECK(std::fabs(std::sqrt(x) - std::sqrt(want[m])) <= 64 * 0x1p-52 * std::sqrt(want[0]));
      CHECK(std::fabs(x - want[m]) <= 1e-3 * want[m]);  // stated
    }
  }
}

TEST_CASE("symmetric, Toeplitz and singular problems: residuals and orthogonality") {
  const Random random(3);
  for (const std::size_t n : {1u, 2u, 3u, 8u, 33u, 60u}) {
    Matrix k = Matrix::zeros(n, n);
    Matrix factor = Matrix::zeros(n, n);
    for (std::size_t i = 0; i < n * n; ++i) factor.data[i] = random.normal(i);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t c = 0; c < n; ++c) k(i, j) += factor(i, c) * factor(j, c);
    const Spectrum s = eigenpairs(k, n);
    CHECK(residual(k, s.values, s.vectors.data) <= 1e-12);
    const Spectrum u = singular_pairs(factor, n);
    std::vector<double> squares;
    for (const double x : u.values) squares.push_back(x * x);
    CHECK(residual(k, squares, u.vectors.data) <= 1e-12);
    const std::vector<double> row = profile_of(16, 500, n);
    const Spectrum t = toeplitz_eigenpairs(row, n);
    const Matrix full = toeplitz(row);
    CHECK(residual(full, t.values, t.vectors.data) <= 1e-12);
    const Spectrum whole = eigenpairs(full, 0);
    for (std::size_t m = 0; m < n; ++m)
      CHECK(std::fabs(t.values[m] - whole.values[m]) <= 1e-13 * static_cast<double>(n) * row[0]);
  }
}

TEST_CASE("spectrum: progress grows in steps, and a job can be left") {
  const Random random(8);
  const std::size_t n = 600;
  Matrix factor = Matrix::zeros(n, n), k = Matrix::zeros(n, n);
  for (std::size_t i = 0; i < n * n; ++i) factor.data[i] = random.normal(i);
  gram_block(factor, factor, k.data.data(), n);
  for (double& x : k.data) x /= static_cast<double>(n);
  Inputs table, kernel;
  table.set("table", factor);
  kernel.set("kernel", k);
  for (const auto& [spec, inputs] :
       {std::pair<json, const Inputs*>{{{"analysis", "spectrum"}, {"vectors", 600}}, &kernel},
        {{{"analysis", "spectrum"}, {"exponential", true}}, &kernel},
        {{{"analysis", "spectrum"}}, &table}}) {
    std::vector<double> fractions;
    const Progress progress([&](double share) { fractions.push_back(share); });
    const auto outputs = analyse(analysis_of(spec), *inputs, progress);
    REQUIRE(outputs);
    CHECK(fractions.size() >= 3);
    CHECK(std::is_sorted(fractions.begin(), fractions.end()));
    CHECK(output(*outputs, "eigenvalues").data.size() == n);
  }
}

TEST_CASE("spectrum: what is degenerate or wrong") {
  const auto refused = [](const json& spec, const Inputs& inputs) {
    const auto result = analyse(analysis_of(spec), inputs);
    REQUIRE(!result);
    return result.error();
  };
  CHECK(refused({{"analysis", "spectrum"}}, {}).code == ErrorCode::missing_param);
  CHECK(refused({{"analysis", "spectrum"}}, inputs_of({{"kernel", {{1, 2}, {0, 1}}}})).field ==
        "kernel");
  CHECK(refused({{"analysis", "spectrum"}}, inputs_of({{"kernel", {{1, 2}, {2, 1}}}}))
            .message.find("semi-definite") != std::string::npos);
  const Outputs zero =
      outputs_of({{"analysis", "spectrum"}}, inputs_of({{"kernel", {{0, 0}, {0, 0}}}}));
  CHECK(number(zero, "resolvedRank") == 0);
  CHECK(number(zero, "effectiveRank") == 0);
  const Outputs one =
      outputs_of({{"analysis", "spectrum"}, {"vectors", 1}}, inputs_of({{"table", {{3, 4}}}}));
  CHECK(number(one, "eigenvalues") == approx(25).epsilon(1e-15));
  CHECK(output(one, "eigenvectors").data == std::vector<double>{1});
}

TEST_CASE("golden: statistics of four tables") {
  const json golden = load_json("pe_matrix_metrics");
  for (const json& c : golden.at("expected").at("cases")) {
    INFO(c.at("name"));
    const json& stats = c.at("stats");
    const Outputs got = outputs_of({{"analysis", "spectrum"}}, inputs_of({{"table", c.at("P")}}));
    for (const auto& [name, key] : {std::pair{"trace", "trace"},
                                    {"participationRatio", "participation_ratio"},
                                    {"effectiveRank", "effective_rank_entropy"},
                                    {"stableRank", "stable_rank"}})
      check_close({number(got, name)}, json::array({stats.at(key)}), golden.at("tolerance"));
    json dimensions = json::array();
    for (const char* ridge : {"0.001", "0.1", "1.0", "10.0"})
      dimensions.push_back(stats.at("effective_dim").at(ridge));
    check_close(output(got, "effectiveDimensions").data, dimensions, golden.at("tolerance"));
    const Outputs small = outputs_of({{"analysis", "spectrum"}, {"ridges", {0.1, 0.001}}},
                                     inputs_of({{"table", c.at("P")}}));
    check_close(output(small, "effectiveDimensions").data,
                json::array({dimensions[1], dimensions[0]}), golden.at("tolerance"));
  }
}
