// A bug in the caller ends the program, whatever is at address 0.
#include "posenc/trap.hpp"

#include <doctest/doctest.h>

#include "../support/dies.hpp"
#include "analyses/analysis.hpp"
#include "core/params.hpp"
#include "posenc/result.hpp"

using namespace posenc;

namespace {

constexpr ParamInfo kInfos[] = {{.name = "dim", .doc = "", .initial = 4},
                                {.name = "weights", .doc = "", .kind = ParamKind::numbers}};
Params defaults() { return check(kInfos, {}, "").value(); }
Inputs one_input() {
  Inputs inputs;
  inputs.set("table", {1, 1, {1.0}});
  return inputs;
}
// read in a way that the compiler cannot omit
volatile double seen;
void see(double x) { seen = x; }

}  // namespace

TEST_CASE("what exists is read without dying") {
  CHECK_FALSE(test::dies([] { see(defaults().number("dim")); }));
  CHECK_FALSE(test::dies([] { see(one_input()["table"](0, 0)); }));
}

TEST_CASE("a name that a row does not have ends the program") {
  CHECK(test::dies([] { see(defaults().number("dimension")); }));
  CHECK(test::dies([] { see(static_cast<double>(defaults().integer("dimension"))); }));
  CHECK(test::dies([] { see(defaults().flag("dimension")); }));
  CHECK(test::dies([] { see(static_cast<double>(defaults().choice("dimension"))); }));
  // the name of another kind, and of a list that was not given
  CHECK(test::dies([] { see(static_cast<double>(defaults().numbers("dim").size())); }));
  CHECK(test::dies([] { see(static_cast<double>(defaults().numbers("weights").size())); }));
  CHECK(test::dies([] { see(one_input()["tables"](0, 0)); }));
}

TEST_CASE("the wrong side of a result ends the program") {
  CHECK(test::dies([] { see(Result<double>(Error{ErrorCode::internal, "", ""}).value()); }));
  CHECK(test::dies([] {
    const Result<double> failed = Error{ErrorCode::internal, "", ""};
    see(*failed);
  }));
  CHECK(test::dies([] {
    const Result<double> made = 1.0;
    see(static_cast<double>(made.error().message.size()));
  }));
}
