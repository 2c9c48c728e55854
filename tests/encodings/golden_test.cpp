// The golden files of tests/golden (70-digit arithmetic, rounded once) at their stated tolerance.
#include <initializer_list>

#include "../support/approx.hpp"
#include "../support/golden.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

void check_frequencies(const json& golden, const json& spec, const json& expected) {
  check_all(golden, *plan_of(spec).frequencies(), expected);
}

json rope(int dim, double base, const json& scaling = {}) {
  json spec = {{"encoding", "rope"}, {"dim", dim}, {"base", base}};
  if (!scaling.is_null()) spec["scaling"] = scaling;
  return spec;
}

}  // namespace

TEST_CASE("golden: sinusoidal tables") {
  const auto sinusoidal = [](int dim, json more = json::object()) {
    more["encoding"] = "sinusoidal";
    more["dim"] = dim;
    return more;
  };
  check_table("sinusoidal_d8_pos3", sinusoidal(8));
  check_table("sinusoidal_d4_lecture", sinusoidal(4));
  check_table("sinusoidal_d512_large", sinusoidal(512));
  check_table("sinusoidal_d6_fractional", sinusoidal(6));
  check_table("sinusoidal_d7_odd", sinusoidal(7, {{"oddRule", "literal"}}));
  check_table("sinusoidal_concat_std_d16", sinusoidal(16, {{"layout", "half"}}));
  check_table("sinusoidal_t2t_d512",
              sinusoidal(512, {{"layout", "half"}, {"denominator", "d/2-1"}}));
  check_table("fairseq_odd_d9", sinusoidal(9, {{"layout", "half"},
                                               {"denominator", "d/2-1"},
                                               {"oddRule", "zero-column"},
                                               {"paddingIndex", 0}}));
  check_table("fairseq_table_d10_pad1",
              sinusoidal(10, {{"layout", "half"}, {"denominator", "d/2-1"}, {"paddingIndex", 1}}));
}

TEST_CASE("golden: time steps") {
  check_table("diffusion_timestep_ddpm_128", {{"encoding", "timestep"}, {"dim", 128}});
  check_table(
      "diffusion_timestep_sd_320",
      {{"encoding", "timestep"}, {"dim", 320}, {"flipSinToCos", true}, {"downscaleFreqShift", 0}});
}

TEST_CASE("golden: derivative") {
  const json golden = load_json("sinusoidal_derivative_d8");
  const Plan plan = plan_of({{"encoding", "sinusoidal"}, {"dim", 8}});
  const auto positions = golden.at("positions").get<std::vector<double>>();
  std::vector<double> out(positions.size() * 8);
  CHECK(plan.derivative(positions, out.data()));
  check_all(golden, out, golden.at("expected"));
}

TEST_CASE("golden: rotary frequencies of published models") {
  struct Model {
    std::string file;
    json spec;
  };
  const auto yarn = [](double factor, int context, json more = json::object()) {
    more["type"] = "yarn", more["factor"] = factor, more["originalContext"] = context;
    return more;
  };
  const json llama3 = {{"type", "llama3"}, {"factor", 8}, {"originalContext", 8192}};
  const Model models[] = {
      {"rope_llama2_7b", rope(128, 10000)},
      {"rope_codellama_7b", rope(128, 1e6)},
      {"rope_mistral_7b_v01", rope(128, 10000)},
      {"rope_gemma3_local", rope(128, 10000)},
      {"rope_gemma3_27b_global", rope(128, 1e6, {{"type", "linear"}, {"factor", 8}})},
      {"rope_llama31_8b", rope(128, 5e5, llama3)},
      {"rope_llama31_70b", rope(128, 5e5, llama3)},
      {"rope_qwen25_yarn", rope(128, 1e6, yarn(4, 32768))},
      {"rope_gpt_oss", rope(64, 150000, yarn(32, 4096, {{"truncate", false}}))},
      {"rope_deepseek_v2",
       rope(64, 10000, yarn(40, 4096, {{"mscale", 0.707}, {"mscaleAllDim", 0.707}}))},
      {"rope_deepseek_v3", rope(64, 10000, yarn(40, 4096, {{"mscale", 1}, {"mscaleAllDim", 1}}))},
      {"rope_pi_linear", rope(128, 10000, {{"type", "linear"}, {"factor", 8}})},
      {"rope_ntk_aware_s4", rope(128, 10000, {{"type", "ntk"}, {"factor", 4}})},
      {"rope_ntk_by_parts_paper",
       rope(128, 10000, {{"type", "ntk-by-parts"}, {"factor", 16}, {"originalContext", 4096}})},
  };
  for (const Model& model : models) {
    const std::string& file = model.file;
    const json& spec = model.spec;
    INFO(file);
    const json golden = load_json(file);
    const json& expected = golden.at("expected");
    check_frequencies(golden, spec, expected.at("inv_freq"));
    if (!expected.contains("wavelength_report")) continue;
    const json& wavelengths = expected.at("wavelength_report");
    const auto report = plan_of(spec).report(1024, wavelengths.at("context").get<double>());
    REQUIRE(report.has_value());
    int full_turns = 0;
    for (const double turns : report->turns_context) full_turns += turns >= 1;
    CHECK(full_turns == wavelengths.at("pairs_with_full_turn").get<int>());
    CHECK(report->wavelength.back() ==
          approx(wavelengths.at("max_wavelength").get<double>()).epsilon(1e-15));
    check_all(golden, {report->attention_factor}, json::array({expected.at("attention_factor")}));
    if (expected.contains("softmax_scale_multiplier"))
      check_all(golden, {report->softmax_multiplier},
                json::array({expected.at("softmax_scale_multiplier")}));
  }
}

