// Hashes of the bits of values: FNV-1a of the bytes, one line each.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

template <class T>
void print_hash(const std::string& name, const T* numbers, std::size_t count) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  const auto* bytes = reinterpret_cast<const unsigned char*>(numbers);
  for (std::size_t i = 0; i < count * sizeof(T); ++i) hash = (hash ^ bytes[i]) * 0x100000001b3u;
  std::printf("%016llx %s\n", static_cast<unsigned long long>(hash), name.c_str());
}
