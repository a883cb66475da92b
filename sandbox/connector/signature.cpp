#include "sandbox/connector/signature.hpp"

#include "secrets/hmac.hpp"

#include <charconv>

namespace paylink::sandbox {
namespace {

constexpr std::int64_t clock_difference_max = 300; // seconds

} // namespace

std::string target_of(const http_request& request) { return request.path + request.query_text; }

std::string sign_call(std::string_view secret, std::string_view timestamp, std::string_view method,
                      std::string_view target, std::string_view body) {
  return hmac_sha256{secret}.hex({timestamp, ".", method, ".", target, ".", body});
}

std::optional<std::string> signature_fault(const http_request& request, std::string_view secret, timestamp now) {
  const auto signed_at = request.header("x-service-timestamp"), signature = request.header("x-service-signature");
  if (signed_at.empty() || signature.empty()) return "X-Service-Timestamp and X-Service-Signature are required";
  std::int64_t seconds = 0;
  const auto [end, error] = std::from_chars(signed_at.data(), signed_at.data() + signed_at.size(), seconds);
  if (error != std::errc{} || end != signed_at.data() + signed_at.size() || seconds < 0)
    return "X-Service-Timestamp must be Unix seconds";
  const auto here = unix_seconds(now);
  if (seconds < here - clock_difference_max || seconds > here + clock_difference_max)
    return "X-Service-Timestamp is more than 5 minutes off; the bank's clock says " + std::to_string(here);
  const auto expected = sign_call(secret, signed_at, to_text(request.method), target_of(request), request.body);
  if (!equal_in_constant_time(expected, signature))
    return "X-Service-Signature does not match timestamp.METHOD.target.body";
  return std::nullopt;
}

} // namespace paylink::sandbox
