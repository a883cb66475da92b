#include "domain/deliveries/delivery.hpp"

#include "domain/addresses/url_reference.hpp"
#include "domain/values/ascii.hpp"
#include "domain/values/word_list.hpp"

namespace paylink {

namespace {

constexpr word_list<failure_class, 10> failure_classes{{{failure_class::none, "none"},
                                                        {failure_class::dns, "dns"},
                                                        {failure_class::connect, "connect"},
                                                        {failure_class::tls, "tls"},
                                                        {failure_class::timeout, "timeout"},
                                                        {failure_class::blocked_destination, "blocked_destination"},
                                                        {failure_class::redirect_rejected, "redirect_rejected"},
                                                        {failure_class::http_4xx, "http_4xx"},
                                                        {failure_class::http_5xx, "http_5xx"},
                                                        {failure_class::reset, "reset"}}};
static_assert(failure_classes.is_in_order());

// After a redirect was followed, or with an answer, the request has been sent.
bool is_unsent(const attempt& made) { return made.status_code == 0 && made.hops.empty(); }

bool is_blocked(const attempt& made) { return made.failed_by == failure_class::blocked_destination; }

} // namespace

verdict judge_status(int status) {
  if (status >= 200 && status < 300) return verdict::acknowledged;
  const bool is_retried = status == 408 || status == 429 || (status >= 500 && status < 600);
  return is_retried ? verdict::retry : verdict::failed;
}

verdict judge(const attempt& made) {
  const auto by_status = judge_status(made.status_code);
  if (made.failed_by == failure_class::none && by_status == verdict::acknowledged) return by_status;
  if (made.final || is_blocked(made)) return is_unsent(made) ? verdict::unconfirmed : verdict::failed;
  switch (made.failed_by) {
  case failure_class::dns:
  case failure_class::connect:
  case failure_class::tls:
  case failure_class::timeout:
  case failure_class::reset:
    return verdict::retry;
  case failure_class::redirect_rejected:
    return verdict::failed;
  case failure_class::blocked_destination:
  case failure_class::none:
  case failure_class::http_4xx:
  case failure_class::http_5xx:
    break;
  }
  // Without an answer and without a reason, the network has failed.
  return made.status_code == 0 || by_status == verdict::retry ? verdict::retry : verdict::failed;
}

std::string_view to_text(failure_class value) { return failure_classes.word(value); }
std::optional<failure_class> parse_failure_class(std::string_view text) { return failure_classes.find(text); }

std::string destination_of(std::string_view url) {
  const auto parts = split_url(url);
  auto host = parts.authority.value_or(std::string_view{});
  if (const auto user = host.rfind('@'); user != host.npos) host.remove_prefix(user + 1);
  auto destination = ascii_lowered(host);
  // A colon inside an IPv6 literal's brackets does not begin a port.
  const auto colon = destination.rfind(':');
  const auto bracket = destination.rfind(']');
  const bool has_port = colon != destination.npos && (bracket == destination.npos || colon > bracket);
  if (!has_port) destination += equals_ignoring_case(parts.scheme, "http") ? ":80" : ":443";
  return destination;
}

delivery_queue queue_of(const delivery_job& job) { return {destination_of(job.url), job.workspace}; }

} // namespace paylink
