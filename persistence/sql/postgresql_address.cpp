#include "persistence/sql/postgresql_address.hpp"

#include "domain/values/percent.hpp"
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

// A silent peer is noticed within about three seconds, whether or not something was sent to it: banks are answered by
// another node, or by this one when the network is back. The operator's values take precedence.
constexpr std::array our_parameters{
    parameter{"connect_timeout", "2"},        parameter{"tcp_user_timeout", "3000"}, parameter{"keepalives", "1"},
    parameter{"keepalives_idle", "2"},        parameter{"keepalives_interval", "1"}, parameter{"keepalives_count", "3"},
    parameter{"application_name", "paylinkd"}};

void append(std::string& url, std::string_view name, std::string_view value) {
  if (!url.ends_with('?')) url += '&';
  url.append(name).push_back('=');
  append_percent_encoded(url, value);
}

constexpr std::string_view password_hint =
    "; write postgresql://USER:PASSWORD@HOST:PORT/NAME, and encode every character of user, password and parameters "
    "other than letters and digits as % and two hexadecimal digits";

[[noreturn]] void refuse(std::string_view why, std::string_view hint = {}) {
  throw database_error{"database.url cannot be read: " + std::string{why}.append(hint)};
}

bool is_url(std::string_view text) { return text.starts_with("postgresql://") || text.starts_with("postgres://"); }

// libpq ends the password at the first of these, and reads the rest as a host or a port, which it prints in errors.
void require_encoded_characters(std::string_view url) {
  const auto user = url.find("://") + 3;
  const auto last_at = url.rfind('@');
  if (!is_url(url) || last_at == url.npos || last_at < user) return;
  auto login = url.substr(user, last_at - user);
  const auto colon = login.find(':');
  const auto is_plain = [](std::string_view part) { return part.find_first_of("@/:?#") == part.npos; };
  if (!is_plain(login.substr(0, colon)) || (colon != login.npos && !is_plain(login.substr(colon + 1))))
    refuse("a character before its last @ (one of @ / : ? #) is not encoded", password_hint);
}

// A word after a password may be a part of it.
bool is_name_of_option(std::string_view name, std::string_view url) {
  return !name.empty() && name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == name.npos &&
         url.find(name) <= url.find("password");
}

// libpq quotes what it could not read, and that may be a part of the password.
[[noreturn]] void refuse_as(std::string_view text, const std::string& url) {
  const auto quoted = text.find('"');
  auto reason = text.substr(0, text.find_first_of("\":\n"));
  while (reason.ends_with(' ')) reason.remove_suffix(1);
  const auto name = quoted == text.npos ? "" : text.substr(quoted + 1, text.find('"', quoted + 1) - quoted - 1);
  if (reason.starts_with("invalid connection option") || reason.starts_with("invalid URI query parameter"))
    refuse(std::string{reason} + (is_name_of_option(name, url) ? " " + std::string{name} : ""));
  if (is_url(url)) refuse(reason, password_hint);
  if (reason == "missing") reason = "a word has no = after it";
  refuse(reason, "; put a value that contains a space in quotation marks: password='…'");
}

// libpq prints an invalid port, and without an @ in the address that is the password.
void require_ports(std::string_view ports) {
  if (ports.find_first_not_of("0123456789, ") != ports.npos) refuse("the port is not a number", password_hint);
}

} // namespace

std::string postgresql_address(const std::string& url) {
  require_encoded_characters(url);
  char* refusal = nullptr;
  const std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> read{PQconninfoParse(url.c_str(), &refusal),
                                                                          &PQconninfoFree};
  const std::unique_ptr<char, decltype(&PQfreemem)> why{refusal, &PQfreemem};
  if (!read) refuse_as(why ? why.get() : "out of memory", url);
  std::string composed = "postgresql://?";
  for (const auto* option = read.get(); option->keyword; ++option)
    if (option->val) {
      if (option->keyword == std::string_view{"port"}) require_ports(option->val);
      append(composed, option->keyword, option->val);
    }
  for (const auto& [name, value] : our_parameters) {
    const auto* option = read.get();
    while (option->keyword && (name != option->keyword || !option->val)) ++option;
    if (!option->keyword) append(composed, name, value);
  }
  // Of several servers, only the one that accepts writes is up to date.
  const auto given = [&read](std::string_view name) -> std::string_view {
    for (const auto* option = read.get(); option->keyword; ++option)
      if (name == option->keyword && option->val) return option->val;
    return {};
  };
  const bool has_several = (std::string{given("host")} + std::string{given("hostaddr")}).find(',') != std::string::npos;
  if (has_several && given("target_session_attrs").empty()) append(composed, "target_session_attrs", "read-write");
  return composed;
}

bool is_postgresql_address(const std::string& url) {
  if (is_url(url)) return true;
  const auto equals = url.find('=');
  return equals != std::string::npos && equals < url.find("://");
}

} // namespace paylink
