// The C++ parsers of untrusted bytes and text, each as a function of an input. It ends the program
// if the parser breaks its contract. libFuzzer generates inputs (entry.cpp); the tests use valid
// ones (replay.cpp).
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>

#include "posenc/result.hpp"

namespace posenc::fuzz {

using Input = std::span<const std::uint8_t>;

// JSON text (json/read.hpp), and the same text as it is written again.
void json(Input);
// Pasted numbers and options of identify (posenc/identify.hpp), with a zero byte between them.
void identify(Input);
// A prompt with images and videos as JSON (posenc/multimodal.hpp).
void multimodal(Input);
// A spec as JSON (posenc/json.hpp), and its parameters in the form that rows read.
void spec(Input);
// The C interface (posenc/c.h): a spec, and a call with it. The first bytes select the call.
void calls(Input);
// The checkpoint of a run.
void checkpoint(Input);

inline std::string_view text(Input input) {
  return {reinterpret_cast<const char*>(input.data()), input.size()};
}

inline void must(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "it must hold that %s\n", what);
  std::abort();
}

// Checks an error: it has a message, and a code of the closed list, which ends at name().
inline void must_be_said(const Error& error) {
  must(!error.message.empty(), "an error has a message");
  must(error.code != ErrorCode::internal, "no error is the library's own fault");
}

}  // namespace posenc::fuzz
