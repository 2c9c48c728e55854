// fuzz_replay FOLDER: runs each target on the files of FOLDER/TARGET. An input that breaks a target
// ends the program; the last line names it.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

#include "targets.hpp"

namespace {

constexpr struct {
  const char* name;
  void (*read)(posenc::fuzz::Input);
} kTargets[] = {{"json", posenc::fuzz::json},
                {"spec", posenc::fuzz::spec},
                {"identify", posenc::fuzz::identify},
                {"multimodal", posenc::fuzz::multimodal},
                {"calls", posenc::fuzz::calls},
                {"checkpoint", posenc::fuzz::checkpoint}};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::cerr << "fuzz_replay FOLDER\n", 2;
  for (const auto& [name, target] : kTargets) {
    int count = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(argv[1]) / name)) {
      std::cout << name << " " << entry.path().filename() << "\r" << std::flush;
      std::ifstream file(entry.path(), std::ios::binary);
      const std::vector<char> input{std::istreambuf_iterator<char>(file), {}};
      target({reinterpret_cast<const std::uint8_t*>(input.data()), input.size()});
      ++count;
    }
    std::cout << name << ": " << count << " inputs\n";
  }
}
