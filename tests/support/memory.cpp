#include "memory.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

// The size is stored before each allocation, at the distance of the strictest alignment.
constexpr std::size_t kHeader = alignof(std::max_align_t);
std::atomic<std::size_t> held = 0, highest = 0;  // tests have threads

void* take(std::size_t bytes) {
  auto* all = static_cast<unsigned char*>(std::malloc(bytes + kHeader));
  if (all == nullptr) std::abort();
  *reinterpret_cast<std::size_t*>(all) = bytes;
  const std::size_t now = held += bytes;
  for (std::size_t known = highest; known < now && !highest.compare_exchange_weak(known, now);) {
  }
  return all + kHeader;
}
void leave(void* p) {
  if (p == nullptr) return;
  auto* all = static_cast<unsigned char*>(p) - kHeader;
  held -= *reinterpret_cast<std::size_t*>(all);
  std::free(all);
}

}  // namespace

void* operator new(std::size_t bytes) { return take(bytes); }
void* operator new[](std::size_t bytes) { return take(bytes); }
// used by std::stable_sort for its buffer; libc++ does not derive them from those above
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return take(bytes); }
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept { return take(bytes); }
void operator delete(void* p, const std::nothrow_t&) noexcept { leave(p); }
void operator delete[](void* p, const std::nothrow_t&) noexcept { leave(p); }
void operator delete(void* p) noexcept { leave(p); }
void operator delete[](void* p) noexcept { leave(p); }
void operator delete(void* p, std::size_t) noexcept { leave(p); }
void operator delete[](void* p, std::size_t) noexcept { leave(p); }

namespace posenc::test {

PeakMemory::PeakMemory() : before_(held) { highest = before_; }
std::size_t PeakMemory::peak() const { return highest - before_; }

}  // namespace posenc::test
