// Rounding to nearest and no flushing of subnormals while an object of this class lives. A caller
// may have set another rounding mode, and programs that are linked with -ffast-math flush
// subnormals to zero; reading a decimal number follows the mode as well as computing does.
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
