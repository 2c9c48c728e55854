// Properties that every registry row must have. New rows are tested without an edit here
// (support/spec_json.hpp builds the specs from the registry).
#include <algorithm>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <set>
#include <tuple>

#include "../support/approx.hpp"
#include "../support/spec_json.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

template <class Check>
void for_every_table(Check check) {
  for (const json& spec : every_spec()) {
    const Plan plan = plan_of(spec);
    if (plan.width() == 0) continue;
    INFO(spec.dump());
    check(spec, plan);
  }
}

}  // namespace

TEST_CASE("every row: ids are unique, texts are present, defaults are allowed") {
  std::set<std::string_view> ids;
  const auto check_params = [](std::span<const ParamInfo> params) {
    for (const ParamInfo& p : params) {
      CHECK_MESSAGE(!p.doc.empty(), p.name);
      if (p.initial == p.initial && p.kind == ParamKind::choice)
        CHECK(p.initial < static_cast<double>(p.choices.size()));
      if (p.kind == ParamKind::choice) CHECK(!p.choices.empty());
    }
  };
  for (const EncodingInfo* row : described_encodings()) {
    CHECK(ids.insert(row->id).second);
    CHECK(!row->title.empty());
    CHECK(!row->formula.empty());
    CHECK(!row->citation.empty());
    check_params(row->params);
  }
  ids.clear();
  for (const ScalingInfo* row : described_scalings()) {
    CHECK(ids.insert(row->id).second);
    CHECK(!row->formula.empty());
    CHECK(!row->citation.empty());
    check_params(row->params);
  }
}

TEST_CASE(
    "every row: a missing, unknown or out-of-range parameter is named, and nothing else fails") {
  for (const json& spec : every_spec()) {
    INFO(spec.dump());
    for (const auto& [name, value] : spec.items()) {
      if (name == "encoding" || value.is_string() || value.is_object()) continue;
      EncodingSpec raw = spec_of(spec);
      raw.values.numbers[name] = std::nan("");
      const auto plan = Plan::create(raw);
      REQUIRE(!plan);
      CHECK(plan.error().code == ErrorCode::bad_param);
      CHECK(plan.error().field == name);
    }
    EncodingSpec raw = spec_of(spec);
    raw.values.numbers["nonsense"] = 1;
    const auto unknown = Plan::create(raw);
    REQUIRE(!unknown);
    CHECK(unknown.error().code == ErrorCode::unknown_param);
    CHECK(unknown.error().field == "nonsense");
  }
  EncodingSpec nothing;
  nothing.encoding = "nonsense";
  CHECK(Plan::create(nothing).error().code == ErrorCode::unknown_encoding);
}

TEST_CASE("every table: finite, and float32 is the rounded float64 by both paths") {
  const std::vector<double> coordinates = {
      0, 1, -1, 2.5, 63, 64, 1000, 1e6, 2147483647, -2147483648.0, 9007199254740992.0, 0.1, -1e-9};
  for_every_table([&](const json&, const Plan& plan) {
    const std::vector<double> positions = sample_positions(plan, 26, coordinates);
    const std::vector<double> exact = table64(plan, positions);
    std::vector<float> single(exact.size());
    CHECK(plan.table_f32(positions, single.data()));
    bool finite = true;
    double worst = 0;
    for (std::size_t i = 0; i < exact.size(); ++i) {
      finite = finite && std::isfinite(exact[i]);
      // one rounding of the exact value: at most half a unit of float32, plus the error of float64
      const double unit = std::fmax(std::fabs(exact[i]) * 0x1p-24, 0x1p-149);
      worst = std::fmax(worst, std::fabs(single[i] - exact[i]) / unit);
    }
    CHECK(finite);
    CHECK(worst <= 1.0000001);
  });
}

