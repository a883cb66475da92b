#include "api/calls/idempotency.hpp"
#include "api/calls/list_parameters.hpp"
#include "api/calls/resend_counts.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/deliveries/delivery_filter.hpp"
#include "api/deliveries/delivery_record.hpp"
#include "api/description/delivery_filters.hpp"
#include "api/description/request_record.hpp"
#include "http/wire/envelope.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr std::string_view is_unfinished =
    "The delivery is still being sent. It can be sent again once it is delivered or has failed.";
constexpr std::string_view is_disabled = "The webhook is disabled. Enable it first.";
constexpr std::string_view is_gone = "The webhook has been deleted. Use a different one as webhook_id.";

struct resend_goal {
  std::optional<std::string> webhook_id;
};
constexpr auto goal_members = members_into<resend_goal>({
    {"webhook_id", forms::webhook_id, into<&resend_goal::webhook_id>,
     "Another webhook of the Workspace; by default, each delivery's own.", optional, "", false},
});
constexpr request_record goal_record{"ResendGoal", "The target of a resend.", goal_members};

constexpr auto resent_members = members_of<resent_delivery>({
    {"id", forms::delivery_id, get<&resent_delivery::id>,
     "The delivery that is now due; for another webhook, a new one."},
    {"webhook_id", forms::webhook_id, get<&resent_delivery::webhook>, "The webhook it is sent to."},
    {"resend_of", forms::delivery_id, get<&resent_delivery::resend_of>,
     "The delivery to another webhook that this one repeats.", nullable},
    {"first_attempt", forms::attempt_number, get<&resent_delivery::first_attempt>, "The number of the next attempt.",
     always, "11"},
    {"asked_at", forms::time, get<&resent_delivery::asked_at>, "When it was requested."},
});
constexpr written_record<resent_delivery> resent_record{"ResentDelivery", "A delivery that is being sent again.",
                                                        resent_members};

http_response answer_resent(const resent_delivery& sent, bool is_replay) {
  // Dated by the request, so that a replay is byte-identical.
  return repeatable(success(200, resent_record.json(sent), sent.asked_at), is_replay);
}

/// 409 with the status of a delivery that is still being sent.
http_response refuse_unfinished(const reply_context& context, delivery_status status) {
  return context.fail(errc::conflict, {}, {"status", std::string{to_text(status)}, std::string{is_unfinished}});
}

/// 409 with what can be done instead.
http_response refuse_ended_webhook(call_context& context, webhook_id own) {
  const bool is_deleted = !was_found(context.rows.ask(find_webhook{context.workspace, own, context.now}));
  return context.fail(errc::conflict, is_deleted ? is_gone : is_disabled);
}

/// Sent again in an earlier call with the same key.
http_response replay_resent(call_context& context, std::string_view subject) {
  const auto stroke = subject.find('/');
  const auto found =
      context.rows.ask(find_delivery{context.workspace, delivery_id::from_store(subject.substr(0, stroke))});
  if (!found) return context.fail_to_find("delivery", found.error());
  subject.remove_prefix(std::min(stroke + 1, subject.size()));
  resent_delivery sent{.id = found->id, .webhook = found->webhook, .resend_of = found->resend_of};
  sent.first_attempt = static_cast<int>(take_number(subject));
  sent.asked_at = from_millis(take_number(subject));
  return answer_resent(sent, true);
}

/// The webhook that the body names, if it names one.
std::variant<std::optional<webhook>, http_response> read_goal(call_context& context) {
  auto [asked, faults] = goal_record.read(context.body);
  std::optional<webhook> goal;
  if (asked.webhook_id && faults.empty()) {
    const auto id = webhook_id::parse(*asked.webhook_id);
    auto found =
        id ? context.rows.ask(find_webhook{context.workspace, *id, context.now}) : result<webhook>{errc::not_found};
    if (was_found(found))
      goal = std::move(*found);
    else
      faults.push_back({"webhook_id", "not_found", "The Workspace has no webhook with this id."});
  }
  if (!faults.empty()) return context.refuse(faults);
  if (goal && !goal->is_enabled) return context.fail(errc::conflict, is_disabled);
  return goal;
}

handled tell_resent_delivery(const reply_context& context, result<write_reply>& outcome) {
  const auto sent = reply_to<resend_delivery>(outcome);
  if (sent) return answer_resent(*sent, false);
  // It was neither a moment ago.
  if (to_errc(sent.error()) == errc::conflict)
    return context.fail(
        errc::conflict,
        "The delivery is already being sent again, its webhook has been disabled, or its body has been deleted.");
  return context.fail(sent.error());
}

constexpr route_description resending_a_delivery{
    .id = "resendDelivery",
    .tag = delivery_tag,
    .summary = "Send a delivery again",
    .details = "Starts another round of attempts for the same delivery, with the same bytes and a new signature for "
               "each attempt. A skipped delivery can be sent, too. With `webhook_id`, the event is sent to that "
               "webhook: as a new delivery that refers to this one, or, if that webhook already has a delivery of the "
               "event, as another round of it. 409 while the delivery is `pending` or `sending`, if the webhook is "
               "disabled, and once the body has been deleted.",
    .headers = idempotency_headers,
    .bodies = {&goal_record},
    .answers = {answers::repeatable("The delivery, which is now due.", resent_record)},
    .errors = {errc::conflict},
};

