// Every analysis gives way: work that is known from a formula is divided into steps, and progress
// is told between them. No clock is asked: what is counted are the steps, against the
// multiplications and additions that the work cannot do without.
#include "../support/analysis.hpp"
#include "../support/small_inputs.hpp"
#include "core/random.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

Matrix normal(std::size_t rows, std::size_t cols) {
  const Random random(9);
  Matrix m = Matrix::zeros(rows, cols);
  for (std::size_t e = 0; e < m.data.size(); ++e) m.data[e] = random.normal(e);
  return m;
}
Matrix wave(std::size_t n) {
  Matrix m = Matrix::zeros(n, 1);
  for (std::size_t i = 0; i < n; ++i) m.data[i] = 0.001 * static_cast<double>(i + 1);
  return m;
}

struct Large {
  json spec;
  std::vector<std::pair<std::string, Matrix>> inputs;
  double work;  // multiplications and additions, at the least
};

// Large enough for tens of steps, small enough for a test.
std::vector<Large> large_calls() {
  const double n3 = 500.0 * 500 * 500;
  const json tanh = {{{"layer", "dense"}, {"width", 700}},
                     {{"layer", "tanh"}},
                     {{"layer", "dense"}, {"width", 700}},
                     {{"layer", "relu"}},
                     {{"layer", "dense"}, {"width", 1}}};
  Matrix kernel = normal(500, 500);
  for (std::size_t i = 0; i < 500; ++i) {
    for (std::size_t j = 0; j < i; ++j) kernel(i, j) = kernel(j, i);
    kernel(i, i) = 200;
  }
  Matrix scattered = normal(300, 3);
  for (std::size_t i = 0; i < 300; ++i) scattered(i, 0) += 0.01 * static_cast<double>(i);
  return {
      {{{"analysis", "induced-kernel"}}, {{"table", normal(1200, 1500)}}, 1200.0 * 1200 * 1500},
      {{{"analysis", "stationarity"}}, {{"kernel", normal(2500, 2500)}}, 60 * 2500.0 * 2500},
      {{{"analysis", "spectrum"}, {"vectors", 500}}, {{"kernel", kernel}}, 8 * n3 / 3},
      {{{"analysis", "mercer"}, {"modes", 400}}, {{"table", normal(700, 500)}}, 8 * n3},
      {{{"analysis", "continuous-profile"}}, {{"offsets", wave(1 << 18)}}, 2000.0 * (1 << 18)},
      {{{"analysis", "bandwidth"}, {"farthest", 1e6}},
       {{"frequencies", wave(65536)}},
       65536.0 * 10 * 100},
      {{{"analysis", "uniqueness"}}, {{"table", normal(1500, 800)}}, 1.5 * 1500.0 * 1500 * 800},
      {{{"analysis", "uniqueness"}, {"positions", 4096}},
       {{"frequencies", wave(512)}},
       4096.0 * 512 * 300},
      {{{"analysis", "shift-operator"}, {"operators", true}},
       {{"table", normal(900, 400)}},
       20 * 400.0 * 400 * 400},
      {{{"analysis", "linear-probe"}}, {{"table", normal(900, 400)}}, 16 * 400.0 * 400 * 400},
      {{{"analysis", "fisher-information"}}, {{"table", normal(2000, 5000)}}, 8 * 1e7},
      {{{"analysis", "similarity"}},
       {{"x", normal(400, 500)}, {"y", normal(400, 300)}},
       60 * 300.0 * 300 * 300},
      {{{"analysis", "network-kernel"}, {"layers", tanh}}, {{"x", scattered}}, 300.0 * 1000 * 1000},
      {{{"analysis", "attention-kernel"}}, {{"x", normal(900, 500)}}, 4 * 900.0 * 900 * 900},
      {{{"analysis", "siren-kernel"}, {"hiddenLayers", 64}},
       {{"x", wave(1)}, {"other", wave(20000)}},
       64.0 * 20000 * 500},
      {{{"analysis", "periodic-network"}, {"widths", {16}}},
       {{"frequencies", wave(16384)}, {"pairs", normal(300, 2)}},
       16384.0 * 800 * 300},
      {{{"analysis", "empirical-ntk"}, {"layers", tanh}, {"outputs", 4}},
       {{"x", normal(300, 300)}},
       300.0 * 700 * 1000 * 8},
      {{{"analysis", "ntk-convergence"}, {"layers", tanh}, {"widths", {1500}}, {"draws", 1}},
       {{"x", normal(200, 20)}},
       200.0 * 1500 * 1500 * 4},
      {{{"analysis", "training-prediction"},
        {"learningRate", 1e-6},
        {"steps", {1}},
        {"ridge", 1.0}},
       {{"kernel", kernel}, {"y", wave(500)}},
       9 * n3},
      // a single step of a training is divided too
      {{{"analysis", "train-network"}, {"layers", tanh}, {"steps", 1}, {"learningRate", 1e-9}},
       {{"x", normal(1000, 700)}, {"y", wave(1000)}},
       8 * 1000.0 * 700 * 1400},
      {{{"analysis", "fourier-regression"}, {"steps", 100}}, {}, 300 * 27e6},
      {{{"analysis", "bandwidth-sweep"},
        {"points", 200},
        {"steps", 0},
        {"draws", 1},
        {"signals", 200},
        {"deviations", {4}}},
       {},
       4 * 200.0 * 200 * 1000},
      {{{"analysis", "amplitude-decay"}, {"decays", {1}}, {"points", 256}, {"draws", 256}},
       {},
       4 * 256.0 * 256 * 256 * 6},
      {{{"analysis", "rahaman"}, {"steps", 100}, {"width", 128}}, {}, 100 * 200.0 * 128 * 128 * 12},
      {{{"analysis", "design-frequencies"}, {"dim", 64}, {"refinement", 60}},
       {},
       60 * 512.0 * 64 * 64},
      {{{"analysis", "design-frequencies"},
        {"dim", 32},
        {"equalAmplitudes", true},
        {"refinement", 60}},
       {},
       500 * 512.0 * 16 * 8},
  };
}

}  // namespace

