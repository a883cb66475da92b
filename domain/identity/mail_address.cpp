#include "domain/identity/mail_address.hpp"

#include "domain/values/ascii.hpp"

#include <algorithm>
#include <string>

namespace paylink {

namespace {

constexpr std::size_t address_size_max = 254, local_part_size_max = 64, label_size_max = 63;

bool is_label(std::string_view label) {
  return !label.empty() && label.size() <= label_size_max && label.front() != '-' && label.back() != '-' &&
         std::ranges::all_of(label, [](char c) { return is_ascii_alphanumeric(c) || c == '-'; });
}

bool is_atom(std::string_view atom) {
  return !atom.empty() && std::ranges::all_of(atom, [](char c) {
    return is_ascii_alphanumeric(c) || std::string_view{"!#$%&'*+/=?^_`{|}~-"}.find(c) != std::string_view::npos;
  });
}

/// Whether every part between dots is valid.
bool each_part(std::string_view text, bool (*passes)(std::string_view)) {
  for (;;) {
    const auto dot = std::min(text.find('.'), text.size());
    if (!passes(text.substr(0, dot))) return false;
    if (dot == text.size()) return true;
    text.remove_prefix(dot + 1);
  }
}

} // namespace

bool is_mail_address(std::string_view text) {
  const auto at = text.rfind('@');
  if (at == std::string_view::npos || text.size() > address_size_max || at > local_part_size_max) return false;
  return each_part(text.substr(0, at), is_atom) && each_part(text.substr(at + 1), is_label);
}

} // namespace paylink
