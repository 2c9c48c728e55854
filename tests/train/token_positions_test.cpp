// Positions of tokens: for rows with more axes than a task has coordinates; and every row of the
// registry uses its positions along each axis.
#include "train/token_positions.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "../support/golden.hpp"
#include "core/random.hpp"
#include "train/transformer.hpp"

using namespace posenc;

namespace {

TokenPositions picture(std::size_t side) {
  TokenPositions token_positions{side * side, {{}, {}}, side, side};
  for (std::size_t i = 0; i < token_positions.tokens; ++i)
    for (const std::size_t x : {i / side, i % side})
      token_positions.coordinates[1].push_back(static_cast<double>(x));
  return token_positions;
}

// Change of the last token's output when two tokens are swapped, relative to the largest output, in
// a model of one block with perturbed weights.
double change_by_swap(const std::vector<PositionPlan>& positions,
                      const TokenPositions& token_positions, std::size_t one, std::size_t other) {
  constexpr std::size_t kInputs = 5;
  const TransformerPlan plan{
      .dim = 32, .blocks = 1, .heads = 2, .hidden = 32, .positions = positions};
  auto model = Transformer<double>::make(plan, {kInputs, 4, true}, token_positions, 1, 4);
  if (!model) FAIL(model.error().field, " ", model.error().message);
  for (std::size_t i = 0; i < model->parameters().size(); ++i)
    model->parameters()[i] += 0.1 * Random(8).normal(i);
  model->refresh();
  std::vector<double> features(token_positions.tokens * kInputs);
  for (std::size_t i = 0; i < features.size(); ++i) features[i] = Random(9).normal(i);
  const double* const out = model->forward(features.data(), 1);
  const std::vector<double> before(out, out + 4);
  const auto row = [&](std::size_t token) {
    return features.begin() + static_cast<std::ptrdiff_t>(token * kInputs);
  };
  std::swap_ranges(row(one), row(one + 1), row(other));
  model->forward(features.data(), 1);
  double change = 0, size = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    change = std::fmax(change, std::fabs(out[i] - before[i]));
    size = std::fmax(size, std::fabs(before[i]));
  }
  return change / size;
}

}  // namespace

TEST_CASE("token positions: text stands at (i, i, i), a picture at (0, row, column)") {
  const TokenPositions text{3}, grid = picture(2);
  CHECK(text.of(1) == std::vector<double>{0, 1, 2});
  CHECK(text.of(3) == std::vector<double>{0, 0, 0, 1, 1, 1, 2, 2, 2});
  CHECK(grid.of(1) == std::vector<double>{0, 1, 2, 3});
  CHECK(grid.of(2) == grid.coordinates[1]);
  CHECK(grid.of(3) == std::vector<double>{0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1});
  TokenPositions space{2, {{}, {}, {1, 2, 3, 4, 5, 6}}};
  CHECK(space.of(3) == space.coordinates[2]);
  CHECK(space.of(4) == std::vector<double>{0, 1, 2, 3, 0, 4, 5, 6});
  CHECK(space.of(2) == std::vector<double>{0, 0, 1, 1});
}

// A row with equal positions would still train, with falling loss and right gradients: only this
// test detects it.
TEST_CASE("every row changes the outputs when tokens change places, and a model without does not") {
  const TokenPositions text{16}, grid = picture(4);
  // seen from the last token: neighbours in its row, in its column, and in a line
  const struct {
    const TokenPositions& token_positions;
    std::size_t one, other;
  } swaps[] = {{text, 13, 14}, {grid, 13, 14}, {grid, 7, 11}};
  for (const auto& [token_positions, one, other] : swaps) {
    CHECK(change_by_swap({}, token_positions, one, other) < 1e-12);
    double least = 1;
    std::string_view of;
    for (const EncodingInfo* row : encodings()) {
      EncodingSpec spec{std::string(row->id), {}};
      // A base for long texts turns very little between the cells of a small picture: M-RoPE's
      // columns by 2e-4 rad.
      const bool has_base = std::ranges::any_of(
          row->params, [](const ParamInfo& p) { return p.name == "base" && !p.required; });
      if (has_base && token_positions.grid_height > 0) spec.values.numbers["base"] = 100;
      const double change = change_by_swap({{spec}}, token_positions, one, other);
      const std::string swapped =
          std::string(row->id) + " " + std::to_string(one) + " " + std::to_string(other);
      // with two heads RRWP has walks of at most one step, which reach the last token's neighbour
      const bool out_of_reach = row->id == "rrwp" && one == 7;
      if (row->id == "nope" || out_of_reach)
        CHECK(change < 1e-12);
      else
        CHECK_MESSAGE(change > 1e-5, swapped, " ", change);
      if (row->id != "nope" && !out_of_reach && change < least) least = change, of = row->id;
    }
    MESSAGE("least change ", least, " by ", of);
  }
}
