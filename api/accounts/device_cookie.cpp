#include "api/accounts/device_cookie.hpp"

#include "api/calls/session_cookie.hpp"
#include "domain/identity/account.hpp"
#include "secrets/hmac.hpp"

#include <charconv>

namespace paylink {

namespace {

constexpr std::string_view sealed_for = "device_cookie";
/// Of accounts for which one browser is known.
constexpr std::size_t devices_max = 5;
constexpr std::size_t name_digits = 10, epoch_digits = 32;

std::string cookie_prefix(const api_services& services) {
  return has_secure_cookies(services) ? "__Host-paylink_device_" : "paylink_device_";
}

std::string cookie_name(const api_services& services, user_id user) {
  return cookie_prefix(services) + sha256_hex(user.view()).substr(0, name_digits);
}

/// What a cookie says once it has been opened.
struct device_text {
  std::string account, user, place, epoch;
  timestamp set_at;
};

std::string written(const device_text& text) {
  return text.account + " " + text.user + " " + text.place + " " + text.epoch + " " +
         std::to_string(to_millis(text.set_at));
}

std::optional<device_text> read(const std::string& text) {
  device_text found;
  std::string_view rest{text};
  for (auto* part : {&found.account, &found.user, &found.place, &found.epoch}) {
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

/// Another password begins another epoch. Nobody but us reads it: the cookie is sealed.
std::string epoch_of(std::string_view password_hash) {
  return sha256_hex("device/" + std::string{password_hash}).substr(0, epoch_digits);
}

/// The first device among the request's cookies that `fits`.
template <class Fits>
std::optional<device_text> find_text(const reply_context& context, Fits&& fits) {
  const auto& services = context.services;
  std::optional<device_text> found;
  std::size_t opened = 0;
  for_each_cookie(context.call.request,
                  [&, prefix = cookie_prefix(services)](std::string_view name, std::string_view value) {
                    if (found || !name.starts_with(prefix) || ++opened > devices_max + 1) return;
                    const auto text = services.keys.open(value, sealed_for);
                    auto device = text ? read(*text) : std::nullopt;
                    if (device && context.now - device->set_at < device_life && fits(*device))
                      found = std::move(device);
                  });
  return found;
}

/// Whether the account has forgotten nothing since the cookie was set.
known_device check(const call_context& context, const std::optional<device_text>& text) {
  const auto user = text ? user_id::parse(text->user) : std::nullopt;
  if (!user) return {};
  const auto found = context.rows.ask(find_user{*user});
  if (!was_found(found) || text->epoch != epoch_of(found->password_hash)) return {};
  // Devices are remembered for longer than addresses, of which somebody else may have got one.
  const auto as_of = context.now - (device_life - household_life);
  if (!context.rows.ask(knows_household{found->account.email, text->place, as_of})) return {};
  return {.key = sha256_hex(text->user + "|" + text->place), .place = text->place};
}

} // namespace

std::string account_digest(std::string_view email) { return sha256_hex(ascii_lowered(email)); }

known_device find_device(const call_context& context, std::string_view account) {
  return check(context, find_text(context, [&](const device_text& device) { return device.account == account; }));
}

known_device find_device(const call_context& context, user_id user) {
  return check(context, find_text(context, [&](const device_text& device) { return device.user == user.view(); }));
}

void set_device_cookie(http_response& response, const reply_context& context, const user_account& user,
                       std::string_view password_hash, std::string_view place) {
  const auto& services = context.services;
  const auto name = cookie_name(services, user.id);
  std::size_t kept = 0;
  for_each_cookie(context.call.request,
                  [&, prefix = cookie_prefix(services)](std::string_view other, std::string_view) {
                    if (!other.starts_with(prefix) || other == name || ++kept < devices_max) return;
                    set_cookie(response, std::string{other} + "=", "Strict", std::chrono::seconds{0}, services);
                  });
  const device_text text{account_digest(user.email), user.id.text(), std::string{place}, epoch_of(password_hash),
                         context.now};
  set_cookie(response, name + "=" + services.keys.seal(written(text), sealed_for, services.random), "Strict",
             device_life, services);
}

} // namespace paylink
