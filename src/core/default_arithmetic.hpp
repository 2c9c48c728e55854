// Sets rounding to nearest and keeps subnormals while an object of this class lives. A caller may
// have set another rounding mode, and programs linked with -ffast-math flush subnormals to zero;
// parsing decimal numbers depends on the mode as arithmetic does.
#pragma once
#include <cfenv>

namespace posenc {

class DefaultArithmetic {
 public:
  DefaultArithmetic() {
    std::fegetenv(&callers_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~DefaultArithmetic() { std::fesetenv(&callers_); }
  DefaultArithmetic(const DefaultArithmetic&) = delete;
  DefaultArithmetic& operator=(const DefaultArithmetic&) = delete;

 private:
  std::fenv_t callers_;
};

}  // namespace posenc
