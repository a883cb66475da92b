#include "persistence/postgresql_address.hpp"

#include "persistence/store.hpp"

#include <libpq-fe.h>

#include <array>
#include <memory>
#include <string_view>

namespace paylink {
namespace {

struct parameter {
  std::string_view name, value;
};

// A peer that falls silent is noticed within about three seconds, whether something was sent to it or not: banks are
// answered by the next node, or by this one when the network is back. What the operator says goes before.
constexpr std::array our_parameters{
    parameter{"connect_timeout", "2"},        parameter{"tcp_user_timeout", "3000"}, parameter{"keepalives", "1"},
    parameter{"keepalives_idle", "2"},        parameter{"keepalives_interval", "1"}, parameter{"keepalives_count", "3"},
    parameter{"application_name", "paylinkd"}};

void append_encoded(std::string& url, std::string_view value) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
    if (is_plain || c == '-' || c == '.' || c == '_' || c == '~')
      url += c;
    else
      url.append({'%', digits[byte >> 4], digits[byte & 15]});
  }
}

void append(std::string& url, std::string_view name, std::string_view value) {
  if (!url.ends_with('?')) url += '&';
  url.append(name).push_back('=');
  append_encoded(url, value);
}

// libpq repeats in its text what it could not read, and that may be a part of the password.
std::string without_values(std::string_view text) {
  auto reason = text.substr(0, text.find_first_of("\":\n"));
  while (reason.ends_with(' ')) reason.remove_suffix(1);
  return std::string{reason};
}

} // namespace

std::string postgresql_address(const std::string& url) {
  char* refusal = nullptr;
  const std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> read{PQconninfoParse(url.c_str(), &refusal),
                                                                          &PQconninfoFree};
  const std::unique_ptr<char, decltype(&PQfreemem)> why{refusal, &PQfreemem};
  if (!read)
    throw database_error{"database.url cannot be read: " + without_values(why ? why.get() : "out of memory") +
                         "; write postgresql://USER:PASSWORD@HOST:PORT/NAME, with every character of the password that "
                         "is no letter or digit as % and two hexadecimal digits"};
  std::string composed = "postgresql://?";
  for (const auto* option = read.get(); option->keyword; ++option)
    if (option->val) append(composed, option->keyword, option->val);
  for (const auto& [name, value] : our_parameters) {
    const auto* option = read.get();
    while (option->keyword && (name != option->keyword || !option->val)) ++option;
    if (!option->keyword) append(composed, name, value);
  }
  return composed;
}

bool is_postgresql_address(const std::string& url) {
  if (url.starts_with("postgresql://") || url.starts_with("postgres://")) return true;
  const auto equals = url.find('=');
  return equals != std::string::npos && equals < url.find("://");
}

} // namespace paylink
