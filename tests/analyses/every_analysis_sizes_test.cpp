// Size checks of every analysis before it begins: accepted inputs never need a larger array than
// the limit, and no product of sizes wraps around. Only sizes are passed, so that 2^32 rows cost
// nothing.
#include <random>

#include "../support/analysis.hpp"
#include "../support/small_inputs.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

// around the squares and products that wrap around in 32 bits, and values between
constexpr std::uint64_t kSides[] = {0,          1,
                                    2,          3,
                                    64,         512,
                                    2048,       4095,
                                    4096,       4097,
                                    8192,       16384,
                                    46341,      65535,
                                    65536,      65537,
                                    92682,      131072,
                                    1 << 20,    1 << 24,
                                    1 << 26,    1u << 31,
                                    4294967295, 4294967296,
                                    4294967297, std::uint64_t{1} << 53};

long double most_numbers_of(const Sizes& sizes) {
  long double most = 0;
  for (const auto& [name, size] : sizes.all())
    most = std::max(most, static_cast<long double>(size.rows.value()) *
                              static_cast<long double>(size.cols.value()));
  return most;
}

}  // namespace

TEST_CASE("every analysis: what is accepted fits the memory, whatever the sizes of its inputs") {
  for (const AnalysisInfo* info : analyses()) {
    INFO(std::string(info->id));
    REQUIRE(info->largest != nullptr);
    std::mt19937 random(7);
    const auto side = [&] { return kSides[random() % std::size(kSides)]; };
    const std::vector<SmallCall> calls = small_calls(*info);
    REQUIRE(!calls.empty());
    int accepted = 0, refused = 0;
    for (int round = 0; round < 3000; ++round) {
      const SmallCall& call = calls[random() % calls.size()];
      Sizes sizes;
      // most pairs of inputs need a common side
      const std::uint64_t rows = side(), cols = side();
      for (const auto& [name, matrix] : call.inputs.all()) {
        Size size{random() % 4 == 0 ? side() : rows, random() % 4 == 0 ? side() : cols};
        for (const InputInfo& input : info->inputs)
          if (input.name == name && input.square) size.cols = size.rows;
        sizes.set(name, size);
      }
      const auto error = check_sizes(call.spec, sizes);
      if (error) {
        CHECK(!error->field.empty());
        ++refused;
        continue;
      }
      ++accepted;
      // checked in floating point, which does not wrap around
      CHECK(8 * most_numbers_of(sizes) <= static_cast<long double>(memory_limit));
    }
    if (info->inputs.empty()) continue;
    CHECK(accepted > 0);
    CHECK(refused > 0);
    // if a size is rejected, larger sizes are not accepted
    for (const SmallCall& call : calls)
      for (const std::uint64_t n : kSides) {
        if (call.inputs.all().empty()) break;
        Sizes some, all;
        for (const auto& [name, matrix] : call.inputs.all()) {
          some.set(name, {n, n});
          all.set(name, {std::uint64_t{1} << 53, std::uint64_t{1} << 53});
        }
        const auto less = check_sizes(call.spec, some), more = check_sizes(call.spec, all);
        CHECK(more.has_value());
        if (!less) CHECK(n <= std::uint64_t{1} << 28);
      }
  }
}

TEST_CASE("every analysis: above the limit it is refused, and the next call works") {
  for (const AnalysisInfo* info : analyses())
    for (const SmallCall& call : small_calls(*info)) {
      INFO(std::string(info->id));
      const std::uint64_t before = std::exchange(memory_limit, 7);
      const Result<Outputs> refused = analyse(call.spec, call.inputs);
      memory_limit = before;
      REQUIRE(!refused);
      CHECK(refused.error().code == ErrorCode::too_large);
      CHECK(analyse(call.spec, call.inputs));
    }
}
