#include "persistence/credits/locked_link.hpp"

#include "domain/deliveries/callback.hpp"
#include "domain/deliveries/delivery_channel.hpp"
#include "persistence/deliveries/lease.hpp"
#include "persistence/sql/invariant.hpp"

namespace paylink {

bool locked_link::is_of(const record_entry& command) const {
  if (account.is_null() || account.value != command.account_row) return false;
  ensure(workspace.view() == command.workspace.view(), "a link and its account are of one Workspace");
  return true;
}

bool locked_link::is_pending(timestamp now) const {
  const auto now_known = target();
  return now_known.status == link_status::pending && now < now_known.expires_at;
}

named_target locked_link::target() const {
  const auto known = static_cast<link_status>(status.value);
  const auto ends = from_millis(expires_at.value);
  return {.status = known,
          .amount = amount.is_null() ? std::nullopt : std::optional{money{amount.value}},
          .expires_at = ends};
}

new_delivery locked_link::make_event(const record_entry& command, const store_context& context, batch_claims& claims,
                                     timestamp now) const {
  const auto& entry = command.entry;
  ensure(amount.is_null() || entry.amount.dong >= amount.value, "a completing credit covers the link's amount");
  ensure(!key_id.is_null(), "a Workspace has a current signing key");
  delivery_job job;
  job.kind = delivery_kind::link_callback;
  const auto& channel = channel_of(job.kind);
  job.workspace = command.workspace;
  const auto link = payment_link_id::from_store(id.view());
  const auto event = event_of(link);
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
  job.signature = context.signer.sign(command.workspace, key_id.view(), sealed_key.view(),
                                      channel.signing.data(job.signed_at, job.body));
  job.agent = context.brand;
  job.agent += channel.agent;
  job.brand = context.brand;
  job.epoch = job.attempt = claims.admit(queue_of(job)) ? 1 : 0;
  job.lease_until = now + lease_length(context.retries);
  job.raised_at = now;
  return {.job = std::move(job),
          .link_row = row.value,
          .key_id = key_id.value,
          .claimed_by = context.incarnation,
          .created_at = now};
}

} // namespace paylink