TEST_CASE("every table: blocks of rows equal the whole, and a range equals the list") {
  for (const json& spec : every_spec()) {
    Plan plan = plan_of(spec);
    const std::size_t w = plan.width();
    if (w == 0 || plan.axes() != 1) continue;
    INFO(spec.dump());
    const bool finite = !plan.extent().empty();
    const std::size_t rows = finite ? plan.extent()[0] : 200;
    for (const auto& [start, step] :
         {std::pair{0.0, 1.0}, {-50.0, 1.0}, {0.5, 1.0}, {1e9, -7.0}, {0.0, 0.25}}) {
      if (finite && (start != 0 || step != 1)) continue;
      std::vector<double> positions(rows);
      for (std::size_t k = 0; k < rows; ++k) positions[k] = start + static_cast<double>(k) * step;
      std::vector<float> list(rows * w), whole(rows * w), blocks(rows * w);
      CHECK(plan.table_f32(positions, list.data()));
      CHECK(plan.table_f32(start, step, rows, whole.data()));
      for (std::size_t r = 0; r < rows; r += 60)
        CHECK(plan.table_f32(start + static_cast<double>(r) * step, step,
                             std::min<std::size_t>(60, rows - r), blocks.data() + r * w));
      CHECK(std::memcmp(list.data(), whole.data(), list.size() * 4) == 0);
      CHECK(std::memcmp(list.data(), blocks.data(), list.size() * 4) == 0);
    }
  }
}

TEST_CASE("every finite table: positions beyond it, between its rows or negative are refused") {
  for_every_table([&](const json&, const Plan& plan) {
    if (plan.extent().empty()) return;
    std::vector<double> out(plan.width());
    for (std::size_t a = 0; a < plan.axes(); ++a)
      for (const double bad : {-1.0, 0.5, static_cast<double>(plan.extent()[a]), std::nan("")}) {
        std::vector<double> position(plan.axes(), 0.0);
        CHECK(plan.table_f64(position, out.data()));
        position[a] = bad;
        const auto refused = plan.table_f64(position, out.data());
        REQUIRE(!refused);
        CHECK(refused.error().code == ErrorCode::bad_positions);
      }
  });
}

TEST_CASE("every table: rows of full pairs have the norm that the kernel has at offset 0") {
  for_every_table([&](const json&, const Plan& plan) {
    const std::vector<double> positions = sample_positions(plan, 4, {0, 3, 12345.5, 1e8}),
                              zero(plan.axes(), 0.0);
    double k0 = 0;
    if (!plan.kernel_profile(zero, &k0)) return;  // not stationary
    const std::vector<double> t = table64(plan, positions);
    for (std::size_t r = 0; r < 4; ++r) {
      double norm = 0;
      for (std::size_t c = 0; c < plan.width(); ++c)
        norm += t[r * plan.width() + c] * t[r * plan.width() + c];
      CHECK(norm == approx(k0).epsilon(1e-14));
    }
  });
}

TEST_CASE("every table: the inner product of two rows is the closed-form kernel of their offset") {
  for_every_table([&](const json&, const Plan& plan) {
    std::vector<double> positions, offset;
    for (std::size_t a = 0; a < plan.axes(); ++a)
      offset.push_back(7 - 4.5 * static_cast<double>(a));
    for (const double sign : {0.0, 1.0})
      for (const double d : offset) positions.push_back(1000 + sign * d);
    double k = 0;
    if (!plan.kernel_profile(offset, &k)) return;
    const std::vector<double> t = table64(plan, positions);
    double product = 0;
    for (std::size_t c = 0; c < plan.width(); ++c) product += t[c] * t[plan.width() + c];
    CHECK(std::fabs(product - k) <= 1e-13 * static_cast<double>(plan.width()));
  });
}

TEST_CASE("every table: the Gram matrix is the table times its transpose") {
  for (const json& spec : every_spec()) {
    Plan plan = plan_of(spec);
    const std::size_t w = plan.width();
    if (w == 0) continue;
    INFO(spec.dump());
    constexpr std::size_t n = 9;
    const std::vector<double> positions = sample_positions(plan, n, {0, 1, 2, 3.5, -4, 100});
    const std::vector<double> t = table64(plan, positions);
    std::vector<double> gram(n * n);
    CHECK(plan.gram(positions, gram.data()));
    double worst = 0, largest = 1;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        double product = 0;
        for (std::size_t c = 0; c < w; ++c) product += t[i * w + c] * t[j * w + c];
        largest = std::fmax(largest, std::fabs(product));
        worst = std::fmax(worst, std::fabs(product - gram[i * n + j]));
      }
    CHECK(worst <= 1e-13 * largest);
  }
}

