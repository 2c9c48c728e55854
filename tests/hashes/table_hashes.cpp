// Prints the SHA-256 of every table of tests/golden/table_hashes.json, computed now:
//
//   <sha256>  {"dtype":…,"positions":…,"spec":…}
//
// and then of all results of every row of the registry at small sizes, one digest per spec:
//
//   <sha256>  {"every stage":{spec}}
//
// The lines of g++, clang++ and WebAssembly in Node must be equal (little-endian bytes, row-major).
// The hashes of the tables must also equal those in the file, which Chromium compares too. To add a
// table, add an entry and paste the printed hash after mpfr_check has passed.
#define DOCTEST_CONFIG_IMPLEMENT
#include "sha256.hpp"

#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <numeric>  // std::iota

#include "../support/spec_json.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

std::string hash(const json& entry) {
  Plan plan = plan_of(entry.at("spec"));
  const json& positions = entry.at("positions");
  const bool range = positions.is_object();
  const double start = range ? positions.value("start", 0.0) : 0,
               step = range ? positions.value("step", 1.0) : 1;
  const std::vector<double> list =
      range ? std::vector<double>() : positions.get<std::vector<double>>();
  const std::size_t rows = range ? positions.at("count").get<std::size_t>() : list.size(),
                    n = rows * plan.width();
  if (entry.at("dtype") == "f32") {
    std::vector<float> out(n);
    if (range ? !plan.table_f32(start, step, rows, out.data()) : !plan.table_f32(list, out.data()))
      return "failed";
    return sha256({reinterpret_cast<const unsigned char*>(out.data()), 4 * n});
  }
  std::vector<double> out(n);
  if (range ? !plan.table_f64(start, step, rows, out.data()) : !plan.table_f64(list, out.data()))
    return "failed";
  return sha256({reinterpret_cast<const unsigned char*>(out.data()), 8 * n});
}

// Table, rotation, bias, relative map, logits and facts of one spec at small sizes.
std::string hash_of_every_stage(const json& spec) {
  Plan plan = plan_of(spec);
  std::vector<unsigned char> bytes;
  const auto add = [&](const auto& numbers) {
    const auto* first = reinterpret_cast<const unsigned char*>(numbers.data());
    bytes.insert(bytes.end(), first, first + numbers.size() * sizeof(numbers[0]));
  };
  const std::size_t n = plan.cells() == 0 ? 7 : plan.cells();
  const std::vector<double> positions = sample_positions(plan, n, {0, 1, 2.5, -3, 1e6, 0.1});
  const auto drawn = [](std::size_t count) {
    std::vector<double> x(count);
    for (std::size_t i = 0; i < count; ++i) x[i] = static_cast<double>(i * 37 % 11) / 4 - 1.25;
    return x;
  };
  if (plan.width() > 0) {
    std::vector<float> single(n * plan.width());
    CHECK(plan.table_f32(positions, single.data()));
    add(single);
    add(table64(plan, positions));
  }
  if (plan.info().rotates()) {
    const std::vector<double> x = drawn(n * plan.head_dim());
    std::vector<double> out(n * plan.rotated_width());
    for (const Side side : {Side::query, Side::key}) {
      CHECK(plan.rotate(positions, x.data(), plan.head_dim(), out.data(), side));
      add(out);
    }
  }
  std::vector<float> bias(n * n);
  for (std::size_t head = 0; head < plan.heads(); ++head) {
    CHECK(plan.attention_bias(head, n, n, 0, n, bias.data()));
    add(bias);
  }
  std::vector<double> map(n * n);
  if (plan.relative_map(n, n, 0, n, map.data())) add(map);
  if (plan.info().has_scores()) {
    const std::size_t dim = plan.score_dim() == 0 ? 4 : plan.score_dim();
    const std::vector<double> q = drawn(n * dim);
    std::vector<double> out(n * n * plan.score_terms().size());
    std::vector<double> at = positions;
    if (plan.info().scores == nullptr && !plan.info().rotates())  // a bias needs integer positions
      std::iota(at.begin(), at.end(), 0.0);
    CHECK(plan.attention_scores({n, n, at.data(), q.data(), dim}, {n, at.data(), q.data()},
                                out.data()));
    add(out);
  }
  if (const auto facts = plan.facts())
    for (const Fact& fact : *facts) add(fact.values);
  return sha256(bytes);
}

}  // namespace

int main() {
  doctest::Context context;  // plan_of and load_json report through doctest
  context.setAsDefaultForAssertsOutOfTestCases();
  const std::string abc = "abc";
  if (sha256({reinterpret_cast<const unsigned char*>(abc.data()), 3}) !=
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    return 1;
  bool equal = true;
  for (json entry : load_json("table_hashes")) {
    const std::string expected = entry.value("sha256", ""), got = hash(entry);
    entry.erase("sha256");
    std::printf("%s  %s\n", got.c_str(), entry.dump().c_str());
    equal = equal && got == expected;
  }
  for (const json& spec : every_spec())
    std::printf("%s  %s\n", hash_of_every_stage(spec).c_str(),
                json({{"every stage", spec}}).dump().c_str());
  if (!equal) std::fputs("some tables differ from tests/golden/table_hashes.json\n", stderr);
  return equal ? 0 : 1;
}
