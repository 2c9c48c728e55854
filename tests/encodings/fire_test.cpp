#include "../support/approx.hpp"
#include "../support/golden.hpp"
#include "../support/pairs.hpp"

using namespace posenc;
using namespace posenc::test;

TEST_CASE("FIRE: the golden bias of a given network") {
  const json golden = load_json("fire_n7"), params = golden.at("params");
  const Bias bias = bias_of({{"encoding", "fire"},
                             {"heads", 1},
                             {"c", params.at("c")},
                             {"threshold", params.at("L")},
                             {"hidden", 3},
                             {"w1", params.at("W1")},
                             {"b1", params.at("b1")},
                             {"w2", params.at("W2")},
                             {"b2", json::array({params.at("b2")})}});
  CHECK(bias.causal);
  std::vector<double> out;
  for (std::int64_t i = 0; i < 7; ++i)
    for (std::int64_t j = 0; j < 7; ++j) out.push_back(j > i ? kMasked : bias.at(0, i, j));
  check_all(golden, out, golden.at("expected"));
}

TEST_CASE("FIRE: the input runs from 0 at the query to 1 at the first key of long queries") {
  // the network is the identity
  json spec = {{"encoding", "fire"}, {"heads", 1},  {"threshold", 10}, {"hidden", 1},
               {"w1", {1.0}},        {"b1", {0.0}}, {"w2", {1.0}},     {"b2", {0.0}}};
  const Bias paper = bias_of(spec);
  spec["epsilon"] = "appendix";
  const Bias appendix = bias_of(spec);
  for (std::int64_t i = 0; i < 40; ++i) {
    CHECK(paper.at(0, i, i) == 0);
    CHECK((paper.at(0, i, 0) == 1) == (i >= 10));
    if (i > 0) CHECK(appendix.at(0, i, 0) < paper.at(0, i, 0));
    for (std::int64_t j = 1; j <= i; ++j) CHECK(paper.at(0, i, j) < paper.at(0, i, j - 1));
  }
  // below the threshold the bias is a function of the distance, above it is not
  CHECK(paper.at(0, 9, 5) == paper.at(0, 6, 2));
  CHECK(paper.at(0, 30, 26) != paper.at(0, 20, 16));
  // c to infinity: ln(cx)/ln(cL) tends to 1 for every distance
  spec["c"] = 1e9;
  CHECK(bias_of(spec).at(0, 10, 5) == approx(1).epsilon(0.05));
}

TEST_CASE("FIRE: wrong weights are named") {
  check_refused({{"encoding", "fire"}, {"heads", 2}, {"b2", {1.0}}}, "b2", ErrorCode::bad_shape);
  check_refused({{"encoding", "fire"}, {"heads", 2}, {"threshold", 0}}, "threshold");
  check_refused({{"encoding", "fire"}, {"heads", 2}, {"c", 0}}, "c");
}
