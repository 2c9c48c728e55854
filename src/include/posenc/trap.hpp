// Ends the program after a bug in it: reading an error as a value, or looking up a missing row. In
// WebAssembly address 0 is readable, so following a null pointer would continue with garbage.
#pragma once

namespace posenc {

[[noreturn]] inline void trap() { __builtin_trap(); }

// Returns p, which must not be null.
template <class T>
constexpr T* not_null(T* p) {
  if (p == nullptr) trap();
  return p;
}

}  // namespace posenc
