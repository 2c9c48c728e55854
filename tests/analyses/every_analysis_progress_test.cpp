// Every analysis reports the completed share.
#include "../support/analysis.hpp"
#include "../support/small_inputs.hpp"

using namespace posenc;
using namespace posenc::test;

TEST_CASE("every analysis: its shares rise to 1, and nobody need listen") {
  for (const AnalysisInfo* info : analyses())
    for (const SmallCall& call : small_calls(*info)) {
      INFO(std::string(info->id));
      double done = 0;
      const Progress progress([&](double share) {
        CHECK(share >= done);
        CHECK(share <= 1);
        done = share;
      });
      const Result<Outputs> told = analyse(call.spec, call.inputs, progress);
      REQUIRE(told);
      CHECK(done == 1);
      const Result<Outputs> silent = analyse(call.spec, call.inputs);
      REQUIRE(silent);
      REQUIRE(told->size() == silent->size());
      for (std::size_t k = 0; k < told->size(); ++k)
        CHECK((*told)[k].values.data == (*silent)[k].values.data);
    }
}

TEST_CASE("progress: a part reports within its share of the whole") {
  std::vector<double> shares;
  const Progress whole([&](double share) { shares.push_back(share); });
  const Progress half = whole.part(0.5, 1);
  half.done(0.5);
  half.done(1, 4);
  half.part(0.5, 1).done(1);
  CHECK(shares == std::vector<double>{0.75, 0.625, 1});
  Progress().part(0, 1).done(0.5);
}
