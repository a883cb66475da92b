#pragma once
#include "config/settings.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>

namespace paylink::test {

/// Loads `paylink.toml` of its own folder.
struct config_fixture {
  std::filesystem::path folder = [] {
    auto pattern = (std::filesystem::temp_directory_path() / "paylink-XXXXXX").string();
    BOOST_TEST_REQUIRE(::mkdtemp(pattern.data()) != nullptr);
    return std::filesystem::path{pattern};
  }();
  std::filesystem::path file = folder / "paylink.toml";
  config_fixture() = default;
  config_fixture(const config_fixture&) = delete;
  config_fixture& operator=(const config_fixture&) = delete;
  ~config_fixture() {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }

  loaded_settings load(std::string_view toml, const environment& from = {}) const {
    std::ofstream{file, std::ios::binary} << toml;
    return load_settings(file, from);
  }
};

/// `place: setting: message`, the place without the folder.
inline std::vector<std::string> lines_of(const std::vector<settings_fault>& faults) {
  std::vector<std::string> lines;
  for (const auto& fault : faults) {
    const auto name = fault.place.rfind('/');
    lines.push_back(fault.place.substr(name == std::string::npos ? 0 : name + 1) + ": " + fault.setting + ": " +
                    fault.message);
  }
  return lines;
}

inline void check_no_faults(const loaded_settings& loaded) {
  for (const auto& line : lines_of(loaded.faults)) BOOST_ERROR(line);
}

inline bool holds(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

inline std::string printed(const settings& values) {
  std::ostringstream out;
  print_settings(out, values);
  return out.str();
}

} // namespace paylink::test
