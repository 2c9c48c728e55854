#include <algorithm>
#include <numeric>

#include "../support/golden.hpp"
#include "../support/pairs.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

// the map's value at key - query = r: the first query sees r >= 0, the last r <= 0
std::vector<double> buckets_of(const json& spec, const std::vector<double>& distances) {
  const std::size_t n = 301;
  const std::vector<double> map = map_of(spec, n, n);
  std::vector<double> out;
  for (const double r : distances)
    out.push_back(r >= 0 ? map[static_cast<std::size_t>(r)]
                         : map[n * n - 1 - static_cast<std::size_t>(-r)]);
  return out;
}

}  // namespace

TEST_CASE("T5: the golden buckets of both directions and of one") {
  for (const bool both : {true, false}) {
    const json golden =
        load_json(both ? "t5_bucket_bidirectional_32_128" : "t5_bucket_causal_32_128");
    check_all(golden,
              buckets_of({{"encoding", "t5"}, {"heads", 1}, {"bidirectional", both}},
                         golden.at("positions").get<std::vector<double>>()),
              golden.at("expected"));
  }
}

TEST_CASE("T5: where buckets start, 32 to distance 128") {
  const auto starts = [](bool both) {
    const Facts facts =
        *plan_of({{"encoding", "t5"}, {"heads", 1}, {"bidirectional", both}}).facts();
    return fact(facts, "firstDistances").values;
  };
  CHECK(starts(true) == std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 23, 32, 46, 64, 91});
  CHECK(starts(false) == std::vector<double>{0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                             11, 12, 13, 14, 15, 16, 19, 21, 24, 27, 31,
                                             35, 40, 46, 52, 59, 67, 77, 87, 99, 113});
}

TEST_CASE("T5: buckets against 256-bit logarithms over many counts and distances") {
  const Wide hair = Wide(1.0).scaled(-180);
  for (const std::uint64_t count : {4, 5, 8, 20, 32, 64})
    for (const std::uint64_t limit : {81, 128, 256, 1000, 20000}) {
      std::vector<double> numbers(count);  // as the table: the bias is the bucket
      std::iota(numbers.begin(), numbers.end(), 0);
      const Bias bias = bias_of({{"encoding", "t5"},
                                 {"heads", 1},
                                 {"numBuckets", count},
                                 {"maxDistance", limit},
                                 {"bidirectional", false},
                                 {"table", numbers}});
      const std::uint64_t unit = count / 2;
      const Wide u = Wide::from_u64(unit);
      const Wide per_log = Wide::from_u64(count - unit) / log(Wide::from_u64(limit) / u);
      bool same = true;
      for (std::uint64_t n = 0; n < 2 * limit; n += 1 + n / 6) {
        std::uint64_t expected = n;
        if (n >= unit) {
          const Wide k = log(Wide::from_u64(n) / u) * per_log;
          expected = std::min(unit + (k + hair).integer_bits(), count - 1);
        }
        same = same && bias.at(0, static_cast<std::int64_t>(n), 0) == static_cast<double>(expected);
      }
      CHECK_MESSAGE(same, count << " buckets to " << limit);
    }
}

TEST_CASE("T5: the bias is the table's entry of the bucket and head, times the scale") {
  const json spec = {{"encoding", "t5"}, {"heads", 3}, {"seed", 7}, {"scale", 8}};
  Plan plan = plan_of(spec);
  const Facts facts = *plan.facts();
  const Fact& table = fact(facts, "table");
  CHECK(table.cols == 3);
  const std::vector<double> map = map_of(spec, 20, 40);
  for (std::size_t head = 0; head < 3; ++head) {
    const std::vector<float> bias = bias_matrix(plan, head, 20, 40);
    for (std::size_t e = 0; e < bias.size(); ++e)
      CHECK(bias[e] ==
            static_cast<float>(8 * table.values[static_cast<std::size_t>(map[e]) * 3 + head]));
  }
}

TEST_CASE("T5: counts and distances that would divide by zero are named") {
  const auto spec = [](int buckets, int distance, bool both) -> json {
    return {{"encoding", "t5"},
            {"heads", 2},
            {"numBuckets", buckets},
            {"maxDistance", distance},
            {"bidirectional", both}};
  };
  check_refused(spec(3, 128, true), "numBuckets");
  check_refused(spec(32, 8, true), "maxDistance");
  check_refused(spec(32, 16, false), "maxDistance");
  plan_of(spec(2, 2, false));
  plan_of(spec(32, 9, true));
  json huge = spec(65536, 128, true);
  huge["maxDistance"] = kMostInteger;
  plan_of(huge);
  json short_table = spec(4, 128, true);
  short_table["table"] = {1, 2, 3};
  check_refused(short_table, "table", ErrorCode::bad_shape);
}