TEST_CASE("golden: partial rotary, dynamic NTK and LongRoPE regimes") {
  const json partial = load_json("rope_partial_gptneox20b");
  json spec = rope(96, 10000);
  spec["rotaryDim"] = partial.at("expected").at("rotary_dim");
  check_frequencies(partial, spec, partial.at("expected").at("inv_freq"));

  const json dynamic = load_json("rope_dynamic_ntk");
  for (const auto& [length, expected] : dynamic.at("expected").items())
    check_frequencies(dynamic,
                      rope(128, 10000,
                           {{"type", "dynamic"},
                            {"factor", 2},
                            {"originalContext", 2048},
                            {"contextLength", std::stoi(length)}}),
                      expected.at("inv_freq"));

  const json phi = load_json("rope_phi3_mini_128k");
  const json& factors = phi.at("params").at("rope_scaling");
  json longrope = {{"type", "longrope"},
                   {"originalContext", 4096},
                   {"factor", 32},
                   {"shortFactor", factors.at("short_factor")},
                   {"longFactor", factors.at("long_factor")}};
  check_frequencies(phi, rope(96, 10000, longrope), phi.at("expected").at("inv_freq_short"));
  longrope["contextLength"] = 4097;
  check_frequencies(phi, rope(96, 10000, longrope), phi.at("expected").at("inv_freq_long"));
  const auto report = plan_of(rope(96, 10000, longrope)).report(4096, 4096);
  REQUIRE(report.has_value());
  CHECK(report->regime == "short");
  check_all(phi, {report->attention_factor},
            json::array({phi.at("expected").at("attention_factor")}));
}

TEST_CASE("golden: cos and sin of Llama 3.1 up to position 2^31 - 1") {
  const json golden = load_json("rope_trig_llama31_large");
  const Plan plan =
      plan_of(rope(128, 5e5, {{"type", "llama3"}, {"factor", 8}, {"originalContext", 8192}}));
  const auto positions = golden.at("positions").get<std::vector<double>>();
  const std::vector<double> table = table64(plan, positions);
  std::vector<double> cosines, sines;
  for (std::size_t r = 0; r < positions.size(); ++r)
    for (std::size_t i = 0; i < 64; ++i) {
      cosines.push_back(table[r * 128 + i]);
      sines.push_back(table[r * 128 + 64 + i]);
    }
  check_all(golden, cosines, golden.at("expected").at("cos"));
  check_all(golden, sines, golden.at("expected").at("sin"));
}

TEST_CASE("golden: rotating queries and keys, whole and partial") {
  for (const std::string file : {"rope_apply_d8", "rope_apply_partial"}) {
    const json golden = load_json(file);
    const auto positions = golden.at("positions").get<std::vector<double>>();
    for (const std::string layout : {"interleaved", "half"})
      for (const auto& input : golden.at("inputs").items()) {
        const std::string name = input.key();
        INFO(file << " " << layout << " " << name);
        const auto x = input.value().get<std::vector<double>>();
        json spec = rope(static_cast<int>(x.size()), 10000);
        spec["layout"] = layout;
        if (golden.at("params").contains("rotary_dim"))
          spec["rotaryDim"] = golden.at("params").at("rotary_dim");
        std::vector<double> rows, out(positions.size() * x.size());
        for (std::size_t r = 0; r < positions.size(); ++r)
          rows.insert(rows.end(), x.begin(), x.end());
        CHECK(plan_of(spec).rotate(positions, rows.data(), x.size(), out.data()));
        check_all(golden, out, golden.at("expected").at(layout).at(name));
      }
  }
}

TEST_CASE("golden: kernel profile and decay curve") {
  const json kernel = load_json("kernel_sinusoidal_d64");
  const auto offsets = kernel.at("positions").get<std::vector<double>>();
  std::vector<double> out(offsets.size());
  CHECK(plan_of({{"encoding", "sinusoidal"}, {"dim", 64}}).kernel_profile(offsets, out.data()));
  check_all(kernel, out, kernel.at("expected").at("K"));

  const json decay = load_json("rope_decay_bound_d128");
  const auto lags = decay.at("positions").get<std::vector<double>>();
  out.resize(lags.size());
  CHECK(plan_of(rope(128, 10000)).decay_bound(lags, out.data()));
  check_all(decay, out, decay.at("expected"));
}

TEST_CASE("golden: ALiBi slopes and bias") {
  const json released = load_json("alibi_slopes_1_24"),
             geometric = load_json("alibi_slopes_geometric");
  for (const json& golden : {released, geometric})
    for (const auto& [heads, slopes] : golden.at("expected").items()) {
      const std::string rule =
          golden.at("params").at("rule") == "geometric" ? "geometric" : "released";
      const Plan plan =
          plan_of({{"encoding", "alibi"}, {"heads", std::stoi(heads)}, {"rule", rule}});
      check_all(golden, plan.facts()->front().values, slopes);
    }
  const json bias = load_json("alibi_bias_4h_n5");
  Plan plan = plan_of({{"encoding", "alibi"}, {"heads", 4}});
  for (std::size_t head = 0; head < 4; ++head) {
    std::vector<float> out(25);
    CHECK(plan.attention_bias(head, 5, 5, 0, 5, out.data()));
    for (std::size_t i = 0; i < 5; ++i)
      for (std::size_t j = 0; j < 5; ++j) {
        const json& expected = bias.at("expected")[head][i][j];
        // null means -infinity: the key is after the query
        if (expected.is_number())
          CHECK(out[i * 5 + j] == expected.get<double>());
        else
          CHECK(out[i * 5 + j] == -std::numeric_limits<float>::infinity());
      }
  }
}
