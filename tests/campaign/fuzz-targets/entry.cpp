// The libFuzzer entry point of a target: POSENC_FUZZ_TARGET is its name.
#include "targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  posenc::fuzz::POSENC_FUZZ_TARGET({data, size});
  return 0;
}