handled resend_workspace_delivery(call_context& context) {
  if (auto again = replay(context, replay_resent)) return std::move(*again);
  auto read = read_goal(context);
  if (auto* refused = std::get_if<http_response>(&read)) return std::move(*refused);
  const auto& goal = std::get<std::optional<webhook>>(read);
  const auto id = delivery_id::parse(context.call.path[1]);
  const auto found =
      id ? context.rows.ask(find_delivery{context.workspace, *id}) : result<webhook_delivery>{errc::not_found};
  if (!found) return context.fail_to_find("delivery", found.error());
  const bool is_to_own = !goal || goal->row == found->webhook_row;
  if (goal && goal->type != found->type) {
    return context.refuse(
        {"webhook_id", "type", "An endpoint's delivery cannot be resent to a chat, nor a chat's to an endpoint."});
  }
  if (found->is_purged) return refuse_bodiless(context);
  if (is_to_own && !found->webhook_is_enabled) return refuse_ended_webhook(context, found->webhook);
  if (is_to_own && (found->status == delivery_status::pending || found->status == delivery_status::sending))
    return refuse_unfinished(context, found->status);
  return continue_with{{.workspace = context.workspace,
                        .write = resend_delivery{.workspace = context.workspace,
                                                 .row = found->row,
                                                 .to = goal ? goal->id : webhook_id{},
                                                 .asked_by = context.who.as_creator(),
                                                 .key = context.key,
                                                 .by = context.by_caller()},
                        .announce = [](const write_reply&, news_desk& news) { news.on_deliveries_due(); }},
                       tell_resent_delivery};
}

/// How many deliveries are sent again in one transaction: few, so that credits behind them do not wait long.
constexpr int portion_deliveries_max = 250;

/// Sends all matching deliveries again, portion by portion: those that there are when it begins.
class delivery_resend_walk final : public portioned_write {
public:
  /// `resend` is the first portion without its rows.
  delivery_resend_walk(resend_deliveries resend, delivery_filter filter)
      : resend_{std::move(resend)}, filter_{std::move(filter)} {
    filter_.limit = portion_deliveries_max;
  }

  write_command prepare(read_store& rows, timestamp) override {
    auto portion = rows.ask(list_resendable_deliveries{resend_.workspace, filter_});
    more_after_ = portion.more_after;
    filter_.until = portion.until;
    auto next = resend_;
    next.rows = std::move(portion.rows);
    next.so_far.matched += std::ssize(next.rows);
    next.is_last = more_after_ == 0;
    next.by.id = audit_id::derived_from(resend_.by.id);
    resend_.by = next.by;
    return next;
  }

  bool take(const write_reply& reply) override {
    resend_.so_far = std::get<resend_counts>(reply);
    filter_.after = more_after_;
    return more_after_ != 0;
  }

private:
  resend_deliveries resend_; ///< The portion before.
  delivery_filter filter_;
  std::int64_t more_after_ = 0;
};

handled tell_resent_deliveries(const reply_context& context, result<write_reply>& outcome) {
  const auto counts = reply_to<resend_deliveries>(outcome);
  if (counts) return answer_resend_counts(*counts, false, false);
  const auto error = to_errc(counts.error());
  if (error == errc::rate_limited)
    return context.come_again("Callbacks or deliveries of this Workspace are already being sent again, or it is being "
                              "reactivated. Wait until that has finished.");
  if (error == errc::conflict || error == errc::not_found)
    return context.fail(errc::conflict, "The webhook has since been disabled.");
  return context.fail(error);
}

constexpr route_description resending_deliveries{
    .id = "resendDeliveries",
    .tag = delivery_tag,
    .summary = "Send all matching deliveries again",
    .details =
        "Takes the filters of the list; the oldest delivery is sent first. A call without a filter is refused unless "
        "`all=true` selects every delivery of the Workspace or `dry_run=true` only counts them. With `webhook_id` in "
        "the body, the events are sent to that webhook, each once, even if it was created later. Deliveries without a "
        "body are skipped. Only one call can run at a time in a Workspace; a second one gets 429.",
    .query = {delivery_filters, resend_parameters},
    .headers = idempotency_headers,
    .bodies = {&goal_record},
    .answers = {answers::repeatable("The counts; the queued deliveries are now due.", resend_counts_record)},
    .errors = {errc::conflict},
};

handled resend_workspace_deliveries(call_context& context) {
  if (auto again = replay(context, replay_resend_counts)) return std::move(*again);
  auto read = read_goal(context);
  if (auto* refused = std::get_if<http_response>(&read)) return std::move(*refused);
  const auto& goal = std::get<std::optional<webhook>>(read);
  auto faults = unknown_parameters(context);
  const auto filter = read_delivery_filter(context, faults);
  const bool only_counts = read_dry_run(context, delivery_filters, "delivery", faults);
  if (!faults.empty()) return context.refuse(faults);
  if (only_counts)
    return answer_resend_counts(
        context.rows.ask(count_resendable_deliveries{context.workspace, filter, goal ? goal->row : 0, context.now}),
        true, false);
  resend_deliveries first{.workspace = context.workspace,
                          .rows = {},
                          .to = goal ? goal->id : webhook_id{},
                          .asked_by = context.who.as_creator(),
                          .key = context.key,
                          .by = context.by_caller()};
  return continue_with{{.workspace = context.workspace,
                        .portions = std::make_shared<delivery_resend_walk>(std::move(first), filter),
                        .key = context.key,
                        .announce = announce_resent},
                       tell_resent_deliveries};
}

} // namespace

using enum permission;
constexpr api_route delivery_resend_rows[]{
    routes::with(webhooks_write, http_method::post, "/v1.1/deliveries/{workspace_id}/{delivery_id}/resend",
                 resend_workspace_delivery, resending_a_delivery),
    routes::in_turn(routes::with(webhooks_write, http_method::post, "/v1.1/deliveries/{workspace_id}/resend",
                                 resend_workspace_deliveries, resending_deliveries)),
};
constexpr std::span<const api_route> delivery_resend_routes{delivery_resend_rows};

} // namespace paylink
