#include "../support/golden.hpp"
#include "../support/pairs.hpp"

using namespace posenc;
using namespace posenc::test;

TEST_CASE("golden: bins of residues, of AlphaFold and of ESMFold with and without a mask") {
  const json golden = load_json("protein_relative_bins"), inputs = golden.at("inputs");
  const auto check = [&](const json& more, const std::string& expected) {
    json spec = {{"encoding", "protein-relative"},
                 {"heads", 1},
                 {"bins", 3},
                 {"residueIndex", inputs.at("residueIndex")}};
    spec.update(more);
    check_all(golden, map_of(spec, 8, 8), golden.at("expected").at(expected));
  };
  check(json::object(), "alphafold");
  check({{"form", "esmfold"}}, "esmfold");
  check({{"form", "esmfold"}, {"mask", inputs.at("mask")}}, "masked");
}

TEST_CASE("protein-relative: channels are looked up by the map, with and without lists") {
  const std::size_t heads = 3, n = 7;
  const std::vector<double> mask = {1, 1, 0, 1, 1, 1, 0};
  for (const json& more : std::initializer_list<json>{
           json::object(), {{"form", "esmfold"}}, {{"form", "esmfold"}, {"mask", mask}}}) {
    const std::size_t rows = more.contains("form") ? 6 : 5;
    const std::vector<double> table = normals(rows * heads, 4);
    json spec = {{"encoding", "protein-relative"}, {"heads", heads}, {"bins", 2}, {"table", table}};
    spec.update(more);
    Plan plan = plan_of(spec);
    const std::vector<double> map = map_of(spec, n, n);
    for (std::size_t head = 0; head < heads; ++head) {
      const std::vector<float> got = bias_matrix(plan, head, n, n);
      for (std::size_t i = 0; i < n * n; ++i)
        CHECK(got[i] == static_cast<float>(table[static_cast<std::size_t>(map[i]) * heads + head]));
    }
  }
}

TEST_CASE("protein-relative: what is wrong in its lists is named") {
  const json base = {{"encoding", "protein-relative"}, {"heads", 2}, {"form", "esmfold"}};
  const auto refused = [&](const json& more, const std::string& field, ErrorCode code) {
    json spec = base;
    spec.update(more);
    check_refused(spec, field, code);
  };
  using List = std::vector<double>;
  refused({{"mask", List{1, 0.5}}}, "mask", ErrorCode::bad_param);
  refused({{"residueIndex", List{0, 1.5}}}, "residueIndex", ErrorCode::bad_param);
  refused({{"residueIndex", List{0, 1}}, {"mask", List{1}}}, "mask", ErrorCode::bad_shape);
  refused({{"bins", 1}, {"table", List{1, 2}}}, "table", ErrorCode::bad_shape);
  refused({{"form", "alphafold"}, {"mask", List{1}}}, "mask", ErrorCode::bad_param);
}
