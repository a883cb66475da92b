// What the fuzzers have found worth keeping is read again in every run of the tests, with damages that are made up from
// a seed.
#include "tests/fuzzing/fuzz_targets.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <random>
#include <string>

using namespace paylink::fuzzing;

namespace {

constexpr int damages = 20; ///< Of each input.

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

std::string damaged(std::string bytes, std::mt19937_64& chance) {
  for (auto times = chance() % 4 + 1; times > 0 && !bytes.empty(); --times) {
    const auto at = chance() % bytes.size();
    switch (chance() % 4) {
    case 0:
      bytes[at] = static_cast<char>(chance());
      break;
    case 1:
      bytes.erase(at, chance() % 8 + 1);
      break;
    case 2:
      bytes.insert(at, bytes.substr(chance() % bytes.size(), chance() % 32 + 1));
      break;
    default:
      bytes.resize(at);
    }
  }
  return bytes;
}

} // namespace

BOOST_AUTO_TEST_CASE(every_kept_input_keeps_the_promises) {
  const std::filesystem::path corpora{PAYLINK_SOURCE_DIR "/tests/fuzzing/corpora"};
  std::mt19937_64 chance{20260315};
  for (const auto& target : fuzz_targets()) {
    int inputs = 0;
    BOOST_TEST_CONTEXT(target.name) {
      for (const auto& file : std::filesystem::directory_iterator{corpora / target.name}) {
        const auto bytes = text_of(file.path());
        target.run(bytes);
        for (int turn = 0; turn < damages; ++turn) target.run(damaged(bytes, chance));
        ++inputs;
      }
      target.run({});
      BOOST_TEST(inputs > 0);
    }
  }
}

BOOST_AUTO_TEST_CASE(every_folder_of_inputs_has_its_target) {
  std::size_t folders = 0;
  for (const auto& one : std::filesystem::directory_iterator{PAYLINK_SOURCE_DIR "/tests/fuzzing/corpora"})
    folders += one.is_directory();
  BOOST_TEST(folders == fuzz_targets().size());
}
