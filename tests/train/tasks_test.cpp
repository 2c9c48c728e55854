// What the tasks draw: Latin squares against the golden puzzles, sequences by their definition,
// modular data by its covariance.
#include "train/task.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "../support/spec_json.hpp"
#include "nn/transformer/losses.hpp"
#include "train/tasks/latin_square.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

struct Drawn {
  explicit Drawn(const TaskData& task)
      : features(task.places.tokens * task.shape.inputs),
        classes(task.places.tokens),
        numbers(task.places.tokens * task.shape.outputs),
        mask(numbers.size()) {}
  Sample where() { return {features.data(), classes.data(), numbers.data(), mask.data()}; }
  std::vector<float> features;
  std::vector<std::int32_t> classes;
  std::vector<float> numbers, mask;
};

std::unique_ptr<TaskData> prepared(const char* id, RawValues values) {
  auto task = make_task(id, values, 5);
  REQUIRE(task);
  (*task)->prepare().finish();
  return std::move(*task);
}

// The symbol at each token, -1 where there is none.
std::vector<int> symbols(const TaskData& task, const Drawn& drawn) {
  std::vector<int> all;
  for (std::size_t t = 0; t < task.places.tokens; ++t) {
    int symbol = -1;
    for (std::size_t c = 0; c < task.shape.inputs; ++c)
      if (drawn.features[t * task.shape.inputs + c] != 0) symbol = static_cast<int>(c);
    all.push_back(symbol);
  }
  return all;
}

}  // namespace

TEST_CASE("Latin squares: all 576, answer and condition of the golden puzzles") {
  const json golden = load_json("lst_puzzles");
  const auto squares = latin_square::all_squares();
  CHECK(squares.size() == golden.at("expected").at("n_latin_squares_order4").get<std::size_t>());
  for (const json& row : golden.at("expected").at("rows")) {
    latin_square::Puzzle puzzle{};
    const auto text = row.at("puzzle").get<std::string>();
    for (std::size_t i = 0; i < puzzle.size(); ++i)
      puzzle[i] = static_cast<std::uint8_t>(text[i] - '0');
    const auto deduction = latin_square::deduce(puzzle);
    REQUIRE(deduction);
    CHECK(deduction->answer == row.at("answer").get<int>());
    CHECK(deduction->vectors == row.at("vectors").get<int>());
  }
}

TEST_CASE("Latin squares: splits keep their distance, answers are right, nothing comes twice") {
  const auto task = prepared("latin-square", {{{"puzzles", 60.0}, {"shifted", 8.0}}, {}});
  REQUIRE(task->splits.size() == 3);
  CHECK(task->splits[0].samples == 3 * 54);
  CHECK(task->splits[1].samples == 3 * 6);
  CHECK(task->splits[2].samples == 3 * 8);
  Drawn drawn(*task);
  std::set<std::vector<float>> known;
  std::vector<latin_square::Bits> shifted;
  const auto squares = latin_square::all_squares();
  for (const std::size_t split : {2u, 0u, 1u})
    for (std::size_t i = 0; i < task->splits[split].samples; ++i) {
      const std::size_t condition = task->sample(split, i, i, drawn.where());
      CHECK(known.insert(drawn.features).second);
      latin_square::Puzzle puzzle{};
      const std::vector<int> cells = symbols(*task, drawn);
      for (std::size_t c = 0; c < 16; ++c) puzzle[c] = static_cast<std::uint8_t>(cells[c] + 1);
      CHECK(latin_square::deduce(puzzle)->vectors == condition + 1);
      const auto target = std::ranges::find(puzzle, latin_square::kTarget) - puzzle.begin();
      for (const auto& square : squares) {
        bool fits = true;
        for (std::size_t c = 0; c < 16; ++c)
          fits &= puzzle[c] == 0 || puzzle[c] == 5 || puzzle[c] == square[c];
        if (fits) CHECK(square[static_cast<std::size_t>(target)] == drawn.classes[0] + 1);
      }
      const auto bits = latin_square::bits_of(puzzle);
      if (split == 2) shifted.push_back(bits);
      for (const auto& other : shifted)
        if (split != 2) CHECK(latin_square::jaccard_distance(bits, other) >= 0.8);
    }
  const std::vector<double> oracle = task->oracle(9);
  const Matrix alike = task->known_places().similarities;
  for (std::size_t i = 0; i < 16; ++i)
    for (std::size_t j = 0; j < 16; ++j) {
      double sum = 0;
      for (std::size_t c = 0; c < 9; ++c) sum += oracle[i * 9 + c] * oracle[j * 9 + c];
      CHECK(sum == alike(i, j));
    }
  CHECK(task->oracle(7).empty());
}

