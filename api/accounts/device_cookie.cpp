#include "api/accounts/device_cookie.hpp"

#include "api/calls/session_cookie.hpp"
#include "domain/identity/account.hpp"
#include "secrets/hmac.hpp"
#include "secrets/tokens.hpp"

#include <charconv>

namespace paylink {

namespace {

constexpr std::string_view place = "device_cookie";
/// Of accounts for which one browser is known.
constexpr std::size_t devices_max = 5;
constexpr std::size_t name_digits = 10;

std::string cookie_prefix(const api_services& services) {
  return has_secure_cookies(services) ? "__Host-paylink_device_" : "paylink_device_";
}

std::string cookie_name(const api_services& services, user_id user) {
  return cookie_prefix(services) + sha256_hex(user.view()).substr(0, name_digits);
}

/// What a cookie says once it has been opened.
struct device_text {
  std::string account, user, number;
  timestamp set_at;
};

std::string written(const device_text& text) {
  return text.account + " " + text.user + " " + text.number + " " + std::to_string(to_millis(text.set_at));
}

std::optional<device_text> read(const std::string& text) {
  device_text found;
  std::string_view rest{text};
  for (auto* part : {&found.account, &found.user, &found.number}) {
    const auto end = rest.find(' ');
    if (end == rest.npos) return std::nullopt;
    *part = rest.substr(0, end);
    rest.remove_prefix(end + 1);
  }
  std::int64_t millis = 0;
  if (std::from_chars(rest.data(), rest.data() + rest.size(), millis).ec != std::errc{}) return std::nullopt;
  found.set_at = from_millis(millis);
  return found;
}

/// The first device among the request's cookies that `fits`.
template <class Fits>
known_device find(const reply_context& context, Fits&& fits) {
  const auto& services = context.services;
  known_device found;
  std::size_t opened = 0;
  for_each_cookie(context.call.request,
                  [&, prefix = cookie_prefix(services)](std::string_view name, std::string_view value) {
                    if (!found.number.empty() || !name.starts_with(prefix) || ++opened > devices_max + 1) return;
                    const auto text = services.keys.open(value, place);
                    const auto device = text ? read(*text) : std::nullopt;
                    if (device && context.now - device->set_at < device_life && fits(*device))
                      found.number = device->number;
                  });
  return found;
}

} // namespace

std::string account_digest(std::string_view email) { return sha256_hex(ascii_lowered(email)); }

known_device find_device(const reply_context& context, std::string_view account) {
  return find(context, [&](const device_text& device) { return device.account == account; });
}

known_device find_device(const reply_context& context, user_id user) {
  return find(context, [&](const device_text& device) { return device.user == user.view(); });
}

void set_device_cookie(http_response& response, const reply_context& context, const user_account& user) {
  const auto& services = context.services;
  auto number = find_device(context, user.id).number;
  if (number.empty()) number = make_one_time_token(services.random);
  const auto name = cookie_name(services, user.id);
  std::size_t kept = 0;
  for_each_cookie(context.call.request,
                  [&, prefix = cookie_prefix(services)](std::string_view other, std::string_view) {
                    if (!other.starts_with(prefix) || other == name || ++kept < devices_max) return;
                    set_cookie(response, std::string{other} + "=", "Strict", std::chrono::seconds{0}, services);
                  });
  const device_text text{account_digest(user.email), user.id.text(), number, context.now};
  set_cookie(response, name + "=" + services.keys.seal(written(text), place, services.random), "Strict", device_life,
             services);
}

} // namespace paylink
