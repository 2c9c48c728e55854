// The random numbers of peers/kernel_data.mjs.
#pragma once
#include <cstddef>
#include <cstdint>

namespace posenc::test {

// In [-1/2, 1/2): the finalizer of MurmurHash3 (A. Appleby), public domain.
inline double noise(std::size_t i) {
  auto h = static_cast<std::uint32_t>(i);
  h = (h ^ (h >> 16)) * 0x85ebca6bu;
  h = (h ^ (h >> 13)) * 0xc2b2ae35u;
  return static_cast<double>(h ^ (h >> 16)) / 4294967296.0 - 0.5;
}

}  // namespace posenc::test