TEST_CASE("sequences: what is asked for follows from what stands before it") {
  for (const double kind : {0.0, 1.0, 2.0, 3.0, 4.0, 5.0}) {
    const auto task = prepared("sequences", {{{"kind", kind}}, {}});
    Drawn drawn(*task);
    std::set<std::size_t> lengths;
    for (std::size_t split = 0; split < task->splits.size(); ++split)
      for (std::uint64_t i = 0; i < 40; ++i) {
        task->sample(split, i, i, drawn.where());
        std::vector<int> x = symbols(*task, drawn);
        const auto& y = drawn.classes;
        if (kind < 3) {
          const auto length = static_cast<std::size_t>(std::ranges::find(x, 16) - x.begin());
          lengths.insert(length);
          std::vector<int> want(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(length));
          if (kind == 1) std::ranges::reverse(want);
          if (kind == 2) std::ranges::sort(want);
          for (std::size_t k = 0; k < y.size(); ++k) {
            const bool counts = k >= length && k < 2 * length;
            CHECK(y[k] == (counts ? want[k - length] : kNotCounted));
            if (k > length && k < 2 * length) CHECK(x[k] == want[k - length - 1]);
          }
        } else if (kind == 3) {
          const auto last = static_cast<std::size_t>(std::ranges::find(x, -1) - x.begin()) - 1;
          lengths.insert(last / 2);
          for (std::size_t k = 0; k < last; k += 2)
            if (x[k] == x[last]) CHECK(y[last] == x[k + 1]);
        } else {
          for (std::size_t k = 0; k < y.size(); ++k)
            CHECK(y[k] == (k < 2 || x[k] < 0 ? kNotCounted : kind == 4 ? x[k - 2] : x[2]));
        }
        if (split == 2 && kind != 4 && kind != 5) CHECK(*lengths.rbegin() > 8);
      }
  }
}

TEST_CASE(
    "modular data: samples have their covariance, the oracle lies below every model's reach") {
  const auto task = prepared("modular", {{{"nodes", 24.0}}, {}});
  const Matrix sigma = task->known_places().similarities;
  Drawn drawn(*task);
  Matrix found = Matrix::zeros(24, 24);
  for (std::size_t s = 0; s < 4000; ++s) {
    task->sample(0, s, s, drawn.where());
    for (std::size_t i = 0; i < 24; ++i)
      for (std::size_t j = 0; j < 24; ++j)
        found(i, j) +=
            static_cast<double>(drawn.numbers[i]) * static_cast<double>(drawn.numbers[j]) / 4000;
  }
  for (std::size_t i = 0; i < 24 * 24; ++i) CHECK(std::fabs(found.data[i] - sigma.data[i]) < 0.1);
  const std::vector<double> least = task->least_loss();
  REQUIRE(least.size() == 3);
  CHECK(least[1] > 0.5);
  CHECK(least[1] < 0.8);
  CHECK(least[2] > 0.8);
  CHECK(least[2] < 0.97);
  double masked = 0;
  for (std::size_t s = 0; s < 200; ++s) {
    task->sample(2, s, s, drawn.where());
    for (const float m : drawn.mask) masked += static_cast<double>(m) / (200 * 24);
  }
  CHECK(std::fabs(masked - 0.9) < 0.03);
  const auto network = prepared("modular", {{{"nodes", 24.0}, {"dynamics", 1.0}}, {}});
  CHECK(network->least_loss().empty());
}

TEST_CASE("a task that is not there, and parameters that do not go together, are refused") {
  CHECK(make_task("squares", {}, 0).error().field == "task");
  CHECK(make_task("modular", {{{"nodes", 25.0}}, {}}, 0).error().field == "task.nodes");
  CHECK(make_task("latin-square", {{{"puzzle", 25.0}}, {}}, 0).error().field == "task.puzzle");
  CHECK(make_task("sequences", {{{"shortest", 9.0}}, {}}, 0).error().field == "task.shortest");
  CHECK(make_task("sequences", {{{"offset", 3.0}}, {}}, 0).error().field == "task.offset");
}
