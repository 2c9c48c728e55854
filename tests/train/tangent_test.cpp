// The empirical tangent kernel against central differences, and a run's measures against the
// formulas.
#include "train/tangent.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "../support/approx.hpp"
#include "../support/spec_json.hpp"
#include "core/random.hpp"
#include "linalg/eigenpairs.hpp"
#include "nn/transformer/losses.hpp"
#include "train/checkpoint.hpp"
#include "train/run.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

Matrix kernel_of(Transformer<double>& model, std::size_t outputs,
                 const std::vector<double>& features, std::size_t inputs_a_sample,
                 const std::vector<std::size_t>& queries, std::size_t numbers) {
  TangentPoints<double> points;
  points.queries = queries;
  points.features = [&](std::size_t i) { return features.data() + i * inputs_a_sample; };
  points.dropped = [](std::size_t) { return std::uint64_t{0}; };
  return tangent_kernel(model, outputs, points, numbers);
}

RunPlan tangent_plan(const std::string& task, RawValues values) {
  RunPlan plan;
  plan.task = task, plan.task_values = std::move(values);
  plan.model = {.dim = 8, .blocks = 2, .heads = 2, .hidden = 8};
  plan.model.positions = {{{"learned", {{{"sigma", 0.5}, {"init", 7.0}}, {}}}, true}};
  plan.optimizer.learning_rate = 1e-2;
  plan.batch = 16, plan.tangent_samples = 12;
  return plan;
}
Run tangent_run(const RunPlan& plan) {
  Result<Run> run = Run::make(plan);
  if (!run) FAIL(run.error().field, " ", run.error().message);
  run->open();
  return std::move(*run);
}
Tangent tangent_of(Run& run) {
  const Evaluation evaluation = run.evaluate();
  REQUIRE(evaluation.tangent);
  return *evaluation.tangent;
}
bool same(const Tangent& a, const Tangent& b) {
  return a.alignment == b.alignment && a.effective_rank == b.effective_rank &&
         a.movement == b.movement && a.trace == b.trace;
}

}  // namespace

TEST_CASE("a tangent kernel is that of central differences, however its Jacobian is cut") {
  constexpr std::size_t kTokens = 4, kInputs = 3, kOutputs = 3, kPoints = 5;
  for (const bool last_only : {false, true}) {
    const TransformerPlan plan{.dim = 4,
                               .blocks = 2,
                               .heads = 2,
                               .hidden = 6,
                               .positions = {{{"learned", {{{"sigma", 0.5}, {"init", 7.0}}, {}}}}}};
    auto model = Transformer<double>::make(plan, {kInputs, kOutputs, last_only}, {kTokens}, 1, 3);
    REQUIRE(model);
    std::vector<double> features(kPoints * kTokens * kInputs);
    for (std::size_t i = 0; i < features.size(); ++i) features[i] = Random(8).normal(i);
    const std::vector<std::size_t> queries =
        last_only ? std::vector<std::size_t>(kPoints) : std::vector<std::size_t>{0, 3, 1, 2, 2};
    std::vector<double>& p = model->parameters();
    const auto outputs_at = [&] {
      model->refresh();
      std::vector<double> all;
      for (std::size_t i = 0; i < kPoints; ++i) {
        const double* y = model->forward(features.data() + i * kTokens * kInputs, 1);
        all.insert(all.end(), y + queries[i] * kOutputs, y + (queries[i] + 1) * kOutputs);
      }
      return all;
    };
    Matrix expected = Matrix::zeros(kPoints, kPoints);
    constexpr double kStep = 1e-5;
    for (double& weight : p) {
      const double at = weight;
      weight = at + kStep;
      const std::vector<double> above = outputs_at();
      weight = at - kStep;
      const std::vector<double> below = outputs_at();
      weight = at;
      const auto by = [&](std::size_t i, std::size_t c) {
        return (above[i * kOutputs + c] - below[i * kOutputs + c]) / (2 * kStep);
      };
      for (std::size_t i = 0; i < kPoints; ++i)
        for (std::size_t j = 0; j < kPoints; ++j)
          for (std::size_t c = 0; c < kOutputs; ++c) expected(i, j) += by(i, c) * by(j, c);
    }
    model->refresh();
    for (const std::size_t numbers : {kJacobianNumbers, kPoints * 50, std::size_t{1} + kPoints}) {
      const Matrix found =
          kernel_of(*model, kOutputs, features, kTokens * kInputs, queries, numbers);
      for (std::size_t i = 0; i < kPoints * kPoints; ++i)
        CHECK(std::fabs(found.data[i] - expected.data[i]) < 1e-7 * expected(0, 0));
    }
  }
}

