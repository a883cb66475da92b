#include "api/calls/list_parameters.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/deliveries/delivery_record.hpp"
#include "api/description/delivery_filters.hpp"
#include "domain/webhooks/webhook_payload.hpp"
#include "http/wire/envelope.hpp"

#include <array>
#include <charconv>

namespace paylink {

namespace {

using enum presence;

/// A call gives further events their places at most so often; then it answers with what there is.
constexpr int extensions_max = 20;

constexpr form rows_of_a_feed{.type = json_type::whole_number, .least = 1, .most = 500, .example = "100"};
constexpr form event_position{.type = json_type::whole_number, .least = 1, .example = "1842"};
constexpr form position_text{
    .phrase = "epoch:position, such as 1:1842", .pattern = "^([0-9]{1,18}:)?[0-9]{1,18}$", .example = "1:1842"};
constexpr form payload_object{.type = json_type::object,
                              .example =
                                  R"({"account_id":"ba_01kkqa1s2dff4r5h6j7k8m9n0p","amount":150000,"bank":"MB"})"};

std::string payload_of(const bank_transaction& about, webhook_event) {
  return webhook_payload({.transaction_id = about.id.view(),
                          .account_id = about.account.view(),
                          .bank = about.bank,
                          .account_number = about.account_number,
                          .amount = about.amount,
                          .type = about.type,
                          .content = about.content,
                          .occurred_at = about.occurred_at,
                          .is_unproven = about.is_unproven});
}
std::string payload_of(const payment_order& about, webhook_event event) {
  return webhook_payload(order_event_facts{.order_id = about.own_id,
                                           .amount = about.received_amount.value_or(about.amount),
                                           .is_success = event == webhook_event::order_success,
                                           .customer_email = about.customer_email,
                                           .created_at = about.created_at});
}

std::string_view subject_of(const bank_transaction& about) { return about.id.view(); }
std::string_view subject_of(const payment_order& about) { return about.own_id; }

timestamp recording_of(const bank_transaction& about) { return about.recorded_at; }
timestamp recording_of(const payment_order& about) { return about.closed_at.value_or(about.expires_at); }

constexpr auto event_members = members_of<feed_event>({
    {"position", event_position, get<&feed_event::position>,
     "The event's position in the Workspace's events, from 1 without gaps."},
    {"event", one_of_words<webhook_event>("transaction.credit"), get<&feed_event::event>, "The event."},
    {"subject_id", delivery_subject,
     [](auto& of) { return std::visit([](const auto& about) { return subject_of(about); }, of.about); },
     "The transaction or order of the event."},
    {"payload", payload_object,
     [](auto& of) {
       return std::visit([&](const auto& about) { return written_json{payload_of(about, of.event)}; }, of.about);
     },
     "The webhook's payload as an object: a `TransactionEvent` or an `OrderEvent`."},
    {"recorded_at", forms::time,
     [](auto& of) { return std::visit([](const auto& about) { return recording_of(about); }, of.about); },
     "When it was recorded."},
});
constexpr written_record<feed_event> event_record{"FeedEvent", "An event of a Workspace, with its position.",
                                                  event_members};

constexpr parameter_description feed_parameters[]{
    {"after", position_text,
     "The last event that you have: `meta.next_cursor`, or `meta.epoch`, a colon and the event's position. A position "
     "alone is not checked against the epoch. Default: start with the first event",
     "0"},
    {"limit", rows_of_a_feed, "Maximum number of events in the response", "100"},
};

constexpr route_description reading_events{
    .id = "listEvents",
    .tag = delivery_tag,
    .summary = "Fetch the Workspace's events in order",
    .details =
        "For receivers that webhooks cannot reach, and to check that no event was missed. No webhook is required. "
        "Store `meta.next_cursor` together with your work and pass it as `after`: it is the epoch, a colon and the "
        "position of the last event. Within an epoch, positions never change, and a new event never appears before one "
        "that you have seen. `has_more` means that more events are available now. A restore from a backup starts a new "
        "epoch, since other events may then have the same positions: a position of another epoch, or after the last "
        "event, gets 409 `EVENTS_RESTARTED`. Fetch without `after` to start again.",
    .query = {feed_parameters},
    .answers = {{{"200", "The events, oldest first.", answer_shape::feed, &event_record}}},
    .errors = {errc::events_restarted},
};

std::optional<std::int64_t> read_number(std::string_view text) {
  std::int64_t position = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), position);
  if (error != std::errc{} || end != text.data() + text.size() || position < 0) return std::nullopt;
  return position;
}

