// Attention kernels against the golden file, and their symmetries.
#include "../support/analysis.hpp"
#include "../support/approx.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

// [b][t][d] as b·t rows
json rows_of(const json& examples) {
  json rows = json::array();
  for (const json& example : examples)
    for (const json& token : example) rows.push_back(token);
  return rows;
}

}  // namespace

TEST_CASE("golden: infinite attention, with and without positions") {
  const json golden = load_json("infinite_attention");
  for (const json& c : golden.at("expected").at("cases")) {
    json inputs = {{"x", rows_of(c.at("X"))}};
    const double weight = c.at("pe_weight");
    const std::size_t tokens = c.at("X")[0].size();
    json spec = {{"analysis", "attention-kernel"},
                 {"tokens", tokens},
                 {"queryKeyScale", c.at("sigma_qk_product")},
                 {"outputValueVariance", c.at("sigma_ov_sq")}};
    if (weight > 0) {
      inputs["positions"] = c.at("pe_cov_R");
      spec["positionWeight"] = weight;
    }
    const Outputs got = outputs_of(spec, inputs_of(inputs));
    // [b][t][c][u] is (b·t, c·u) in memory
    check_close(output(got, "nngp").data, c.at("nngp"), golden.at("tolerance"));
    check_close(output(got, "ntk").data, c.at("ntk"), golden.at("tolerance"));
    const Matrix& attention = output(got, "attention");
    CHECK(attention.cols == tokens);
    for (std::size_t i = 0; i < attention.rows; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < tokens; ++j) sum += attention(i, j);
      CHECK(sum == approx(1).epsilon(1e-15));
    }
  }
}

TEST_CASE("attention kernel: with one token it is two dense layers more") {
  const json x = {{1.0, 0.0}, {0.0, 1.0}, {0.4, -2.0}};
  for (const double bias : {0.0, 0.5, 2.0})
    for (const double variance : {1.0, 2.25}) {
      const Outputs attention = outputs_of({{"analysis", "attention-kernel"},
                                            {"tokens", 1},
                                            {"biasStd", bias},
                                            {"outputValueVariance", variance}},
                                           inputs_of({{"x", x}}));
      const Outputs dense = outputs_of(
          {{"analysis", "network-kernel"},
           {"layers",
            {{{"layer", "dense"}},
             {{"layer", "dense"}},
             {{"layer", "dense"}, {"weightStd", std::sqrt(variance)}, {"biasStd", bias}}}}},
          inputs_of({{"x", x}}));
      for (const char* name : {"nngp", "ntk"})
        for (std::size_t e = 0; e < 9; ++e)
          CHECK(output(attention, name).data[e] ==
                approx(output(dense, name).data[e]).epsilon(1e-14));
    }
}