TEST_CASE("every analysis gives way: no step is more than two of the usual size") {
  std::vector<std::string> seen;
  for (Large& large : large_calls()) {
    INFO(large.spec.dump().substr(0, 120));
    Inputs inputs;
    for (auto& [name, matrix] : large.inputs) inputs.set(name, std::move(matrix));
    const AnalysisSpec spec = analysis_of(large.spec);
    seen.push_back(spec.analysis);
    auto job = start_analysis(spec, inputs);
    REQUIRE(job.has_value());
    std::size_t steps = 0;
    double before = 0, done = 0;
    for (; done < 1; ++steps) {
      const Result<double> now = (*job)->advance();
      const std::string message = now ? "" : now.error().field + ": " + now.error().message;
      REQUIRE_MESSAGE(now.has_value(), message);
      done = *now;
      CHECK(done >= 0);
      CHECK(done <= 1);
      CHECK(done >= before * (1 - 1e-9));
      before = done;
    }
    CHECK(!(*job)->finish().empty());
    CHECK(static_cast<double>(steps) >= std::floor(large.work / (2 * kStepCost)));
  }
  for (const AnalysisInfo* info : analyses())
    CHECK_MESSAGE(std::ranges::find(seen, info->id) != seen.end(), std::string(info->id));
}

TEST_CASE("every analysis leaves at once: a job that is given up holds nothing and needs no end") {
  for (const AnalysisInfo* info : analyses())
    for (const SmallCall& call : small_calls(*info)) {
      INFO(std::string(info->id));
      auto job = start_analysis(call.spec, call.inputs);
      REQUIRE(job.has_value());
      CHECK((*job)->advance().has_value());
    }
}
