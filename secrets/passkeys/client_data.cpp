#include "secrets/passkeys/client_data.hpp"

#include "secrets/base64.hpp"
#include "secrets/hmac.hpp"

#include <boost/json/basic_parser_impl.hpp>

#include <algorithm>
#include <cassert>
#include <optional>
#include <vector>

namespace paylink {
namespace {

namespace json = boost::json;
using boost::system::error_code;

constexpr std::size_t client_data_depth_max = 8;

/// What the members of the outermost object say.
struct client_data {
  std::optional<std::string> type;
  std::optional<std::string> challenge;
  std::optional<std::string> origin;
  bool is_cross_origin = false;
};

/// Hears the parser's events. It keeps the members that count, and refuses a name that occurs twice in one object:
/// parsers differ in which one they take.
class client_data_reader {
public:
  static constexpr std::size_t max_object_size = 64;
  static constexpr std::size_t max_array_size = 64;
  static constexpr std::size_t max_key_size = passkey_client_data_bytes_max;
  static constexpr std::size_t max_string_size = passkey_client_data_bytes_max;

  client_data found;

  bool on_document_begin(error_code&) { return true; }
  bool on_document_end(error_code&) { return true; }

  bool on_object_begin(error_code& fault) {
    // An object or an array cannot be the value of a member that counts.
    if (is_at_known_member()) return refuse(fault);
    open_.emplace_back();
    return true;
  }
  bool on_object_end(std::size_t, error_code&) {
    open_.pop_back();
    return true;
  }
  bool on_array_begin(error_code& fault) {
    if (open_.empty() || is_at_known_member()) return refuse(fault);
    return true;
  }
  bool on_array_end(std::size_t, error_code&) { return true; }

  bool on_key_part(json::string_view part, std::size_t, error_code&) { return append(part); }
  bool on_key(json::string_view part, std::size_t, error_code& fault) {
    append(part);
    auto& names = open_.back();
    if (std::ranges::find(names, text_) != names.end()) return refuse(fault);
    if (is_outermost()) member_ = text_;
    names.push_back(std::move(text_));
    text_.clear();
    return true;
  }

  bool on_string_part(json::string_view part, std::size_t, error_code&) { return append(part); }
  bool on_string(json::string_view part, std::size_t, error_code& fault) {
    append(part);
    const auto value = std::move(text_);
    text_.clear();
    if (open_.empty()) return refuse(fault);
    if (!is_at_known_member()) return true;
    if (member_ == "type") found.type = value;
    if (member_ == "challenge") found.challenge = value;
    if (member_ == "origin") found.origin = value;
    // A page that is alone in its window has no other origin above it.
    if (member_ == "topOrigin") found.is_cross_origin = true;
    return member_ != "crossOrigin" || refuse(fault);
  }

  bool on_bool(bool value, error_code& fault) {
    if (open_.empty()) return refuse(fault);
    if (!is_at_known_member()) return true;
    if (member_ != "crossOrigin") return refuse(fault);
    found.is_cross_origin = found.is_cross_origin || value;
    return true;
  }

  bool on_null(error_code& fault) { return other(fault); }
  bool on_number_part(json::string_view, error_code&) { return true; }
  bool on_int64(std::int64_t, json::string_view, error_code& fault) { return other(fault); }
  bool on_uint64(std::uint64_t, json::string_view, error_code& fault) { return other(fault); }
  bool on_double(double, json::string_view, error_code& fault) { return other(fault); }
  bool on_comment_part(json::string_view, error_code& fault) { return refuse(fault); }
  bool on_comment(json::string_view, error_code& fault) { return refuse(fault); }

private:
  static bool refuse(error_code& fault) {
    fault = json::error::syntax;
    return false;
  }
  bool other(error_code& fault) { return (!open_.empty() && !is_at_known_member()) || refuse(fault); }
  bool append(json::string_view part) {
    text_.append(part.data(), part.size());
    return true;
  }
  bool is_outermost() const { return open_.size() == 1; }
  bool is_at_known_member() const {
    constexpr std::array<std::string_view, 5> known{"type", "challenge", "origin", "crossOrigin", "topOrigin"};
    return is_outermost() && std::ranges::find(known, member_) != known.end();
  }

  std::vector<std::vector<std::string>> open_; ///< The names in each object that is open.
  std::string member_;                         ///< Of the outermost object, whose value comes now.
  std::string text_;                           ///< Of a key or a string, so far.
};

std::optional<client_data> read_client_data(std::string_view text) {
  json::parse_options strict;
  strict.max_depth = client_data_depth_max;
  json::basic_parser<client_data_reader> parser{strict};
  error_code fault;
  const auto read = parser.write_some(false, text.data(), text.size(), fault);
  if (fault || read != text.size()) return std::nullopt;
  return std::move(parser.handler().found);
}

} // namespace

std::optional<std::string> passkey_challenge(std::string_view client_data_json) {
  if (client_data_json.size() > passkey_client_data_bytes_max) return std::nullopt;
  const auto said = read_client_data(client_data_json);
  return said ? said->challenge : std::nullopt;
}

passkey_result<void> check_client_data(std::string_view json, std::string_view type, const passkey_ceremony& ceremony) {
  assert(ceremony.challenge.size() >= passkey_challenge_bytes_min);
  if (json.size() > passkey_client_data_bytes_max) return passkey_fault::too_large;
  const auto said = read_client_data(json);
  if (!said || !said->type || !said->challenge || !said->origin) return passkey_fault::client_data;
  if (*said->type != type) return passkey_fault::ceremony;
  const auto challenge =
      to_base64url({reinterpret_cast<const unsigned char*>(ceremony.challenge.data()), ceremony.challenge.size()});
  if (!equal_in_constant_time(*said->challenge, challenge)) return passkey_fault::challenge;
  if (*said->origin != ceremony.origin) return passkey_fault::origin;
  if (said->is_cross_origin) return passkey_fault::cross_origin;
  return {};
}

} // namespace paylink