TEST_CASE("attention kernel: by hand where the attention is uniform, and what positions do") {
  const json x = {{1.0, 2.0}, {0.5, -1.0}, {0.3, 0.8}, {-1.2, 0.4}};
  const json spec = {{"analysis", "attention-kernel"}, {"tokens", 2}};
  // scale 0: every weight is 1/2, so every entry is the mean of its 2 x 2 block
  json uniform = spec;
  uniform["queryKeyScale"] = 0, uniform["biasStd"] = 0.5;
  const Outputs mean = outputs_of(uniform, inputs_of({{"x", x}}));
  double block = 0;
  for (const std::size_t i : {0u, 1u})
    for (const std::size_t j : {2u, 3u})
      for (const std::size_t c : {0u, 1u})
        block += x[i][c].get<double>() * x[j][c].get<double>() / 2 / 4;
  CHECK(output(mean, "nngp")(0, 2) == approx(block + 0.25).epsilon(1e-14));
  CHECK(output(mean, "nngp")(1, 3) == approx(block + 0.25).epsilon(1e-14));
  CHECK(output(mean, "ntk")(1, 2) == approx(3 * block + 0.25).epsilon(1e-14));

  // without positions, permuted tokens permute the outputs; with them, they do not
  const json swapped = {x[1], x[0], x[2], x[3]};
  const Outputs plain = outputs_of(spec, inputs_of({{"x", x}}));
  const Outputs other = outputs_of(spec, inputs_of({{"x", swapped}}));
  CHECK(output(plain, "ntk")(0, 2) == approx(output(other, "ntk")(1, 2)).epsilon(1e-13));
  // not stationary: with a stationary R, swapping two tokens would be a reflection
  const json r = {{1.0, 0.2}, {0.2, 0.4}};
  const Outputs placed = outputs_of(spec, inputs_of({{"x", x}, {"positions", r}}));
  const Outputs moved = outputs_of(spec, inputs_of({{"x", swapped}, {"positions", r}}));
  CHECK(std::fabs(output(placed, "ntk")(0, 2) - output(moved, "ntk")(1, 2)) > 0.01);
  CHECK(output(placed, "ntk")(0, 3) == output(placed, "ntk")(3, 0));

  // positions in queries and keys only: the values are unchanged, their weights are not
  json keys = spec;
  keys["positionsInValues"] = false;
  const Outputs only = outputs_of(keys, inputs_of({{"x", x}, {"positions", r}}));
  CHECK(output(only, "attention").data == output(placed, "attention").data);
  const Matrix& g = output(only, "attention");
  double value = 0;
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 2; ++j)
      for (const std::size_t c : {0u, 1u})
        value += g(0, i) * g(2, j) * x[i][c].get<double>() * x[2 + j][c].get<double>() / 2;
  CHECK(output(only, "nngp")(0, 2) == approx(value).epsilon(1e-14));
  CHECK(output(only, "ntk")(0, 2) == approx(3 * value).epsilon(1e-14));

  // a fixed encoding adds nothing to the tangent kernel of the preceding layer
  json fixed = spec;
  fixed["trainedPositions"] = false;
  const Outputs untrained = outputs_of(fixed, inputs_of({{"x", x}, {"positions", r}}));
  CHECK(output(untrained, "ntk")(0, 2) ==
        approx(2 * output(placed, "nngp")(0, 2) + value).epsilon(1e-13));
}

TEST_CASE("attention kernel: covariance and tangent kernel as inputs; what it refuses") {
  const json x = {{1.0, 2.0}, {0.5, -1.0}};
  const json k = {{2.5, -0.75}, {-0.75, 0.625}};  // x xᵀ/2
  const json spec = {{"analysis", "attention-kernel"}};
  const Outputs from_x = outputs_of(spec, inputs_of({{"x", x}}));
  const Outputs from_k = outputs_of(spec, inputs_of({{"covariance", k}, {"tangent", k}}));
  CHECK(output(from_x, "ntk").data == output(from_k, "ntk").data);
  // one token attends to itself: K is unchanged, Θ becomes Θ + 2K
  const Outputs one = outputs_of(spec, inputs_of({{"covariance", {{2}}}, {"tangent", {{5}}}}));
  CHECK(output(one, "nngp").data[0] == 2);
  CHECK(output(one, "ntk").data[0] == 9);
  // logits of 1e60 give one-hot weights
  const Outputs sure = outputs_of(spec, inputs_of({{"x", {{1e30}, {0}}}}));
  CHECK(output(sure, "attention").data == std::vector<double>{1, 0, 0.5, 0.5});
  const auto error = [&](const json& params, const json& inputs) {
    json all = spec;
    all.update(params);
    const Inputs given = inputs_of(inputs);
    const Result<Outputs> got = analyse(analysis_of(all), given);
    REQUIRE(!got.has_value());
    return got.error().field;
  };
  const json none = json::object();
  CHECK(error(none, none) == "x");
  CHECK(error({{"tokens", 3}}, {{"x", x}}) == "tokens");
  CHECK(error(none, {{"x", x}, {"positions", {{1}}}}) == "positions");
  CHECK(error(none, {{"x", x}, {"positions", {{1, 0.5}, {0.4, 1}}}}) == "positions");
}