/// `epoch:position`, or the position alone.
struct feed_place {
  std::int64_t epoch = 0; ///< 0: none was given.
  std::int64_t position = 0;
};

std::optional<feed_place> read_place(std::string_view text) {
  const auto colon = text.find(':');
  const auto epoch = colon == text.npos ? std::optional<std::int64_t>{0} : read_number(text.substr(0, colon));
  const auto position = read_number(colon == text.npos ? text : text.substr(colon + 1));
  if (!epoch || !position) return std::nullopt;
  return feed_place{*epoch, *position};
}

std::string text_of(const feed_place& place) {
  return std::to_string(place.epoch) + ':' + std::to_string(place.position);
}

struct wanted_events {
  feed_place after;
  int limit = 0;
  int extensions = 0; ///< So far, in this call.
};

/// Answered with nothing, it would skip what comes to stand up to there: it is of a database that a backup has
/// replaced, or of another Workspace.
http_response refuse_place(const reply_context& context, std::int64_t epoch) {
  return context.fail(
      errc::events_restarted, {},
      {"after", "restarted",
       "The current epoch is " + std::to_string(epoch) +
           ". To start again from the first event, fetch without after or with after=" + text_of({epoch, 0}) + "."});
}

// What has no place yet gets one first, as long as it may belong into this answer.
handled answer_events(call_context& context, wanted_events wanted) {
  const auto epoch = context.rows.ask(find_event_epoch{});
  if (wanted.after.epoch != 0 && wanted.after.epoch != epoch) return refuse_place(context, epoch);
  const auto found = context.rows.ask(list_events{context.workspace, wanted.after.position, wanted.limit});
  bool has_more = found.has_more;
  if (!has_more) {
    auto extension = context.rows.ask(find_feed_extension{context.workspace});
    has_more = extension.is_due;
    if (!has_more && wanted.after.position > extension.before.last_position) return refuse_place(context, epoch);
    if (extension.is_due && wanted.extensions++ < extensions_max)
      return continue_with{
          {.workspace = {}, .write = extend_feed{.workspace = context.workspace, .by = std::move(extension)}},
          on_success<extend_feed>([wanted](const reply_context&) {
            return next_step{[wanted](call_context& again) { return answer_events(again, wanted); }};
          })};
  }
  const auto page = write_page(found.rows, has_more, event_record);
  const auto last = page.last ? page.last->position : wanted.after.position;
  return success_list(page.data, page.has_more, text_of({epoch, last}), context.now,
                      ",\"epoch\":\"" + std::to_string(epoch) + '"');
}

handled list_workspace_events(call_context& context) {
  auto faults = unknown_parameters(context);
  parameter_reader given{context, faults};
  std::optional<feed_place> after;
  given.take("after", after, read_place);
  wanted_events wanted{.after = after.value_or(feed_place{}), .limit = given.number("limit")};
  if (!faults.empty()) return context.refuse(faults);
  return answer_events(context, wanted);
}

} // namespace

constexpr api_route event_feed_rows[]{
    routes::in_turn(routes::with(permission::webhooks_read, http_method::get, "/v1.1/events/{workspace_id}",
                                 list_workspace_events, reading_events)),
};
constexpr std::span<const api_route> event_feed_routes{event_feed_rows};

} // namespace paylink
