#include "persistence/deliveries/webhook_events.hpp"

#include "domain/deliveries/delivery_channel.hpp"
#include "persistence/deliveries/lease.hpp"
#include "persistence/sql/invariant.hpp"

namespace paylink {

webhook_events::webhook_events(soci::session& session, dialect spoken, const store_context& context,
                               batch_claims& claims, webhook_targets& targets)
    : context_{context}, claims_{claims}, targets_{targets},
      bank_of_{session, "SELECT bank FROM bank_accounts WHERE row = :row"},
      virtual_account_{session, "SELECT id FROM virtual_accounts WHERE row = :row"}, insert_{session, spoken} {}

bool webhook_events::wants(const webhook_subscriber& one, const record_entry& command) {
  const auto& entry = command.entry;
  if (!holds(one.events, webhook_event_of(entry.type))) return false;
  if (one.filter.is_empty()) return true;
  webhook_subject subject{
      .account = command.account, .direction = entry.type, .amount = entry.amount, .text = entry.content};
  if (!one.filter.virtual_accounts.empty() && virtual_account_.first(command.virtual_account_row))
    subject.virtual_account = virtual_account_id::from_store(virtual_account_.column<0>().view());
  return accepts(one.filter, subject);
}

void webhook_events::raise(const record_entry& command, timestamp now, std::vector<new_delivery>& into) {
  const auto& entry = command.entry;
  std::string body;
  for (const auto& one : targets_.of(command.workspace, now)) {
    if (!wants(one, command)) continue;
    if (body.empty()) {
      ensure(bank_of_.first(command.account_row), "an entry names an account that exists");
      body = webhook_payload(
          {.transaction_id = command.new_transaction.view(),
           .account_id = command.account.view(),
           .bank = bank_of_.column<0>().view(),
           .account_number = command.virtual_account_row != 0 ? entry.virtual_account_number : entry.account_number,
           .amount = entry.amount,
           .type = entry.type,
           .content = entry.content,
           .occurred_at = entry.occurred_at});
    }
    into.push_back(deliver(
        {.workspace = command.workspace,
         .event = webhook_event_of(entry.type),
         .subject = command.new_transaction.view(),
         .id_of = [&](std::uint64_t number) { return delivery_id::derived_from(command.new_transaction, number); }},
        one, body, now));
  }
}

delivery_job webhook_events::job_for(const webhook_subscriber& to, const workspace_id& workspace, std::string id,
                                     const std::string& body) const {
  delivery_job job;
  job.kind = delivery_kind::webhook;
  job.workspace = workspace;
  job.event_id = std::move(id);
  job.url = to.url;
  job.body = body;
  job.agent = context_.brand;
  job.agent += channel_of(job.kind).agent;
  job.brand = context_.brand;
  job.webhook = to.target;
  return job;
}

// A disabled webhook's delivery is recorded like the others, unclaimed: the next claim skips it.
new_delivery webhook_events::deliver(const told& about, const webhook_subscriber& to, const std::string& body,
                                     timestamp now) {
  const auto number =
      static_cast<std::uint64_t>(to.target->row) * webhook_event_count + static_cast<std::uint64_t>(about.event) + 1;
  auto job = job_for(to, about.workspace, about.id_of(number).text(), body);
  job.epoch = job.attempt = to.target->is_enabled && claims_.admit(line_of(job)) ? 1 : 0;
  job.lease_until = now + lease_length(context_.retries);
  return {.job = std::move(job),
          .event = about.event,
          .subject = std::string{about.subject},
          .claimed_by = context_.life,
          .created_at = now};
}

void webhook_events::record_test(const test_webhook& command, std::int64_t webhook_row, timestamp now) {
  const auto& all = targets_.of(command.workspace, now);
  const auto to = std::ranges::find(all, webhook_row, [](const webhook_subscriber& one) { return one.target->row; });
  ensure(to != all.end(), "a webhook that was found is one of its Workspace");
  const new_delivery made{.job = job_for(*to, command.workspace, command.delivery.text(), command.body),
                          .event = command.event,
                          .subject = command.subject,
                          .created_at = now,
                          .is_due = true};
  ensure(insert_.run(made, 0).has_value(), "a test delivery is stored");
}

} // namespace paylink
