#include "persistence/deliveries/webhook_events.hpp"

#include "chat/chat_news.hpp"
#include "chat/services/chat_service.hpp"
#include "domain/banks/recorded_text.hpp"
#include "domain/deliveries/delivery_channel.hpp"
#include "domain/links/reference.hpp"
#include "domain/webhooks/webhook_payload.hpp"
#include "persistence/deliveries/delivery_insert.hpp"
#include "persistence/deliveries/lease.hpp"
#include "persistence/sql/invariant.hpp"

#include <algorithm>

namespace paylink {

/// What an event is about, besides its body.
struct raised_event {
  workspace_id workspace;
  webhook_event event = webhook_event::transaction_credit;
  std::string_view subject;
  std::function<delivery_id(std::uint64_t)> id_of; ///< By a number of the webhook and the event.
};

namespace {

const sql_statement<sql_row<sql_text>(sql_number)> find_virtual_account_id_sql{
    "SELECT id FROM virtual_accounts WHERE row = :row"};

const sql_statement<sql_row<sql_number, sql_number>(sql_number)> find_notified_webhooks_sql{
    "SELECT t.received_at, d.webhook_row FROM transactions t LEFT JOIN deliveries d ON d.subject_id = t.id AND "
    "d.webhook_row IS NOT NULL WHERE t.row = :row"};

/// The bodies of one event, each made when the first webhook needs it. All webhooks of a Workspace get the same.
struct event_bodies {
  chat_news news;
  std::function<std::string()> payload_of;
  std::array<std::string, delivery_kind_count> made{};

