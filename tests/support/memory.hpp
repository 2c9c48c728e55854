// Memory in use over time, counted in operator new of the test program.
#pragma once
#include <cstddef>

namespace posenc::test {

// Peak bytes from operator new above those in use at construction.
class PeakMemory {
 public:
  PeakMemory();
  std::size_t peak() const;

 private:
  std::size_t before_;
};

}  // namespace posenc::test