TEST_CASE("every table of waves: the derivative agrees with central differences") {
  constexpr double h = 0x1p-17;
  for_every_table([&](const json&, const Plan& plan) {
    if (!plan.info().has_waves()) return;
    double fastest = 1;
    const auto frequencies = plan.frequencies();
    for (const double f : *frequencies) fastest = std::fmax(fastest, std::fabs(f));
    for (std::size_t axis = 0; axis < plan.axes(); ++axis) {
      const std::vector<double> at(plan.axes(), 5.0);
      std::vector<double> around;
      for (const double side : {-h, h})
        for (std::size_t a = 0; a < plan.axes(); ++a) around.push_back(a == axis ? 5 + side : 5);
      const std::vector<double> t = table64(plan, around);
      std::vector<double> d(plan.width());
      CHECK(plan.derivative(at, d.data(), axis));
      // the third derivative times h²/6, and two rounding errors divided by 2h
      const double bound = 2 * fastest * fastest * fastest * h * h / 6 + 1e-9;
      for (std::size_t c = 0; c < plan.width(); ++c)
        CHECK(std::fabs((t[plan.width() + c] - t[c]) / (2 * h) - d[c]) <= bound);
    }
  });
}

TEST_CASE(
    "every context extension: frequencies never rise, except where only the base changes or "
    "factors are below 1") {
  for (const json& spec : every_spec()) {
    if (!spec.contains("scaling") || spec["scaling"]["type"] == "abf") continue;
    INFO(spec.dump());
    const auto report = plan_of(spec).report(64, 256);
    REQUIRE(report.has_value());
    for (std::size_t i = 0; i < report->frequency.size(); ++i) {
      CHECK(report->frequency[i] <= report->unscaled_frequency[i]);
      // factor lists may divide by exactly 1, and a pair may be blended by less than an ulp
      CHECK((report->band[i] == Band::kept) ==
            (report->frequency[i] == report->unscaled_frequency[i]));
      CHECK((report->band[i] == Band::off) == (report->frequency[i] == 0));
    }
  }
}

TEST_CASE("every context extension: factor 1 changes nothing, and says so") {
  for (const json& spec : every_spec()) {
    if (!spec.contains("scaling") || !spec["scaling"].contains("factor") ||
        spec["scaling"]["type"] == "longrope" || spec["scaling"]["type"] == "proportional")
      continue;
    json one = spec;
    one["scaling"]["factor"] = 1;
    INFO(one.dump());
    const auto report = plan_of(one).report(64, 64);
    REQUIRE(report.has_value());
    for (std::size_t i = 0; i < report->frequency.size(); ++i) {
      CHECK(report->frequency[i] == report->unscaled_frequency[i]);
      CHECK(report->band[i] == Band::kept);
    }
    CHECK(report->attention_factor == 1);
  }
}

TEST_CASE("every row: layouts hold the same channels in another order") {
  constexpr std::size_t n = 3;
  for (const json& spec : every_spec()) {
    json other = spec;
    if (spec["encoding"] == "timestep")
      other["flipSinToCos"] = true;
    else if (spec.contains("layout"))
      other.erase("layout");
    else
      continue;
    const Plan a = plan_of(spec), b = plan_of(other);
    if (a.width() == 0) continue;
    const std::vector<double> positions = sample_positions(a, n, {3, 77.25, 1e6});
    std::vector<double> x = table64(a, positions), y = table64(b, positions);
    REQUIRE(x.size() == y.size());
    for (std::size_t r = 0; r < n; ++r) {
      const auto row = [&](std::vector<double>& t) {
        std::sort(t.begin() + static_cast<std::ptrdiff_t>(r * a.width()),
                  t.begin() + static_cast<std::ptrdiff_t>((r + 1) * a.width()));
      };
      row(x), row(y);
    }
    CHECK_MESSAGE(x == y, spec.dump());
  }
}

TEST_CASE("proportional: the number of turning pairs is that of float64, int(p * d // 2)") {
  for (const auto& [fraction, dim, turning] :
       {std::tuple{0.3, 20, 3}, {0.7, 40, 14}, {0.6, 80, 24}, {0.35, 160, 28}, {0.25, 512, 64}}) {
    const auto theta = *plan_of({{"encoding", "rope"},
                                 {"dim", dim},
                                 {"scaling", {{"type", "proportional"}, {"fraction", fraction}}}})
                            .frequencies();
    CHECK(std::count_if(theta.begin(), theta.end(), [](double x) { return x > 0; }) == turning);
  }
}

TEST_CASE("a negative scale turns frequencies and positions round") {
  const Plan plan = plan_of({{"encoding", "sinusoidal"}, {"dim", 4}, {"scale", -2}});
  CHECK(*plan.frequencies() == std::vector<double>{-2, -0.02});
  const auto there = table64(plan, {3}),
             back = table64(plan_of({{"encoding", "sinusoidal"}, {"dim", 4}, {"scale", 2}}), {-3});
  CHECK(there == back);
}

