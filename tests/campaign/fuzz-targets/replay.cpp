// fuzz_corpus FOLDER: gives each target the inputs of FOLDER/TARGET.txt, a line in base64 each, one
// after the other. What an input breaks ends the program; which one it was, the last line tells.
#include <cstddef>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "targets.hpp"

namespace {

std::vector<std::uint8_t> from_base64(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<std::uint8_t> out;
  std::uint32_t held = 0;
  int bits = 0;
  for (const char c : text.substr(0, text.find('='))) {
    held = held << 6 | static_cast<std::uint32_t>(kDigits.find(c));
    if ((bits += 6) < 8) continue;
    bits -= 8;
    out.push_back(static_cast<std::uint8_t>(held >> bits));
    held &= (1u << bits) - 1;
  }
  return out;
}

constexpr struct {
  const char* name;
  void (*read)(posenc::fuzz::Input);
} kTargets[] = {{"spec", posenc::fuzz::spec},
                {"calls", posenc::fuzz::calls},
                {"experiment", posenc::fuzz::experiment},
                {"safetensors", posenc::fuzz::safetensors},
                {"checkpoint", posenc::fuzz::checkpoint}};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::cerr << "fuzz_corpus FOLDER\n", 2;
  for (const auto& [name, target] : kTargets) {
    std::ifstream file(std::string(argv[1]) + "/" + name + ".txt");
    int count = 0;
    for (std::string line; std::getline(file, line); ++count) {
      std::cout << name << " " << count + 1 << "\r" << std::flush;
      target(from_base64(line));
    }
    if (count == 0) return std::cerr << "there are no inputs for " << name << "\n", 1;
    std::cout << name << ": " << count << " inputs\n";
  }
}
