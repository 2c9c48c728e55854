#include "core/storage.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cstdint>

using namespace posenc;

TEST_CASE("one memory holds numbers of several types, one after the other") {
  Storage storage;
  storage.reserve(64);
  double* const doubles = storage.at<double>(0, 8);
  for (int i = 0; i < 8; ++i) doubles[i] = i + 0.5;
  // doubles read as floats: the bits
  const float* const floats = storage.at<float>(0, 16);
  CHECK(std::bit_cast<std::uint32_t>(floats[1]) ==
        static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(0.5) >> 32));
  // positions, followed by floats that are changed in place
  double* const positions = storage.at<double>(0, 2);
  float* const x = storage.at<float>(16, 12);
  positions[0] = 3, positions[1] = 4;
  for (int i = 0; i < 12; ++i) x[i] = static_cast<float>(i);
  for (int i = 0; i < 12; ++i) x[i] += static_cast<float>(positions[i % 2]);
  for (int i = 0; i < 12; ++i) CHECK(x[i] == static_cast<float>(i + 3 + i % 2));
}

TEST_CASE("storage stays where it is until more is asked for") {
  Storage storage;
  CHECK(storage.bytes() == 0);
  storage.reserve(0);
  CHECK(storage.at<double>(0, 0) != nullptr);  // null would mean that it is too much
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{100}, std::size_t{4096}}) {
    storage.reserve(bytes);
    CHECK(reinterpret_cast<std::uintptr_t>(storage.at<char>(0, bytes)) % 4096 == 2064);
  }
  const double* const first = storage.at<double>(0, 512);
  storage.reserve(8);
  CHECK(storage.bytes() == 4096);
  CHECK(storage.at<double>(0, 1) == first);
}
