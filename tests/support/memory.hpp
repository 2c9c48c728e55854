// How much memory is held at a time: operator new of the test program counts.
#pragma once
#include <cstddef>

namespace posenc::test {

// Bytes from operator new at the most, above what was held when this began.
class PeakMemory {
 public:
  PeakMemory();
  std::size_t peak() const;

 private:
  std::size_t before_;
};

}  // namespace posenc::test
