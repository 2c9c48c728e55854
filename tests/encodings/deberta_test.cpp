#include <algorithm>
#include <cmath>

#include "../support/approx.hpp"
#include "../support/golden.hpp"
#include "../support/pairs.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

const json kV2 = {{"encoding", "deberta"}, {"dim", 2}, {"version", "v2"}};

// the map's value at query - key = r, |r| <= 600: the last query sees r >= 0, the first r <= 0
std::vector<double> buckets_of(const json& spec, const std::vector<double>& distances) {
  const std::size_t n = 601;
  const std::vector<double> map = map_of(spec, n, n);
  std::vector<double> out;
  for (const double r : distances)
    out.push_back(r <= 0 ? map[static_cast<std::size_t>(-r)]
                         : map[n * n - 1 - static_cast<std::size_t>(r)]);
  return out;
}

}  // namespace

TEST_CASE("DeBERTa: δ(i,j) and the unclamped buckets of the golden files") {
  const json delta = load_json("deberta_delta_k4");
  check_all(delta, map_of({{"encoding", "deberta"}, {"dim", 2}, {"maxDistance", 4}}, 10, 10),
            delta.at("expected"));
  const json buckets = load_json("deberta_log_bucket_256_512");
  json spec = kV2;
  spec["clamp"] = "transformers";
  check_all(buckets, buckets_of(spec, buckets.at("positions").get<std::vector<double>>()),
            buckets.at("expected"));
}

TEST_CASE("DeBERTa: δ(i,j) + δ(j,i) = 2k inside, 2k - 1 where clipped") {
  const std::size_t n = 12;
  const std::vector<double> map =
      map_of({{"encoding", "deberta"}, {"dim", 2}, {"maxDistance", 5}}, n, n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      CHECK(map[i * n + j] + map[j * n + i] == ((i > j ? i - j : j - i) < 5 ? 10 : 9));
}

TEST_CASE("DeBERTa: logarithmic buckets against 256-bit logarithms, odd in the distance") {
  const Wide hair = Wide(1.0).scaled(-180);
  for (const std::int64_t size : {4, 8, 32, 256})
    for (const std::int64_t last : {130, 511, 1023}) {
      json spec = kV2;
      spec["bucketSize"] = size;
      spec["maxPosition"] = last + 1;
      const std::int64_t mid = size / 2;
      const Wide m = Wide(static_cast<double>(mid));
      const Wide per_log =
          Wide(static_cast<double>(mid - 1)) / log(Wide(static_cast<double>(last)) / m);
      for (const std::string clamp : {"official", "transformers"}) {
        spec["clamp"] = clamp;
        const std::size_t n = 1200;
        std::vector<double> row(n), first(n);
        CHECK(plan_of(spec).relative_map(n, n, n - 1, 1, row.data()));
        CHECK(plan_of(spec).relative_map(n, n, 0, 1, first.data()));
        bool same = true;
        for (std::int64_t r = 0; r < static_cast<std::int64_t>(n); r += 1 + r / 8) {
          const std::int64_t at = clamp == "official" ? std::min(r, last) : r;
          std::int64_t expected = at;
          if (at > mid) {
            const Wide k = log(Wide(static_cast<double>(at)) / m) * per_log;
            expected = mid + static_cast<std::int64_t>(ceil(k - hair).integer_bits());
          }
          same = same && row[n - 1 - static_cast<std::size_t>(r)] == static_cast<double>(expected);
          same = same && first[static_cast<std::size_t>(r)] == static_cast<double>(-expected);
        }
        CHECK_MESSAGE(same, size << " " << last << " " << clamp);
      }
    }
}

TEST_CASE("DeBERTa: the reported last distance of each bucket is its last") {
  json spec = kV2;
  spec["bucketSize"] = 64;
  const Facts facts = *plan_of(spec).facts();
  const std::vector<double>& last = fact(facts, "lastDistances").values;
  REQUIRE(last.size() == 64);
  CHECK(last.back() == 511);
  const std::size_t n = 601;
  const std::vector<double> map = map_of(spec, n, n);
  for (std::size_t b = 0; b + 1 < last.size(); ++b) {
    const auto at = [&](double r) { return map[n * n - 1 - static_cast<std::size_t>(r)]; };
    CHECK(at(last[b]) <= static_cast<double>(b));
    CHECK(at(last[b] + 1) > static_cast<double>(b));
  }
}

TEST_CASE("DeBERTa: three terms over √(3d), tables read at δ(i,j) and δ(j,i)") {
  const std::size_t n = 7, d = 3;
  const std::vector<double> q = normals(n * d, 1), k = normals(n * d, 2);
  for (const std::string version : {"v1", "v2"}) {
    const std::size_t span = version == "v1" ? 3 : 4;
    const std::vector<double> keys = normals(2 * span * d, 3), queries = normals(2 * span * d, 4);
    json spec = {{"encoding", "deberta"},
                 {"dim", d},
                 {"version", version},
                 {"keyTable", keys},
                 {"queryTable", queries}};
    spec.update(version == "v1" ? json{{"maxDistance", 3}}
                                : json{{"bucketSize", 4}, {"maxPosition", 5}});
    const std::vector<double> scores = scores_of(spec, q, k, d), map = map_of(spec, n, n);
    const double scale = std::sqrt(9.0);
    const auto product = [&](const double* x, const double* y) {
      return (x[0] * y[0] + x[1] * y[1] + x[2] * y[2]) / scale;
    };
    const auto row = [&](std::size_t i, std::size_t j) {
      const double r = map[i * n + j] + (version == "v1" ? 0 : 4);
      return static_cast<std::size_t>(std::clamp(r, 0.0, 2.0 * static_cast<double>(span) - 1)) * d;
    };
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        const double *qi = &q[i * d], *kj = &k[j * d];
        CHECK(scores[i * n + j] == approx(product(qi, kj)).epsilon(1e-14));
        CHECK(scores[(n + i) * n + j] == approx(product(qi, &keys[row(i, j)])).epsilon(1e-14));
        CHECK(scores[(2 * n + i) * n + j] ==
              approx(product(kj, &queries[row(j, i)])).epsilon(1e-14));
      }
  }
}

TEST_CASE("DeBERTa: sizes that would divide by zero, and tables of the wrong size, are named") {
  json spec = kV2;
  spec["bucketSize"] = 8;
  spec["maxPosition"] = 5;
  check_refused(spec, "maxPosition");
  spec["maxPosition"] = 6;
  plan_of(spec);
  spec["queryTable"] = {1.0};
  check_refused(spec, "queryTable", ErrorCode::bad_shape);
}

TEST_CASE("DeBERTa: buckets of distances beyond those that are kept ready") {
  json spec = kV2;
  spec.update({{"bucketSize", 64}, {"maxPosition", 6000}, {"clamp", "transformers"}});
  const std::size_t n = 5000;
  Plan plan = plan_of(spec);
  std::vector<double> last(n);
  REQUIRE(plan.relative_map(n, n, n - 1, 1, last.data()));
  // mid + ceil(ln(r/mid)/ln((last)/mid)·(mid - 1)), r = n - 1 - j
  for (const std::size_t r : {4000u, 4095u, 4096u, 4097u, 4500u, 4999u}) {
    const long double part = std::log(r / 32.0L) / std::log(5999 / 32.0L) * 31;
    CHECK(last[n - 1 - r] == 32 + static_cast<double>(std::ceil(part)));
  }
}
