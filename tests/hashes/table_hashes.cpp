// Prints the SHA-256 of every table of tests/golden/table_hashes.json, computed now:
//
//   <sha256>  {"dtype":…,"positions":…,"spec":…}
//
// The lines of g++, clang++, WebAssembly in Node and Chromium have to be the same (little-endian
// bytes, row-major), and equal to the file's. To add a table, add an entry and paste the printed
// hash after mpfr_check has passed.
#define DOCTEST_CONFIG_IMPLEMENT
#include "sha256.hpp"

#include <cstdio>
#include <cstdlib>

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
  if (!equal) std::fputs("some tables differ from tests/golden/table_hashes.json\n", stderr);
  return equal ? 0 : 1;
}
