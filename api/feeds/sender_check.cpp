#include "api/feeds/sender_check.hpp"

#include "domain/values/ascii.hpp"
#include "http/feeds/sorted_json.hpp"
#include "secrets/hmac.hpp"

#include <algorithm>
#include <charconv>

namespace paylink {
namespace {

constexpr std::size_t sha256_digits = 64, sha512_digits = 128;

/// Limited to valid calendar dates, so that nothing overflows.
constexpr std::int64_t seconds_max = 253'402'300'799;

std::optional<std::int64_t> number_in(std::string_view text, std::int64_t most) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size() || value < 0 || value > most)
    return std::nullopt;
  return value;
}

std::optional<timestamp> seconds_in(std::string_view text) {
  const auto seconds = number_in(text, seconds_max);
  return seconds ? std::optional{timestamp{std::chrono::seconds{*seconds}}} : std::nullopt;
}

/// A secret that is sent as it is: compared by its digest, so that not even its length shows.
class plain_secret {
public:
  explicit plain_secret(std::string_view secret) : digest_{sha256_hex(secret)} {}
  bool is(std::string_view text) const { return equal_in_constant_time(sha256_hex(text), digest_); }

private:
  std::string digest_;
};

/// Our own: two headers.
class connector_check final : public sender_check {
public:
  connector_check(std::string_view secret, std::string_view brand)
      : key_{secret}, shown_{"X-" + std::string{brand}}, signature_{"x-" + ascii_lowered(brand) + "-signature"},
        timestamp_{"x-" + ascii_lowered(brand) + "-timestamp"} {}

  sender_claim read_head(const http_request& head) const override {
    const auto signed_at = seconds_in(head.header(timestamp_));
    if (!signed_at) return {shown_ + "-Timestamp must be the Unix time in seconds at which the request was signed."};
    if (head.header(signature_).size() != sha256_digits)
      return {shown_ +
                  "-Signature must be 64 hexadecimal digits, the HMAC-SHA256 of the timestamp, a dot and the body.",
              signed_at};
    return {{}, signed_at};
  }

  std::string fault_of(const http_request& request) override {
    const auto expected = key_.hex({request.header(timestamp_), ".", request.body});
    if (equal_in_constant_time(expected, request.header(signature_))) return {};
    return shown_ + "-Signature does not match. Send the body byte for byte as signed, with this feed's secret.";
  }

  std::string name_of_time() const override { return shown_ + "-Timestamp"; }

private:
  hmac_sha256 key_;
  std::string shown_;
  std::string signature_; ///< In lower case, as in requests.
  std::string timestamp_;
};

/// SePay's: `Authorization: Apikey …`, or a signature where the webhook was made with one.
class sepay_check final : public sender_check {
public:
  explicit sepay_check(std::string_view secret) : key_{secret}, secret_{secret} {}

  sender_claim read_head(const http_request& head) const override {
    if (!head.header(signature_).empty()) return read_signature(head);
    constexpr std::string_view scheme = "apikey ";
    if (head.count("authorization") > 1) return {"The request has more than one Authorization header; send one."};
    const auto authorization = head.header("authorization");
    if (!equals_ignoring_case(authorization.substr(0, scheme.size()), scheme))
      return {"Authorization must be Apikey and this feed's secret, unless X-SePay-Signature signs the request."};
    if (!secret_.is(trimmed(authorization.substr(scheme.size()))))
      return {"The API key in Authorization is not this feed's secret."};
    return {};
  }

  std::string fault_of(const http_request& request) override {
    const auto given = digits_in(request);
    if (given.empty()) return {}; // The head had the secret itself.
    const auto expected = key_.hex({request.header(timestamp_), ".", request.body});
    if (equal_in_constant_time(expected, ascii_lowered(given))) return {};
    return "X-SePay-Signature does not match. The webhook's secret in SePay must be this feed's secret.";
  }

  std::string name_of_time() const override { return "X-SePay-Timestamp"; }

private:
  static std::string_view digits_in(const http_request& head) {
    constexpr std::string_view prefix = "sha256=";
    const auto text = head.header(signature_);
    return text.starts_with(prefix) ? text.substr(prefix.size()) : std::string_view{};
  }

  static sender_claim read_signature(const http_request& head) {
    const auto signed_at = seconds_in(head.header(timestamp_));
    if (!signed_at) return {"X-SePay-Timestamp must be the Unix time in seconds at which the request was signed."};
    if (digits_in(head).size() != sha256_digits)
      return {"X-SePay-Signature must be sha256= and 64 hexadecimal digits.", signed_at};
    return {{}, signed_at};
  }

  static constexpr std::string_view signature_ = "x-sepay-signature", timestamp_ = "x-sepay-timestamp";
  hmac_sha256 key_;
  plain_secret secret_;
};

/// Casso's: `X-Casso-Signature: t=…,v1=…`, or in v1 the secret itself in `Secure-Token`.
class casso_check final : public sender_check {
public:
  explicit casso_check(std::string_view secret) : key_{secret}, secret_{secret} {}

  sender_claim read_head(const http_request& head) const override {
    const auto text = head.header(signature_);
    const auto token = head.header("secure-token");
    if (text.empty() && token.empty()) return {"X-Casso-Signature is missing, and so is the Secure-Token of v1."};
    if (text.empty()) return {secret_.is(token) ? std::string{} : "Secure-Token is not this feed's secret."};
    const auto signed_at = number_in(part_of(text, "t="), seconds_max * 1000);
    if (!signed_at || part_of(text, "v1=").size() != sha512_digits)
      return {"X-Casso-Signature must be t=, the time in milliseconds, and v1=, 128 hexadecimal digits."};
    return {{}, from_millis(*signed_at)};
  }

  std::string fault_of(const http_request& request) override {
    const auto text = request.header(signature_);
    if (text.empty()) return {}; // The head had the secret itself.
    const auto time = part_of(text, "t=");
    const auto given = ascii_lowered(part_of(text, "v1="));
    const auto signs = [&](std::string_view body) {
      std::string data{time};
      data.append(".").append(body);
      return equal_in_constant_time(hmac_sha512_hex(key_, data), given);
    };
    // Casso sorts what it signs, and need not send it sorted.
    if (const auto sorted = sorted_json(request.body); sorted && signs(*sorted)) return {};
    if (signs(request.body)) return {};
    return "X-Casso-Signature does not match. The webhook's key in Casso must be this feed's secret.";
  }

  std::string name_of_time() const override { return "The t of X-Casso-Signature"; }

private:
  /// The value behind `name` in a list with commas.
  static std::string_view part_of(std::string_view list, std::string_view name) {
    while (!list.empty()) {
      const auto comma = std::min(list.find(','), list.size());
      const auto part = trimmed(list.substr(0, comma));
      if (part.starts_with(name)) return part.substr(name.size());
      list.remove_prefix(std::min(comma + 1, list.size()));
    }
    return {};
  }

  static constexpr std::string_view signature_ = "x-casso-signature";
  std::string key_;
  plain_secret secret_;
};

} // namespace

std::unique_ptr<sender_check> make_sender_check(feed_proof proof, std::string_view secret, std::string_view brand) {
  switch (proof) {
  case feed_proof::signed_by_connector:
    break;
  case feed_proof::signed_by_sepay:
    return std::make_unique<sepay_check>(secret);
  case feed_proof::signed_by_casso:
    return std::make_unique<casso_check>(secret);
  }
  return std::make_unique<connector_check>(secret, brand);
}

} // namespace paylink
