#include "../support/golden.hpp"
#include "../support/pairs.hpp"

using namespace posenc;
using namespace posenc::test;

TEST_CASE("golden: Inkling's logits, without and with its logarithmic scaling") {
  const json golden = load_json("inkling_n7"), inputs = golden.at("inputs"),
             params = golden.at("params");
  const std::size_t n = 7, d = params.at("headDim"), rel = params.at("relWidth"), dim = d + rel;
  std::vector<double> q(n * dim), k(n * dim, 1e6);  // the end of a key is not read
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t c = 0; c < d; ++c)
      q[i * dim + c] = inputs.at("q")[i][c], k[i * dim + c] = inputs.at("k")[i][c];
    for (std::size_t c = 0; c < rel; ++c) q[i * dim + d + c] = inputs.at("r")[i][c];
  }
  json spec = {{"encoding", "inkling"},
               {"dim", dim},
               {"relWidth", rel},
               {"extent", params.at("extent")},
               {"curves", numbers_of(inputs.at("curves"))}};
  const auto check = [&](const std::string& which) {
    const std::vector<double> got = scores_of(spec, q, k, dim);
    const json& expected = golden.at("expected").at(which);
    const auto half = got.begin() + static_cast<std::ptrdiff_t>(n * n);
    check_all(golden, {got.begin(), half}, expected.at("content"));
    check_all(golden, {half, got.end()}, expected.at("position"));
  };
  check("plain");
  spec["logFloor"] = params.at("logFloor");
  spec["logAlpha"] = params.at("logAlpha");
  check("scaled");
}

TEST_CASE("Inkling: the product by 1/√d, and vectors that leave nothing for it") {
  const std::vector<double> q = {3, 4, 5, 7, 2}, k = {1, 1, 1, 1, 0};
  const auto content = [&](const std::string& scale) {
    return scores_of({{"encoding", "inkling"}, {"dim", 5}, {"relWidth", 1}, {"scale", scale}}, q, k,
                     5)[0];
  };
  CHECK(content("1/d") == 19 / 4.0);
  CHECK(content("1/sqrt(d)") == 19 / 2.0);
  check_refused({{"encoding", "inkling"}, {"dim", 4}, {"relWidth", 4}}, "relWidth",
                ErrorCode::bad_param);
  check_refused({{"encoding", "inkling"}, {"dim", 4}, {"logAlpha", 0.5}}, "logAlpha",
                ErrorCode::bad_param);
}
