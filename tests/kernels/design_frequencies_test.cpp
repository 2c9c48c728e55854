// scratch
#include <chrono>
#include <cstdio>
#include <ctime>
#include <cstdlib>
#include "../support/analysis.hpp"
using namespace posenc;
using namespace posenc::test;
TEST_CASE("design scratch") {
  const char* a = std::getenv("DESIGN");
  const json specs = json::parse(a);
  for (json spec : specs) {
    spec["analysis"] = "design-frequencies";
    const auto c0=std::clock();
    json in = spec.value("in", json::object()); spec.erase("in"); const Outputs o = outputs_of(spec, inputs_of(in));
    const double s = std::chrono::duration<double>(std::chrono::nanoseconds((std::clock()-c0)*1000)).count();
    std::printf("%s: rms %.4g max %.3g rel %.3g | grid %g err %.3g gap %.2g sel %.3g steps %g slope %.2g another %.2g@%.3g | eig %.3g psd %g low %.3g pairs %g | %.2fs\n", spec.dump().c_str(),
      number(o,"rmsError"), number(o,"maxError"), 0.0, number(o,"gridPairs"), number(o,"gridError"), number(o,"gridGap"), number(o,"selectedError"), number(o,"steps"), number(o,"slope"), number(o,"anotherPair"), 0.0, [&]{for(auto&x:o) if(x.name=="leastEigenvalue") return x.values.data[0]; return 99.0;}(), 0.0, [&]{for(auto&x:o) if(x.name=="lowerBound") return x.values.data[0]; return 99.0;}(), number(o,"pairs"), s);
    if (std::getenv("LIST")) for (double f : output(o,"frequencies").data) std::printf("%.5g ", f*static_cast<double>(output(o,"lags").rows)/3.14159265);
    if (std::getenv("LIST")) for (double f : output(o,"shares").data) std::printf("%.3g ", f);
    std::fflush(stdout);
  }
}
