#include "domain/deliveries/endpoint_trouble.hpp"

#include "domain/addresses/url_reference.hpp"
#include "domain/values/ascii.hpp"
#include "domain/values/decimal.hpp"

namespace paylink {

namespace {

constexpr std::ptrdiff_t digits_of_an_id = 3;

bool is_silent(const endpoint_trouble& trouble, timestamp now) {
  return trouble.notified_at && now - *trouble.notified_at < notice_interval;
}

raised_notice tell(endpoint_trouble& trouble, timestamp now) {
  const raised_notice raised{notice_kind::delivery_failed, trouble.unnotified, trouble.began_at, trouble.last,
                             trouble.is_failing};
  trouble.unnotified = 0;
  trouble.notified_at = now;
  trouble.is_notified = trouble.is_failing;
  return raised;
}

} // namespace

std::string endpoint_of(std::string_view url) {
  const auto parts = split_url(url);
  const bool is_http = equals_ignoring_case(parts.scheme, "http");
  auto destination = destination_of(url);
  const std::string_view own_port = is_http ? ":80" : ":443";
  if (destination.ends_with(own_port)) destination.resize(destination.size() - own_port.size());
  std::string endpoint{is_http ? "http://" : "https://"};
  endpoint += destination;
  // After the host every segment begins with a slash.
  for (auto rest = parts.path; !rest.empty();) {
    rest.remove_prefix(1);
    const auto segment = rest.substr(0, rest.find('/'));
    const bool holds_id = std::ranges::count_if(segment, is_digit) >= digits_of_an_id;
    endpoint.append("/").append(holds_id ? "*" : segment);
    rest.remove_prefix(segment.size());
  }
  return endpoint;
}

std::string trouble_name(std::string_view url, const webhook_id& webhook) {
  return webhook.empty() ? endpoint_of(url) : webhook.text();
}

std::optional<raised_notice> on_failure(endpoint_trouble& trouble, const failed_delivery& failed, timestamp now) {
  // Unreported failures from before a brief recovery are reported together with this.
  if (!trouble.is_failing && trouble.unnotified == 0) {
    trouble.began_at = failed.at;
    trouble.failures = 0;
  }
  trouble.is_failing = true;
  trouble.last = failed;
  ++trouble.failures;
  ++trouble.unnotified;
  if (is_silent(trouble, now)) return std::nullopt;
  return tell(trouble, now);
}

std::optional<raised_notice> on_success(endpoint_trouble& trouble) {
  trouble.is_failing = false;
  // Unreported failures are reported when the hour is over.
  if (!trouble.is_notified) return std::nullopt;
  trouble.is_notified = false;
  trouble.unnotified = 0;
  return raised_notice{notice_kind::delivery_recovered, trouble.failures, trouble.began_at, trouble.last, false};
}

std::optional<raised_notice> on_hour(endpoint_trouble& trouble, timestamp now) {
  if (trouble.unnotified == 0 || is_silent(trouble, now)) return std::nullopt;
  return tell(trouble, now);
}

bool is_over(const endpoint_trouble& trouble, timestamp now) {
  if (trouble.is_failing) return now - trouble.last.at > trouble_life;
  return trouble.unnotified == 0 && !is_silent(trouble, now);
}

} // namespace paylink
