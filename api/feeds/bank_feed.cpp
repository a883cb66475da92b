#include "api/feeds/bank_feed.hpp"

#include "domain/addresses/loopback.hpp"
#include "domain/values/ascii.hpp"
#include "domain/values/free_text.hpp"
#include "http/wire/envelope.hpp"
#include "logging/log.hpp"

#include <algorithm>

namespace paylink {

namespace {

/// The part of a path that may be logged: codes are a few capitals and digits.
std::string_view code_of(std::string_view bank) {
  constexpr std::size_t characters_max = 16;
  const bool is_like_a_code = bank.size() <= characters_max && std::ranges::all_of(bank, [](char c) {
                                return is_ascii_alphanumeric(c) || c == '_' || c == '-';
                              });
  return is_like_a_code ? bank : "(no code of a bank)";
}

/// In whole seconds, as signed.
bool is_fresh(timestamp said, timestamp now) {
  return std::chrono::abs(std::chrono::floor<std::chrono::seconds>(now) - said) <= feed_signature_life;
}

/// Whether the peer may be on this machine, as in a container.
bool is_near(const std::string& peer) {
  const auto address = ip_address::parse(peer);
  return !address || is_special_purpose(*address);
}

} // namespace

feed_gate::feed_gate(const api_services& services) : services_{services} {
  for (const auto& [bank, secret] : services.feed_secrets) {
    if (secret.empty()) continue;
    const auto named = services.feed_formats.find(bank);
    const auto* format = named == services.feed_formats.end() ? nullptr : find_feed_format(named->second);
    if (format == nullptr) format = &feed_formats().front();
    feeds_.emplace(bank, open_feed{format, make_sender_check(format->proof, secret, services.brand)});
  }
}

feed_gate::fault feed_gate::fault_of_head(const http_request& request, std::string_view bank, timestamp now) const {
  const auto feed = feeds_.find(bank);
  if (feed == feeds_.end())
    return {errc::not_found,
            "There is no feed here. Compare the bank's code at the end of the path with the operator's settings."};
  const auto& [format, sender] = feed->second;
  auto claim = sender->read_head(request);
  if (!claim.fault.empty()) return {errc::authentication_error, std::move(claim.fault)};
  // While the clock is in doubt, it is unknown which time is wrong: the bank is a witness, and only its signature shows
  // that it is the bank.
  if (claim.signed_at && !is_fresh(*claim.signed_at, now) && !services_.state.doubts_clock())
    return {errc::authentication_error,
            sender->name_of_time() + " is more than 5 minutes off. Check the connector's clock."};
  if (format->needs_xml && !is_xml_type(request.header("content-type")))
    return {errc::unsupported_media_type, "The body must be application/xml: this feed's format is camt.054."};
  return {};
}

feed_gate::fault feed_gate::fault_of(const http_request& request, std::string_view bank, timestamp now) {
  if (auto found = fault_of_head(request, bank, now); found.error != errc::ok) return found;
  const auto feed = feeds_.find(bank);
  auto& sender = *feed->second.sender;
  if (auto found = sender.fault_of(request); !found.empty()) return {errc::authentication_error, std::move(found)};
  if (services_.trust_sender) services_.trust_sender(request.peer);
  const auto said = sender.read_head(request).signed_at;
  if (!said) return {};
  // A connector on this machine has the same clock.
  if (services_.state.doubts_clock() && !is_loopback(request.peer))
    services_.bank_clocks.hear(feed->first, {*said, services_.clock.uptime(), is_near(request.peer)});
  if (is_fresh(*said, now)) return {};
  return {errc::service_unavailable,
          "The clocks of the service and " + sender.name_of_time() + " differ. Send the same call again."};
}

std::optional<http_response> feed_gate::answer_to(const fault& found, const http_request& request,
                                                  std::string_view bank, timestamp now) {
  if (found.error == errc::ok) return std::nullopt;
  log::info("feed.refused", {{"trace_id", request.trace_id}, {"feed", code_of(bank)}, {"reason", found.message}});
  return failure(found.error, request.trace_id, now, found.message);
}

decoded_feed feed_gate::decode(const http_request& request, std::string_view bank) const {
  const auto& feed = *feeds_.find(bank)->second.format;
  return format_of(feed, request.header("content-type")).decode(request.body, bank);
}

handled feed_gate::answer_notice(const http_call& call, const connection_notice& notice) const {
  constexpr std::size_t state_points_max = 32;
  const std::string feed{call.path[0]};
  log::warning("feed.connection_state", {{"feed", feed},
                                         {"account_last4", last4_of(notice.account_number)},
                                         {"state", printable_start(notice.state, state_points_max)}});
  const auto now = services_.clock.now();
  if (notice.state != "lapsed" && notice.state != "expired" && notice.state != "disconnected")
    return success(200, encode_entry_answers({}), now);
  lapse_connection lapse{.feed = feed,
                         .bin = notice.bin,
                         .number = notice.account_number,
                         .by = {.id = audit_id::make(now, services_.random), .by = {}}};
  return continue_with{{.write = std::move(lapse)}, [](const reply_context& done, result<write_reply>& outcome) {
                         return outcome ? success(200, encode_entry_answers({}), done.now)
                                        : done.fail(errc::service_unavailable);
                       }};
}

std::optional<http_response> feed_gate::refuse_head(const http_request& request, std::string_view bank,
                                                    timestamp now) const {
  return answer_to(fault_of_head(request, bank, now), request, bank, now);
}

std::optional<http_response> feed_gate::refuse(const http_request& request, std::string_view bank, timestamp now) {
  return answer_to(fault_of(request, bank, now), request, bank, now);
}

std::optional<http_response> refuse_feed_at_head(const http_request& head, const feed_gate& gate, timestamp now) {
  const auto& path = head.segments;
  if (head.method != http_method::post || path.size() != 3 || path[0] != "v1.1" || path[1] != "bank-feed")
    return std::nullopt;
  return gate.refuse_head(head, path[2], now);
}

} // namespace paylink
