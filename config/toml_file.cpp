#include "config/given_values.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <fstream>
#include <sstream>
#include <system_error>

namespace paylink::config {
namespace {

struct reader {
  std::string file;
  std::vector<given_value> values;

  std::string place_of(const toml::node& node) const { return file + ":" + std::to_string(node.source().begin.line); }

  void read_table(const toml::table& table, const std::string& prefix) {
    for (const auto& [key, node] : table) {
      const auto name = prefix + std::string{key.str()};
      if (const auto* inner = node.as_table(); inner != nullptr && !inner->empty())
        read_table(*inner, name + ".");
      else if (inner == nullptr)
        read_value(node, name);
    }
  }

  void read_value(const toml::node& node, const std::string& name) {
    given_value value{place_of(node), name, found_kind::other, {}};
    if (const auto* text = node.as_string()) {
      value.found = found_kind::text;
      value.texts = {text->get()};
    } else if (const auto* integer = node.as_integer()) {
      value.found = found_kind::integer;
      value.texts = {std::to_string(integer->get())};
    } else if (const auto* number = node.as_floating_point()) {
      value.found = found_kind::number;
      std::array<char, 32> digits{};
      const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number->get()).ptr;
      value.texts = {std::string{digits.data(), end}};
    } else if (const auto* truth = node.as_boolean()) {
      value.found = found_kind::boolean;
      value.texts = {truth->get() ? "true" : "false"};
    } else if (const auto* list = node.as_array()) {
      read_list(*list, value);
    }
    values.push_back(std::move(value));
  }

  static void read_list(const toml::array& list, given_value& value) {
    for (const auto& item : list) {
      const auto* text = item.as_string();
      if (text == nullptr) return value.texts.clear();
      value.texts.push_back(text->get());
    }
    value.found = found_kind::list_of_texts;
  }
};

int line_of(const given_value& value) {
  int line = 0;
  const auto digits = value.place.rfind(':') + 1;
  std::from_chars(value.place.data() + digits, value.place.data() + value.place.size(), line);
  return line;
}

} // namespace

std::vector<given_value> read_toml(const std::filesystem::path& file, std::vector<settings_fault>& faults) {
  std::ifstream opened{file, std::ios::binary};
  std::ostringstream content;
  // An empty file sets the fail bit of `content`, which is not a fault; a folder can be opened but not read.
  if (opened && opened.peek() != std::ifstream::traits_type::eof()) content << opened.rdbuf();
  std::error_code ignored;
  const bool is_folder = std::filesystem::is_directory(file, ignored);
  if (!opened.is_open() || opened.bad() || is_folder) {
    const auto why = std::generic_category().message(is_folder ? EISDIR : errno);
    faults.push_back({file.string(), "", "cannot be read: " + why});
    return {};
  }
  reader result{file.string(), {}};
  try {
    result.read_table(toml::parse(content.view(), file.string()), "");
  } catch (const toml::parse_error& error) {
    faults.push_back({file.string() + ":" + std::to_string(error.source().begin.line), "",
                      "is not TOML: " + std::string{error.description()}});
    return {};
  }
  // toml++ keeps a table sorted by name; report faults in the order of the file.
  std::ranges::stable_sort(result.values, {}, line_of);
  return std::move(result.values);
}

} // namespace paylink::config
