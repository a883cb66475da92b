#include "persistence/credits/link_truth.hpp"

#include "domain/deliveries/callback.hpp"
#include "failpoints/planted_bug.hpp"
#include "persistence/deliveries/lease.hpp"
#include "persistence/sql/invariant.hpp"

namespace paylink {

bool link_truth::is_of(const record_entry& command) const {
  if (account.is_null() || account.value != command.account_row) return false;
  hold(workspace.view() == command.workspace.view(), "a link and its account are of one Workspace");
  return true;
}

bool link_truth::is_pending(timestamp now) const {
  return static_cast<link_status>(status.value) == link_status::pending && now < from_millis(expires_at.value);
}

classification link_truth::classify(const bank_entry& entry, timestamp now) const {
  auto known = static_cast<link_status>(status.value);
  auto ends = from_millis(expires_at.value);
  if (PAYLINK_BUG(second_event_per_link) && known == link_status::succeeded) known = link_status::pending;
  if (PAYLINK_BUG(reopens_closed_link) && known == link_status::cancelled) known = link_status::pending;
  if (PAYLINK_BUG(takes_less_than_the_least) && amount.is_null() && entry.amount.dong >= 1'000)
    return paylink::classify(known, std::nullopt, ends, entry.status, std::max(entry.amount, link_amount_min), now);
  if (PAYLINK_BUG(expires_one_late)) ends += std::chrono::milliseconds{1};
  return paylink::classify(known, amount.is_null() ? std::nullopt : std::optional{money{amount.value}}, ends,
                           entry.status, entry.amount, now);
}

delivery_job link_truth::make_event(const record_entry& command, const store_context& context, batch_claims& claims,
                                    timestamp now) const {
  const auto& entry = command.entry;
  hold(amount.is_null() || entry.amount.dong >= amount.value, "a completing credit covers the link's amount");
  hold(!key_id.is_null(), "a Workspace has a current signing key");
  delivery_job job;
  job.workspace = command.workspace;
  const auto link = payment_link_id::from_store(id.view());
  const auto event = PAYLINK_BUG(draws_event_ids) ? event_id::derived_from(command.new_transaction) : event_of(link);
  job.event_id = event.text();
  job.url = callback_url.value;
  job.body = callback_body({.event = event,
                            .link = link,
                            .public_id = public_id.view(),
                            .reference = reference_of(reference.value),
                            .transaction = command.new_transaction,
                            .received = entry.amount,
                            .paid_at = entry.occurred_at});
  job.signed_at = unix_seconds(now);
  job.signature =
      context.signer.sign(command.workspace, key_id.view(), sealed_key.view(), signed_data(job.signed_at, job.body));
  job.agent = context.brand + "-Payment-Link/1";
  job.brand = context.brand;
  job.epoch = job.attempt = claims.admit(line_of(job)) ? 1 : 0;
  job.lease_until = now + lease_length(context.retries);
  return job;
}

} // namespace paylink
