#include "core/sizes.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstddef>

using namespace posenc;

TEST_CASE("counts: products are right or endless, never around 2^32 or 2^64") {
  // wrap-around: the product modulo 2^32 (a size_t of WebAssembly) or 2^64 is small
  constexpr std::array<std::uint64_t, 14> kSizes = {
      0,     1,     2,      3,          255,        65535,      65536,
      65537, 92682, 131072, 4294967295, 4294967296, 4294967297, std::uint64_t{1} << 63};
  for (const std::uint64_t a : kSizes)
    for (const std::uint64_t b : kSizes)
      for (const std::uint64_t c : kSizes) {
        CAPTURE(a);
        CAPTURE(b);
        CAPTURE(c);
        // floating point gives the size of the product, integers its value
        const double size =
            static_cast<double>(a) * static_cast<double>(b) * static_cast<double>(c);
        CHECK((Count(a) * b * c).value() == (size < 0x1p64 ? a * b * c : Count::kEndless));
      }
}

TEST_CASE("counts: sums stop at the end, a negative size is endless") {
  CHECK((Count(Count::kEndless) + 1).value() == Count::kEndless);
  CHECK((Count(Count::kEndless - 1) + 1).value() == Count::kEndless);
  CHECK((Count(3) + 4).value() == 7);
  CHECK(Count(-1).value() == Count::kEndless);
  CHECK(Count(0).value() == 0);
  CHECK(Count(std::int64_t{-5}) > Count(7));
  CHECK_FALSE(Count(7) > Count(std::int64_t{-5}));
  CHECK((Count(Count::kEndless) / 3).value() == Count::kEndless);
  CHECK((Count(Count::kEndless - 1) / 3).value() == (Count::kEndless - 1) / 3);
}

TEST_CASE("counts: an error names the field, what was asked and what is allowed") {
  CHECK_FALSE(too_large(Count(65536) * 65536, std::uint64_t{1} << 32, "x", "pairs"));
  const auto error = too_large(Count(65536) * 65537, 67108864, "x", "pairs of inputs");
  REQUIRE(error);
  CHECK(error->code == ErrorCode::too_large);
  CHECK(error->field == "x");
  CHECK(error->message == "at most 67108864 pairs of inputs, got 4295032832");
  CHECK(memory_limit == (sizeof(void*) == 4 ? 2147483648u : 4294967296u));
  CHECK_FALSE(out_of_budget(memory_limit, "x", "the kernel"));
  const auto memory = out_of_budget(Count(memory_limit) + 8, "x", "the kernel");
  REQUIRE(memory);
  CHECK(memory->code == ErrorCode::too_large);
  const std::uint64_t before = std::exchange(memory_limit, 1000);
  CHECK(out_of_budget(1008, "x", "the kernel")->message ==
        "the kernel needs 1008 bytes of memory, at most 1000");
  memory_limit = before;
  CHECK(too_large(Count(-1), 5, "n", "rows")->message == "at most 5 rows, got more than 2^64");
}
