#include "domain/deliveries/delivery_advice.hpp"

#include "domain/deliveries/retry_policy.hpp"

#include <cassert>
#include <ostream>

namespace paylink {

constexpr std::array<delivery_advice, 9> delivery_advices{{
    {failure_class::dns, "The host name cannot be resolved.", retried::sometimes,
     "yes if no name server answers; no once a second check confirms that the name does not exist",
     "Check the URL for typing errors, and check that the name has an A or AAAA record in public DNS."},
    {failure_class::connect, "The address does not accept connections.", retried::always, "",
     "Check that the receiver is running, that it listens on the URL's port, and that the firewall lets the service "
     "through."},
    {failure_class::tls, "No trusted TLS connection could be made.", retried::sometimes,
     "yes if the handshake fails; no once a second check rejects the certificate again",
     "Install a certificate that is valid for the URL's host, with its intermediate certificates. Offer TLS 1.2 or "
     "1.3, and do not require a client certificate."},
    {failure_class::timeout, "There was no response within the timeout of one attempt.", retried::always, "",
     "Store the event, return 2xx at once, and do the work afterwards."},
    {failure_class::blocked_destination, "The URL resolves to a blocked address.", retried::sometimes,
     "no once a second check confirms it; after a redirect, no at once",
     "Use a public address. Private and reserved addresses are called only if the operator allows them "
     "(`outbound.allow_networks`)."},
    {failure_class::redirect_rejected, "The receiver responded with a redirect that is not followed.", retried::never,
     "", "Create links with the final URL, and return 2xx there."},
    {failure_class::http_4xx, "The receiver rejected the callback.", retried::sometimes,
     "yes after 408 and 429; no after every other 4xx",
     "After 401 or 400, compare the signing key and the signed bytes with an example in `docs/verify`. After 403, 404 "
     "or 405, check for a proxy or a login page in front of the receiver."},
    {failure_class::http_5xx, "The receiver failed.", retried::always, "",
     "Look for the event's id in the receiver's log. Once the receiver works again, the next attempt delivers the "
     "event."},
    {failure_class::reset, "The connection broke before the response was complete, or the response was not HTTP.",
     retried::always, "",
     "Look for a crash or restart of the receiver, or for a proxy that cut the connection. The event may have been "
     "processed: check by its id."},
}};

namespace {

constexpr bool is_in_order() {
  for (std::size_t place = 0; place < delivery_advices.size(); ++place)
    if (static_cast<std::size_t>(delivery_advices[place].failed_by) != place + 1) return false;
  return true;
}
static_assert(is_in_order());

std::string_view when_retried(const delivery_advice& row) {
  if (row.is_retried == retried::sometimes) return row.when;
  return row.is_retried == retried::always ? "yes" : "no";
}

} // namespace

const delivery_advice& advise(failure_class failed_by) {
  assert(failed_by != failure_class::none);
  return delivery_advices[static_cast<std::size_t>(failed_by) - 1];
}

void print_delivery_advice(std::ostream& out) {
  out << "| class | what happened | retried? | what to do |\n| --- | --- | --- | --- |\n";
  for (const auto& row : delivery_advices)
    out << "| `" << to_text(row.failed_by) << "` | " << row.meaning << " | " << when_retried(row) << " | " << row.advice
        << " |\n";
}

void print_retry_schedule(std::ostream& out) {
  using namespace std::chrono;
  const retry_policy policy;
  seconds since_first{0};
  out << "| attempt | wait before it | since the first |\n| --- | --- | --- |\n| 1 | | 0 s |\n";
  for (int number = 1; !policy.is_last(number); ++number) {
    const auto wait = duration_cast<seconds>(policy.wait_after(number));
    since_first += wait;
    out << "| " << number + 1 << " | " << wait.count() << " s | " << since_first.count() << " s |\n";
  }
  const auto longest = since_first + duration_cast<seconds>(policy.timeout) * policy.max_attempts;
  const auto spell = [&out](seconds time) { out << time.count() / 60 << " min " << time.count() % 60 << " s"; };
  out << "\nThat is a total wait of ";
  spell(since_first);
  out << ". If every attempt times out after " << policy.timeout.count() / 1000 << " s, the last one ends after ";
  spell(longest);
  out << ".\n";
}

} // namespace paylink
