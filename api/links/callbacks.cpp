#include "api/calls/idempotency.hpp"
#include "api/calls/list_parameters.hpp"
#include "api/calls/resend_counts.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/description/link_filters.hpp"
#include "api/links/callback_record.hpp"
#include "api/links/link_filters.hpp"
#include "domain/deliveries/delivery_channel.hpp"
#include "http/outbound/delivery_request.hpp"
#include "http/wire/envelope.hpp"

#include <algorithm>

namespace paylink {

namespace {

using enum presence;

constexpr std::string_view callback_tag = "Callbacks";
constexpr std::string_view no_callback = "The link has no callback: it has not been paid.";

std::string curl_of(const callback_record& event) {
  delivery_job sent;
  sent.kind = delivery_kind::link_callback;
  sent.attempt = std::max(event.last_attempt, 1);
  sent.event_id = event.id.text();
  sent.url = event.url;
  sent.body = event.body;
  sent.signed_at = event.signed_at;
  sent.signature = event.signature;
  sent.agent = event.agent;
  sent.brand = event.brand;
  return curl_command(request_of(sent, stored_seal(sent)));
}

/// The callback of the link that the path names.
struct named_callback {
  payment_link link;
  callback_record event;
};
std::variant<named_callback, http_response> find_named(call_context& context) {
  auto link = named_link(context);
  if (!link) return context.fail_to_find("payment link", link.error());
  auto event = context.rows.ask(find_callback{context.workspace, link->row});
  if (!was_found(event)) return context.fail(errc::not_found, no_callback);
  return named_callback{std::move(*link), std::move(*event)};
}

/// 409 with the status of a callback that is still being sent.
http_response refuse_pending_callback(const reply_context& context, callback_status status) {
  return context.fail(errc::conflict, {},
                      {"status", std::string{to_text(status)},
                       "The callback is still being sent. It can be sent again once it is delivered or has failed."});
}

constexpr auto resent_callback_members = members_of<opened_round, payment_link_id>({
    {"id", forms::event_id, get<&opened_round::event>, "The event's id."},
    {"payment_link_id", forms::link_id, [](auto&, auto& link) { return link; }, "The link."},
    {"round", callback_round_record, get<&opened_round::round>, "The new round."},
});
constexpr written_record<opened_round, payment_link_id> resent_callback_record{
    "ResentCallback", "A callback that is being sent again.", resent_callback_members};

/// The result of sending again; `is_replay` if an earlier request with the same idempotency key did it.
http_response answer_round(const opened_round& opened, payment_link_id link, bool is_replay) {
  // Dated by the round, so that a replay is byte-identical.
  return repeatable(success(200, resent_callback_record.json(opened, link), opened.round.asked_at), is_replay);
}

/// The round that began with this attempt, as in the first answer.
http_response replay_round(call_context& context, std::string_view subject) {
  auto named = find_named(context);
  if (auto* refused = std::get_if<http_response>(&named)) return std::move(*refused);
  const auto& [link, event] = std::get<named_callback>(named);
  const auto round = std::ranges::find(event.rounds, take_number(subject), &callback_round::first_attempt);
  if (round == event.rounds.end()) return context.fail(errc::internal_error);
  return answer_round({event.id, *round}, link.id, true);
}

handled tell_round(const reply_context& context, result<write_reply>& outcome) {
  const auto opened = reply_to<resend_callback>(outcome);
  if (!opened) {
    const auto error = to_errc(opened.error());
    return error == errc::conflict ? refuse_pending_callback(context, callback_status::pending) : context.fail(error);
  }
  // The path has named the link: the command was created from it.
  return answer_round(*opened, payment_link_id::parse(context.call.path[1]).value_or(payment_link_id{}), false);
}

/// How many links are read, and how many callbacks reopened, in one transaction: few, so that credits behind them do
/// not wait long.
constexpr int portion_links_max = 250;

/// Sends the callbacks of all matching links again, portion by portion.
class resend_walk final : public portioned_write {
public:
  resend_walk(workspace_id workspace, link_filter filter, creator asked_by, idempotency_key key, act by)
      : workspace_{workspace}, filter_{std::move(filter)}, asked_by_{std::move(asked_by)}, key_{std::move(key)},
        by_{std::move(by)} {
    filter_.limit = portion_links_max;
  }

  write_command prepare(read_store& rows, timestamp now) override {
    auto portion = rows.ask(list_resendable{workspace_, filter_, now});
    more_after_ = portion.more_after;
    auto so_far = so_far_;
    so_far.matched += portion.matched;
    by_.id = audit_id::derived_from(by_.id);
    return resend_callbacks{.workspace = workspace_,
                            .link_rows = std::move(portion.link_rows),
                            .asked_by = asked_by_,
                            .so_far = so_far,
                            .is_last = !more_after_,
                            .key = key_,
                            .by = by_};
  }