TEST_CASE("YaRN near base 1: the ramp's indices may be huge") {
  const auto theta =
      *plan_of({{"encoding", "rope"},
                {"dim", 256},
                {"base", 1.0000000000000002},
                {"scaling", {{"type", "yarn"}, {"factor", 4}, {"originalContext", 4096}}}})
           .frequencies();
  // the low index is far beyond the high one, which is clamped to the last channel: every pair is
  // divided
  CHECK(theta.front() == 0.25);
  CHECK(theta.back() == approx(0.25).epsilon(1e-12));
}

TEST_CASE("sinusoidal layouts are the stated permutations") {
  const std::vector<double> positions = {3, 77.25, 1e6};
  const auto table = [&](const std::string& layout) {
    return table64(plan_of({{"encoding", "sinusoidal"}, {"dim", 10}, {"layout", layout}}),
                   positions);
  };
  const auto interleaved = table("interleaved"), half = table("half"),
             flipped = table("half-flipped");
  for (std::size_t r = 0; r < positions.size(); ++r)
    for (std::size_t i = 0; i < 5; ++i) {
      CHECK(interleaved[r * 10 + 2 * i] == half[r * 10 + i]);
      CHECK(interleaved[r * 10 + 2 * i + 1] == half[r * 10 + 5 + i]);
      CHECK(flipped[r * 10 + i] == half[r * 10 + 5 + i]);
      CHECK(flipped[r * 10 + 5 + i] == half[r * 10 + i]);
    }
}

TEST_CASE("odd dims follow their rule") {
  const std::vector<double> positions = {7};
  const auto table = [&](int dim, const std::string& rule) {
    return table64(plan_of({{"encoding", "sinusoidal"}, {"dim", dim}, {"oddRule", rule}}),
                   positions);
  };
  const auto seven = table(7, "pad-drop"), eight = table(8, "error"), six = table(6, "error"),
             zero = table(7, "zero-column");
  for (std::size_t c = 0; c < 7; ++c) CHECK(seven[c] == eight[c]);
  for (std::size_t c = 0; c < 6; ++c) CHECK(zero[c] == six[c]);
  CHECK(zero[6] == 0);
  std::vector<double> slopes(7, 1);  // including a column of zeros
  REQUIRE(plan_of({{"encoding", "sinusoidal"}, {"dim", 7}, {"oddRule", "zero-column"}})
              .derivative(positions, slopes.data(), 0));
  CHECK(slopes[5] != 0);
  CHECK(slopes[6] == 0);
  const auto error = Plan::create(spec_of({{"encoding", "sinusoidal"}, {"dim", 7}}));
  REQUIRE(!error);
  CHECK(error.error().field == "dim");
}

TEST_CASE("rotation keeps norms and turns scores into functions of the offset") {
  for (const std::string layout : {"half", "interleaved"}) {
    Plan plan = plan_of({{"encoding", "rope"}, {"dim", 8}, {"layout", layout}});
    const std::vector<double> q = {1, -2, 0.5, 3, -1, 0.25, 2, -0.75},
                              k = {0.5, 1, -1, 2, 0.1, -0.3, 1.5, 1};
    const auto score = [&](double m, double n) {
      std::vector<double> a(8), b(8);
      CHECK(plan.rotate(std::vector<double>{m}, q.data(), 8, a.data()));
      CHECK(plan.rotate(std::vector<double>{n}, k.data(), 8, b.data()));
      double norm = 0, norm_q = 0, dot = 0;
      for (std::size_t c = 0; c < 8; ++c)
        norm += a[c] * a[c], norm_q += q[c] * q[c], dot += a[c] * b[c];
      CHECK(norm == approx(norm_q).epsilon(1e-14));
      return dot;
    };
    CHECK(score(10, 3) == approx(score(1000007, 1000000)).epsilon(1e-13));
    CHECK(score(10, 3) != approx(score(3, 10)).epsilon(1e-3));
  }
}

