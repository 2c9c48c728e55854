// The end of the program where a programmer's mistake was met: a result that is an error was read
// as a value, a row was asked for a name that it does not have. In WebAssembly address 0 can be
// read, so following a null pointer would go on with garbage.
#pragma once

namespace posenc {

[[noreturn]] inline void trap() { __builtin_trap(); }

// p, which is not null
template <class T>
constexpr T* not_null(T* p) {
  if (p == nullptr) trap();
  return p;
}

}  // namespace posenc