  const std::string& of(const webhook_subscriber& to) {
    auto& body = made[static_cast<std::size_t>(to.target->kind)];
    const auto* const chat = find_chat_service(to.target->kind);
    if (body.empty()) body = chat ? chat->message(news, to.lang) : payload_of();
    return body;
  }
};

/// `folded` is the entry's text, folded by the first webhook whose filter needs it.
bool wants(connection& db, const webhook_subscriber& one, const record_entry& command,
           std::optional<std::string>& folded) {
  const auto& entry = command.entry;
  if (!holds(one.events, webhook_event_of(entry.type))) return false;
  if (one.filter.is_empty()) return true;
  webhook_subject subject{.account = command.account, .direction = entry.type, .amount = entry.amount};
  if (!one.filter.text.empty()) {
    if (!folded) folded = fold_transfer_text(whole_text(entry));
    subject.folded_text = *folded;
  }
  auto& virtual_account = db[find_virtual_account_id_sql];
  if (!one.filter.virtual_accounts.empty() && virtual_account.first(command.virtual_account_row))
    subject.virtual_account = virtual_account_id::from_store(virtual_account.column<0>().view());
  return accepts(one.filter, subject);
}

event_bodies bodies_of(const record_entry& command, std::string_view bank) {
  const auto& entry = command.entry;
  const transaction_event_facts facts{.transaction_id = command.new_transaction.view(),
                                      .account_id = command.account.view(),
                                      .bank = bank,
                                      .account_number = command.virtual_account_row != 0 ? entry.virtual_account_number
                                                                                         : entry.account_number,
                                      .amount = entry.amount,
                                      .type = entry.type,
                                      .content = entry.content,
                                      .occurred_at = entry.occurred_at,
                                      .is_unproven = entry.is_unproved};
  return {.news = news_of(facts), .payload_of = [facts] { return webhook_payload(facts); }};
}

} // namespace

void webhook_events::raise(const record_entry& command, std::string_view bank, timestamp now,
                           std::vector<new_delivery>& into) {
  raise(command, bank, now, {}, into);
}

void webhook_events::raise_to_others(const record_entry& command, std::int64_t transaction_row, std::string_view bank,
                                     timestamp now, std::vector<new_delivery>& into) {
  std::vector<std::int64_t> notified_already;
  timestamp recorded_at{};
  db_[find_notified_webhooks_sql].each(
      [&](const auto& columns) {
        recorded_at = from_millis(column_at<0>(columns).value);
        notified_already.push_back(column_at<1>(columns).or_zero());
      },
      transaction_row);
  // A purge may have forgotten who got it.
  if (recorded_at > context_.retention.end_of(retention_age::deliveries, now))
    raise(command, bank, now, notified_already, into);
}

void webhook_events::raise(const record_entry& command, std::string_view bank, timestamp now,
                           std::span<const std::int64_t> notified_already, std::vector<new_delivery>& into) {
  const auto& entry = command.entry;
  std::optional<event_bodies> bodies;
  std::optional<std::string> folded;
  for (const auto& one : targets_.of(command.workspace, now)) {
    if (std::ranges::find(notified_already, one.target->row) != notified_already.end()) continue;
    if (!wants(db_, one, command, folded)) continue;
    if (!bodies) bodies = bodies_of(command, bank);
    into.push_back(deliver(
        {.workspace = command.workspace,
         .event = webhook_event_of(entry.type),
         .subject = command.new_transaction.view(),
         .id_of = [&](std::uint64_t number) { return delivery_id::derived_from(command.new_transaction, number); }},
        one, bodies->of(one), now));
    claim(into.back(), now);
  }
}

std::vector<new_delivery> webhook_events::tell_of(const payment_order& order, bool is_success, money amount,
                                                  timestamp now) {
  const auto event = is_success ? webhook_event::order_success : webhook_event::order_failed;
  const order_event_facts facts{.order_id = order.own_id,
                                .amount = amount,
                                .is_success = is_success,
                                .customer_email = order.customer_email,
                                .created_at = order.created_at};
  event_bodies bodies{.news = news_of(facts), .payload_of = [facts] { return webhook_payload(facts); }};
  std::vector<new_delivery> made;
  for (const auto& one : targets_.of(order.workspace, now))
    if (holds(one.events, event) && accepts(one.filter, {.account = order.account, .amount = amount}))
      made.push_back(
          deliver({.workspace = order.workspace,
                   .event = event,
                   .subject = order.own_id,
                   .id_of = [&](std::uint64_t number) { return delivery_id::derived_from(order.id, number); }},
                  one, bodies.of(one), now));
  return made;
}

void webhook_events::raise_success(const payment_order& order, money received, timestamp now,
                                   std::vector<new_delivery>& into) {
  for (auto& one : tell_of(order, true, received, now)) {
    claim(one, now);
    into.push_back(std::move(one));
  }
}

void webhook_events::record_failure(const payment_order& order, timestamp now) {
  auto all = tell_of(order, false, order.amount, now);
  payloads_.share(all);
  for (auto& one : all) {
    one.is_due = true;
    ensure(insert_delivery(db_, one, 0).has_value(), "an order's event is stored with what raises it");
  }
}

delivery_job webhook_events::job_for(const webhook_subscriber& to, const workspace_id& workspace, std::string id,
                                     const std::string& body) const {
  delivery_job job;
  job.kind = to.target->kind;
  job.workspace = workspace;
  job.event_id = std::move(id);
  job.url = is_chat(job.kind) ? context_.chat_addresses.at(job.kind) : to.url;
  job.body = body;
  job.agent = context_.brand;
  job.agent += channel_of(job.kind).agent;
  job.brand = context_.brand;
  job.webhook = to.target;
  return job;
}

new_delivery webhook_events::deliver(const raised_event& about, const webhook_subscriber& to, const std::string& body,
                                     timestamp now) {
  new_delivery made{.job =
                        job_for(to, about.workspace, about.id_of(number_of(to.target->row, about.event)).text(), body),
                    .event = about.event,
                    .subject = std::string{about.subject},
                    .created_at = now};
  // One that needs a turn is claimed by a sweep: a transaction with credits takes no turns, which others would wait for
  // until its end.
  if (channel_of(made.job.kind).is_paced) {
    made.is_due = true;
    made.due_at = turns_.next_turn(*to.target, now);
  }
  return made;
}

// A disabled webhook's delivery is recorded like the others, unclaimed: the next claim skips it.
void webhook_events::claim(new_delivery& made, timestamp now) {
  auto& job = made.job;
  const bool is_paced = channel_of(job.kind).is_paced;
  job.epoch = job.attempt = !is_paced && job.webhook->is_enabled && claims_.admit(queue_of(job)) ? 1 : 0;
  job.lease_until = now + lease_length(context_.retries);
  job.raised_at = now;
  made.claimed_by = context_.incarnation;
}

void webhook_events::record_test(const workspace_id& of, std::int64_t webhook_row, const test_event& event,
                                 timestamp now) {
  // The webhook may have been made or changed just now.
  targets_.forget();
  record_again(
      {.workspace = of, .id = event.delivery, .event = event.event, .subject = event.subject, .body = event.body},
      webhook_row, now);
}

std::int64_t webhook_events::record_again(const original_event& about, std::int64_t webhook_row, timestamp now) {
  const auto& all = targets_.of(about.workspace, now);
  const auto to = std::ranges::find(all, webhook_row, [](const webhook_subscriber& one) { return one.target->row; });
  ensure(to != all.end(), "a webhook that was found is one of its Workspace");
  const auto row = insert_delivery(db_,
                                   {.job = job_for(*to, about.workspace, about.id.text(), about.body),
                                    .event = about.event,
                                    .subject = about.subject,
                                    .created_at = now,
                                    .is_due = true,
                                    .payload_row = about.payload_row},
                                   about.transaction_row);
  ensure(row.has_value(), "a delivery that is due at once is stored");
  return *row;
}

} // namespace paylink