TEST_CASE("llama3 is NTK-by-parts of the paper with alpha 1 and beta 4") {
  const auto theta = [](const json& scaling) {
    return *plan_of({{"encoding", "rope"}, {"dim", 128}, {"base", 5e5}, {"scaling", scaling}})
                .frequencies();
  };
  const auto a = theta({{"type", "llama3"}, {"factor", 8}, {"originalContext", 8192}});
  const auto b = theta({{"type", "ntk-by-parts"},
                        {"factor", 8},
                        {"originalContext", 8192},
                        {"alpha", 1},
                        {"beta", 4}});
  // a second formula, by wavelengths as in the release
  std::size_t kept = 0, divided = 0;
  const auto plain = *plan_of({{"encoding", "rope"}, {"dim", 128}, {"base", 5e5}}).frequencies();
  for (std::size_t i = 0; i < a.size(); ++i) {
    CHECK(a[i] == b[i]);
    const double wavelength = 2 * 3.14159265358979323846 / plain[i];
    double expected = plain[i];
    if (wavelength > 8192)
      expected = plain[i] / 8, ++divided;
    else if (wavelength >= 8192.0 / 4) {
      const double smooth = (8192 / wavelength - 1) / 3;
      expected = (1 - smooth) * plain[i] / 8 + smooth * plain[i];
    } else
      ++kept;
    CHECK(a[i] == approx(expected).epsilon(1e-14));
  }
  CHECK(kept == 29);
  CHECK(divided == 29);
}

TEST_CASE("llama3 with its thresholds the wrong way round is a step at lowFreqFactor turns") {
  const auto theta = *plan_of({{"encoding", "rope"},
                               {"dim", 64},
                               {"scaling",
                                {{"type", "llama3"},
                                 {"factor", 8},
                                 {"originalContext", 8192},
                                 {"lowFreqFactor", 4},
                                 {"highFreqFactor", 1}}}})
                          .frequencies();
  const auto plain = *plan_of({{"encoding", "rope"}, {"dim", 64}}).frequencies();
  for (std::size_t i = 0; i < theta.size(); ++i) {
    const bool slow = 8192 * plain[i] / (2 * 3.14159265358979323846) < 4;
    CHECK(theta[i] == approx(slow ? plain[i] / 8 : plain[i]).epsilon(1e-15));
  }
}

TEST_CASE(
    "the two YaRNs differ by the published amounts, and the kexue variants reach exactly 1/k") {
  const auto theta = [](double base, int dim, const json& scaling) {
    return *plan_of({{"encoding", "rope"}, {"dim", dim}, {"base", base}, {"scaling", scaling}})
                .frequencies();
  };
  const auto largest = [&](double base, int dim, double factor, int context) {
    const auto code =
        theta(base, dim, {{"type", "yarn"}, {"factor", factor}, {"originalContext", context}});
    const auto paper = theta(
        base, dim, {{"type", "yarn-paper"}, {"factor", factor}, {"originalContext", context}});
    double most = 1;
    std::size_t pair = 0;
    for (std::size_t i = 0; i < code.size(); ++i) {
      const double ratio = code[i] > paper[i] ? code[i] / paper[i] : paper[i] / code[i];
      if (ratio > most) most = ratio, pair = i;
    }
    return std::pair{most, pair};
  };
  CHECK(largest(10000, 128, 16, 4096).first == approx(3.0).epsilon(0.05));
  CHECK(largest(10000, 128, 16, 4096).second == 38);
  CHECK(largest(10000, 64, 40, 4096).first == approx(4.3).epsilon(0.05));
  CHECK(largest(10000, 64, 40, 4096).second == 20);
  const auto plain = *plan_of({{"encoding", "rope"}, {"dim", 128}}).frequencies();
  for (const std::string type : {"kexue-fixed", "kexue-mixed", "ntk"})
    CHECK(theta(10000, 128, {{"type", type}, {"factor", 4}}).back() == plain.back() / 4);
}

TEST_CASE(
    "sinusoidal: with a first row of zeros, row p is that of p - 1, of either sign of scale") {
  for (const double scale : {1.0, -0.5}) {
    json spec = {{"encoding", "sinusoidal"}, {"dim", 8}, {"scale", scale}};
    const Plan plain = plan_of(spec);
    spec["zeroFirst"] = true;
    const Plan shifted = plan_of(spec);
    CHECK(table64(shifted, {0}) == std::vector<double>(8));
    for (const double p : {1.0, 2.0, -3.0, 7.5, 1e6}) {
      const auto here = table64(shifted, {p}), before = table64(plain, {p - 1});
      for (std::size_t c = 0; c < 8; ++c) CHECK(std::fabs(here[c] - before[c]) <= 0x1p-52);
    }
    const std::vector<double> derivative = [&] {
      std::vector<double> out(8);
      CHECK(shifted.derivative(std::vector<double>{0}, out.data()));
      return out;
    }();
    CHECK(derivative == std::vector<double>(8));
  }
}