  bool take(const write_reply& reply) override {
    so_far_ = std::get<resend_counts>(reply);
    filter_.after = more_after_;
    return more_after_.has_value();
  }

private:
  workspace_id workspace_;
  link_filter filter_;
  creator asked_by_;
  idempotency_key key_;
  act by_; ///< Of the portion before.
  resend_counts so_far_;
  std::optional<payment_link_id> more_after_;
};

handled tell_resent(const reply_context& context, result<write_reply>& outcome) {
  const auto counts = reply_to<resend_callbacks>(outcome);
  if (counts) return answer_resend_counts(*counts, false, false);
  const auto error = to_errc(counts.error());
  return error == errc::rate_limited ? context.come_again("Callbacks of this Workspace are already being sent again, "
                                                          "or it is being reactivated. Wait until that has finished.")
                                     : context.fail(error);
}

constexpr route_description showing_a_callback{
    .id = "getCallback",
    .tag = callback_tag,
    .summary = "Read the callback of a paid link",
    .details = "With its attempts, the requested resends, and its request as a `curl` command.",
    .answers = {answers::record("The callback.", link_callback_record)},
};

handled get_link_callback(call_context& context) {
  auto named = find_named(context);
  if (auto* refused = std::get_if<http_response>(&named)) return std::move(*refused);
  const auto& event = std::get<named_callback>(named).event;
  const auto curl = event.is_purged ? std::string{} : curl_of(event);
  return success(200, link_callback_record.json(event, context.workspace, curl), context.now);
}

constexpr route_description resending_a_callback{
    .id = "resendCallback",
    .tag = callback_tag,
    .summary = "Send a callback again",
    .details =
        "The callback must be `delivered` or `failed`. While it is `pending` or `sending`, the response is 409 with "
        "the status in `details`; once its body has been deleted, 409 with `body`. An unpaid link has no "
        "callback: 404.",
    .headers = idempotency_headers,
    .answers = {answers::repeatable("The new round.", resent_callback_record)},
    .errors = {errc::conflict},
};

handled resend_link_callback(call_context& context) {
  if (auto again = replay(context, replay_round)) return std::move(*again);
  auto named = find_named(context);
  if (auto* refused = std::get_if<http_response>(&named)) return std::move(*refused);
  const auto& [link, event] = std::get<named_callback>(named);
  if (!delivery::has_ended(event.progress))
    return refuse_pending_callback(context, delivery::status_of(event.progress));
  if (event.is_purged) return refuse_bodiless(context);
  return continue_with{{.workspace = context.workspace,
                        .write = resend_callback{context.workspace, link.row, context.who.as_creator(), context.key,
                                                 context.by_caller(), link.id},
                        .announce = [](const write_reply&, news_desk& news) { news.on_deliveries_due(); }},
                       tell_round};
}

constexpr route_description resending_callbacks{
    .id = "resendCallbacks",
    .tag = callback_tag,
    .summary = "Send the callbacks of all matching links again",
    .details = "Takes the filters of the list. A call without a filter is refused unless `all=true` selects every "
               "callback of the Workspace or `dry_run=true` only counts them. Callbacks without a body are skipped. "
               "Only one call can run at a time in a Workspace; a second one gets 429.",
    .query = {link_filters, resend_parameters},
    .headers = idempotency_headers,
    .answers = {answers::repeatable("The counts; the queued callbacks are now due.", resend_counts_record)},
};

handled resend_all_link_callbacks(call_context& context) {
  if (auto again = replay(context, replay_resend_counts)) return std::move(*again);
  auto faults = unknown_parameters(context);
  const auto filter = read_link_filter(context, faults);
  const bool only_counts = read_dry_run(context, link_filters, "callback", faults);
  if (!faults.empty()) return context.refuse(faults);
  if (only_counts)
    return answer_resend_counts(context.rows.ask(count_resendable{context.workspace, filter, context.now}), true,
                                false);
  return continue_with{{.workspace = context.workspace,
                        .portions = std::make_shared<resend_walk>(context.workspace, filter, context.who.as_creator(),
                                                                  context.key, context.by_caller()),
                        .key = context.key,
                        .announce = announce_resent},
                       tell_resent};
}

} // namespace

using enum permission;
constexpr api_route callback_rows[]{
    routes::with(payment_links_read, http_method::get, "/v1.1/payment-links/{workspace_id}/{link_id}/callback",
                 get_link_callback, showing_a_callback),
    routes::with(payment_links_write, http_method::post, "/v1.1/payment-links/{workspace_id}/{link_id}/callback/resend",
                 resend_link_callback, resending_a_callback),
    routes::in_turn(routes::with(payment_links_write, http_method::post,
                                 "/v1.1/payment-links/{workspace_id}/callbacks/resend", resend_all_link_callbacks,
                                 resending_callbacks)),
};
constexpr std::span<const api_route> callback_routes{callback_rows};

} // namespace paylink