TEST_CASE("alignment, effective rank, movement and trace are those of the formulas") {
  constexpr std::size_t n = 7;
  Matrix kernel = Matrix::zeros(n, n), start = kernel, targets = kernel;
  const auto fill = [](Matrix& k, std::uint64_t seed, std::size_t rank) {
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t r = 0; r < rank; ++r)
          k(i, j) += Random(seed).normal(i * 10 + r) * Random(seed).normal(j * 10 + r);
  };
  fill(kernel, 1, 5), fill(start, 2, 6);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) targets(i, j) = i % 3 == j % 3;
  Tangent found = tangent_measures(kernel, start, targets);
  const auto centred_product = [](const Matrix& a, const Matrix& b) {
    const auto centre = [](const Matrix& k, std::size_t i, std::size_t j) {
      double row = 0, col = 0, all = 0;
      for (std::size_t m = 0; m < n; ++m) {
        row += k(i, m) / n, col += k(m, j) / n;
        for (std::size_t l = 0; l < n; ++l) all += k(m, l) / (n * n);
      }
      return k(i, j) - row - col + all;
    };
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) sum += centre(a, i, j) * centre(b, i, j);
    return sum;
  };
  REQUIRE(found.alignment);
  CHECK(std::fabs(*found.alignment - centred_product(kernel, targets) /
                                         std::sqrt(centred_product(kernel, kernel) *
                                                   centred_product(targets, targets))) < 1e-12);
  const auto product = [](const Matrix& a, const Matrix& b) {
    double sum = 0;
    for (std::size_t i = 0; i < n * n; ++i) sum += a.data[i] * b.data[i];
    return sum;
  };
  CHECK(std::fabs(found.movement - 1 +
                  product(start, kernel) /
                      std::sqrt(product(start, start) * product(kernel, kernel))) < 1e-12);
  double trace = 0, trace_of_start = 0, entropy = 0;
  for (std::size_t i = 0; i < n; ++i) trace += kernel(i, i), trace_of_start += start(i, i);
  CHECK(std::fabs(found.trace - trace / trace_of_start) < 1e-12);
  const std::vector<double> values = eigenpairs(kernel, 0).values;
  for (std::size_t k = 0; k < 5; ++k) entropy -= values[k] / trace * std::log(values[k] / trace);
  CHECK(std::fabs(found.effective_rank - std::exp(entropy)) < 1e-9);
  found = tangent_measures(kernel, kernel, Matrix::zeros(n, n));
  CHECK(!found.alignment);
  CHECK(std::fabs(found.movement) < 1e-15);
  CHECK(found.trace == 1);
}

TEST_CASE("the tangent kernel of a run begins at 0 movement, and follows from the step alone") {
  const std::pair<const char*, RawValues> tasks[] = {
      {"latin-square", {{{"puzzles", 100.0}, {"shifted", 4.0}}, {}}},
      {"sequences", {{{"kind", 4.0}}, {}}},
      {"language", {{{"length", 32.0}}, {}}},
      {"modular", {{{"nodes", 24.0}, {"samples", 50.0}}, {}}},
  };
  for (const auto& [task, values] : tasks) {
    const std::string_view which = task;
    INFO(which);
    const RunPlan plan = tangent_plan(task, values);
    Run run = tangent_run(plan);
    const Tangent first = tangent_of(run);
    CHECK(first.movement == approx(0));
    CHECK(first.trace == 1);
    CHECK(first.effective_rank >= 1);
    CHECK(first.effective_rank <= 12);
    for (int i = 0; i < 10; ++i) REQUIRE(run.step());
    const std::uint64_t before = Checkpoint::hash(run);
    const Tangent later = tangent_of(run);
    CHECK(Checkpoint::hash(run) == before);
    CHECK(later.movement > 1e-6);
    CHECK(later.movement < 1);
    CHECK(later.trace != 1);
    if (later.alignment) CHECK(std::fabs(*later.alignment) <= 1);
    // without the first evaluation, and from a checkpoint
    const std::vector<std::uint8_t> bytes = Checkpoint::save(run, "");
    Run resumed = tangent_run(plan);
    REQUIRE(Checkpoint::resume(bytes, resumed));
    CHECK(same(tangent_of(resumed), later));
    CHECK(same(tangent_of(resumed), later));
    Run unbroken = tangent_run(plan);
    for (int i = 0; i < 10; ++i) REQUIRE(unbroken.step());
    CHECK(same(tangent_of(unbroken), later));
  }
}

TEST_CASE("the tangent kernel of a run is that of its own samples and outputs") {
  // by hand: one output of the last token of each puzzle
  RunPlan plan = tangent_plan("latin-square", {{{"puzzles", 100.0}, {"shifted", 4.0}}, {}});
  Run run = tangent_run(plan);
  Tangent found = tangent_of(run);
  const std::size_t n = 12, parameters = run.model().parameters().size();
  std::vector<float> features(16 * 5), gradient(parameters), upstream(4);
  std::vector<std::int32_t> classes(n);
  std::vector<std::vector<double>> rows;
  for (std::size_t i = 0; i < n; ++i) {
    run.task().sample(1, i, i, {features.data(), &classes[i], nullptr, nullptr});
    rows.emplace_back();
    for (std::size_t c = 0; c < 4; ++c) {
      run.model().forward(features.data(), 1);
      std::ranges::fill(gradient, 0.0f), std::ranges::fill(upstream, 0.0f);
      upstream[c] = 1;
      run.model().backward(features.data(), 1, upstream.data(), gradient.data());
      rows.back().insert(rows.back().end(), gradient.begin(), gradient.end());
    }
  }
  Matrix kernel = Matrix::zeros(n, n), targets = kernel;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t k = 0; k < rows[i].size(); ++k) kernel(i, j) += rows[i][k] * rows[j][k];
      targets(i, j) = classes[i] == classes[j];
    }
  const Tangent expected = tangent_measures(kernel, kernel, targets);
  CHECK(std::fabs(*found.alignment - *expected.alignment) < 1e-9);
  CHECK(std::fabs(found.effective_rank - expected.effective_rank) < 1e-9);
  // undefined if attention is over the batch
  plan.model.positions = {{{"rope", {}}}};
  plan.model.positions[0].over_batch = true;
  CHECK(Run::make(plan).error().field == "tangentSamples");
}
