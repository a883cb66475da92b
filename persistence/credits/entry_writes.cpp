#include "persistence/credits/entry_writes.hpp"

#include "domain/banks/recorded_text.hpp"
#include "failpoints/failpoint.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/credits/account_holders.hpp"
#include "persistence/credits/kept_entry_writes.hpp"
#include "persistence/credits/new_transaction.hpp"
#include "persistence/credits/order_settling.hpp"
#include "persistence/deliveries/delivery_insert.hpp"
#include "persistence/deliveries/webhook_events.hpp"
#include "persistence/links/link_row.hpp"
#include "persistence/plans/open_month.hpp"
#include "persistence/raw/raw_entry.hpp"
#include "persistence/sql/invariant.hpp"
#include "persistence/statistics/count_tally.hpp"
#include "persistence/transactions/transaction_writes.hpp"

namespace paylink {
namespace {

/// How far a bank's clock may be behind ours, for one who pays a link as soon as it is made.
constexpr std::chrono::hours payment_behind{1};

const sql_statement<locked_link(sql_number)> find_locked_link_sql{[](dialect spoken) {
  return "SELECT " + sql_columns<locked_link>() + " FROM payment_links l" +
         std::string{locked_link::key_of_link(spoken)} + "WHERE l.reference = :reference" +
         choose(spoken, "", " FOR UPDATE OF l SKIP LOCKED");
}};

const sql_statement<sql_row<sql_number>(sql_number, sql_number)> is_link_there_sql{
    "SELECT row FROM payment_links WHERE reference = :reference AND account_row = :account"};

// A second one is enough to show that the virtual account is ambiguous.
const sql_statement<sql_row<sql_number, sql_number>(sql_number, sql_number, sql_number)> find_only_pending_link_sql{
    "SELECT reference, amount FROM payment_links WHERE virtual_account_row = :virtual_account AND status = 0 AND "
    "expires_at > :now AND created_at < :behind LIMIT 2"};

const sql_row_insert<decltype(transaction_columns)::parameters<sql_number, sql_number>> insert_transaction_sql{
    [](dialect) {
      return "INSERT INTO transactions (" + transaction_columns.names() + ", transfer_turn) VALUES (" +
             transaction_columns.names(":") +
             ", (SELECT COALESCE(MAX(t.transfer_turn) + 1, 0) FROM transactions t WHERE t.account_row + 0 = "
             ":of_account AND t.transfer_print = :of_print)) ON CONFLICT DO NOTHING";
    }};

const sql_statement<void(sql_number, sql_number, sql_number, sql_number, sql_number)> complete_link_sql{
    "UPDATE payment_links SET status = 1, received_amount = :amount, transaction_row = :transaction, closed_at = :now "
    "WHERE row = :row AND status = 0 AND expires_at > :deciding"};

const sql_statement<void(sql_text, sql_text, sql_number)> insert_usage_sql{[](dialect spoken) {
  return "INSERT INTO usage (owner_id, month, transaction_row) VALUES (:owner, " + metered_month(spoken) +
         ", :transaction)";
}};

const sql_statement<sql_row<sql_text>(sql_text)> share_workspace_status_sql{[](dialect spoken) {
  return std::string{"SELECT status FROM workspaces WHERE id = :workspace"} +
         choose(spoken, "", " FOR SHARE SKIP LOCKED");
}};

std::optional<std::int64_t> row_of(const locked_link* link) {
  return link ? std::optional<std::int64_t>{link->row.value} : null_number;
}

/// A duplicate, without its transaction, which is somebody else's.
result<write_reply> answer_anothers() {
  recorded_entry reply;
  reply.result = entry_result::duplicate;
  return write_reply{std::move(reply)};
}

// It was looked up before. An entry that was not asked for of this account is for the one that has the number now,
// which is reminded of it, or for nobody.
result<write_reply> keep_moved(writing& at, const record_entry& command) {
  if (command.is_asked_for) return errc::service_unavailable; // and is asked for no more
  const auto kept = carry_out(at, keep_unknown_entry(command.feed, command.entry));
  if (!kept) return kept.error();
  return write_reply{*kept};
}

// Another account has, or had, the number, and the entry is recorded or held for that one.
bool belongs_to_other_account(writing& at, const record_entry& command) {
  return at.holders.of(command.account_row).shares_number && command.entry.statement_id.empty() &&
         feed_pairing::is_recorded_elsewhere(at.db, command);
}

/// The row; none if the entry was recorded before.
std::optional<std::int64_t> insert_transaction(writing& at, new_transaction made) {
  const auto& command = made.command;
  const auto print =
      command.entry.statement_id.empty() ? feed_pairing::print_of(command.entry) : statement_print_of(command.entry);
  made.print = print;
  return transaction_columns.with_values(made, [&](const auto&... values) {
    return at.db.insert(insert_transaction_sql, values..., command.account_row, print);
  });
}

void count_usage(writing& at, const user_id& owner, std::int64_t transaction_row) {
  at.db[insert_usage_sql].run(owner.view(), vietnam_month(at.when.now), transaction_row);
  PAYLINK_FAILPOINT(after_usage_row);
}

void notify_webhooks(writing& at, const record_entry& command, std::string_view bank, const payment_order* completed,
                     std::int64_t transaction_row, recorded_entry& reply) {
  std::vector<new_delivery> raised;
  at.events.raise(command, bank, at.when.now, raised);
  if (completed) at.events.raise_success(*completed, command.entry.amount, at.when.now, raised);
  at.payloads.share(raised);
  for (auto& one : raised) store_delivery(at, std::move(one), transaction_row, reply);
}

/// Records one as what was decided.
result<write_reply> record_new(writing& at, const record_entry& command, const statement_pairing::stated& stated,
                               const credit_target& target, const entry_decision& decided) {
  const auto& entry = command.entry;
  const auto& [link, order, is_locked] = target;
  recorded_entry reply;
  reply.classified = decided.classified;
  reply.is_unconfirmed = decided.is_unconfirmed;
  const auto transaction_row = insert_transaction(at, {.command = command,
                                                       .classified = reply.classified,
                                                       .link_row = link ? link->row.value : 0,
                                                       .order_row = order ? order->row : 0,
                                                       .received_at = at.when.now});
  if (!transaction_row) {
    const auto first = feed_pairing::find_first(at.db, command);
    // Another node has recorded this transfer, or an equal one, since it was looked for: the batch sees it next time.
    if (!first) throw write_conflict{};
    // The first entry says which link its virtual account stood for.
    return answer_repeated(at, command, *first, command.link ? link : nullptr);
  }
  PAYLINK_FAILPOINT(after_transaction_row);
  if (!entry.statement_id.empty()) at.statements.note(command, stated, *transaction_row);
  keep_beside(at, entry, *transaction_row);
  reply.transaction = command.new_transaction;
  at.tally.count_transaction(command.workspace, entry, reply.classified, at.when.now);
  const bool is_completed = decided.completes_target();
  if (link) reply.link = payment_link_id::from_store(link->id.view());
  if (order) reply.order = order->id;
  if (link && reply.classified && is_news_for_payers(*reply.classified)) reply.public_id = link->public_id.value;
  if (link && is_completed) complete_link(at, command, *link, *transaction_row, reply);
  if (order && is_completed) order_settling::complete(at.db, {order->row, entry.amount, *transaction_row}, at.when.now);
  if (!link && !order) at.transactions.note_near_miss(command, *transaction_row);
  const auto& holder = at.holders.of(command.account_row);
  count_usage(at, holder.owner, *transaction_row);
  if (holder.has_webhooks)
    notify_webhooks(at, command, holder.bank, order && is_completed ? &*order : nullptr, *transaction_row, reply);
  return write_reply{std::move(reply)};
}

/// The transaction of the same transfer that another feed, or a statement, has reported.
std::optional<feed_pairing::partner> find_any_partner(writing& at, const record_entry& command, bool may_be_stated) {
  auto partner = feed_pairing::find_partner(at.db, command);
  if (partner || !may_be_stated || feed_pairing::find_first(at.db, command)) return partner;
  return at.statements.find_stated(command);
}

// The first report may have left out what this entry names: its text, or its virtual account.
result<write_reply> merge_repeated_entry(writing& at, const record_entry& command,
                                         const feed_pairing::partner& partner) {
  const bool may_tell_more = partner.is_stated || command.link || command.goes_by_virtual_account();
  auto settled = partner.is_paired || !may_tell_more ? std::nullopt : settle_by(at, command, partner.row);
  if (settled && (!*settled || std::holds_alternative<held_up>(**settled))) return std::move(*settled);
  if (partner.is_stated)
    at.statements.give_to_feed(command, partner);
  else
    feed_pairing::pair(at.db, command, partner);
  if (settled) return std::move(*settled);
  const auto first = feed_pairing::find_first(at.db, command);
  ensure(first.has_value(), "a paired entry has a first one");
  auto reply = answer_repeated(at, command, *first, find_locked_link(at, command, command.link));
  add_account(at, command, partner.row, first->transaction, std::get<recorded_entry>(*reply));
  return reply;
}

/// Keeps the Workspace suspended until the transaction ends; false if another transaction is changing its status.
/// Otherwise an entry could be stored behind a reactivation that has found none left, and wait for ever.
bool keep_suspended(writing& at, workspace_id workspace) {
  if (!has_other_writers(at.db.spoken())) return true;
  auto& shared = at.db[share_workspace_status_sql];
  if (!shared.first(workspace.view())) return false;
  // It has become active since it was read: the whole batch sees that the next time.
  if (shared.column<0>().view() == "active") throw write_conflict{};
  return true;
}

result<write_reply> hold_back(writing& at, const record_entry& command) {
  if (!keep_suspended(at, command.workspace)) return write_reply{held_up{}};
  keep_held_entry(at, command);
  recorded_entry reply;
  reply.result = entry_result::held;
  return write_reply{std::move(reply)};
}

result<write_reply> record_rejected(writing& at, const record_entry& command) {
  recorded_entry reply;
  const auto named = reference_named_by(at, command);
  const auto* link = find_locked_link(at, command, named);
  if (!link && is_link_held_up(at, command, named)) return write_reply{held_up{}};
  if (link && !command.link && !link->is_pending(at.when.now)) link = nullptr;
  if (link) reply.classified = classification::rejected;
  // No money moved: the entry is only in the link's history, and may still arrive as a booked one.
  if (keep_rejected_entry(at, command, row_of(link))) return write_reply{std::move(reply)};
  reply.result = entry_result::duplicate;
  reply.conflict = differs_from_rejected(at, command);
  if (reply.conflict) keep_conflict(at, command, row_of(link));
  return write_reply{std::move(reply)};
}

/// What the database knows of an entry.
struct found_entry {
  entry_facts facts;
  std::optional<feed_pairing::first_notice> first{};
  std::optional<feed_pairing::partner> partner{};
  credit_target target{};
};

/// Looks up what the decision needs, in its order: what an earlier fact decides costs no further query.
found_entry look_up(writing& at, const record_entry& command, const entry_facts& of_account) {
  found_entry found{.facts = of_account};
  auto& facts = found.facts;
  const auto find_first = [&] {
    found.first = feed_pairing::find_first(at.db, command);
    facts.is_known = found.first.has_value();
  };
  if (facts.is_refused) return found;
  // Recorded entries stay recorded. Everything else waits until the Workspace is active again.
  if (facts.is_suspended) {
    if (command.entry.status != entry_status::booked) return found;
    find_first();
    facts.is_of_another_account = !facts.is_known && belongs_to_other_account(at, command);
    return found;
  }
  if (command.entry.statement_id.empty()) {
    const bool may_be_stated = at.holders.of(command.account_row).has_statement_of(command.entry);
    if (may_be_stated) at.statements.take_turn(command.account_row);
    found.partner = find_any_partner(at, command, may_be_stated);
    facts.has_partner = found.partner.has_value();
    if (facts.has_partner) return found;
    // What this account has recorded itself is found out by the insert.
    facts.is_of_another_account = belongs_to_other_account(at, command) && !feed_pairing::find_first(at.db, command);
    if (facts.is_of_another_account) return found;
  }
  if (command.goes_by_virtual_account() && !at.when.clock_is_sound) return found;
  found.target = find_target(at, command, reference_named_by(at, command));
  facts.is_target_locked = found.target.is_locked;
  facts.target = found.target.named();
  if (facts.is_target_locked) find_first();
  return found;
}

/// Does with the entry what is decided about it. `stated`: what is known of one of a statement.
result<write_reply> settle_new(writing& at, const record_entry& command, const entry_facts& of_account,
                               const statement_pairing::stated& stated) {
  const auto found = look_up(at, command, of_account);
  const auto decided =
      decide(command.entry, found.facts, command.goes_by_virtual_account(), at.when.clock_is_sound, at.when.now);
  switch (decided.fate) {
  case entry_fate::refused:
    return keep_moved(at, command);
  case entry_fate::repeated: {
    // Beside a locked link or order, it needs neither.
    const auto* link = found.facts.is_suspended ? find_locked_link(at, command, command.link) : nullptr;
    return answer_repeated(at, command, *found.first, link);
  }
  case entry_fate::of_another_account:
    return answer_anothers();
  case entry_fate::paired:
    return merge_repeated_entry(at, command, *found.partner);
  case entry_fate::held:
    return hold_back(at, command);
  case entry_fate::held_up:
    return write_reply{held_up{}};
  case entry_fate::unavailable:
    return errc::service_unavailable;
  case entry_fate::recorded:
    return record_new(at, command, stated, found.target, decided);
  }
  return errc::internal_error;
}

/// An entry of a statement.
result<write_reply> settle_stated(writing& at, const record_entry& command) {
  at.statements.take_turn(command.account_row);
  // When it was recorded decides what a feed tells of it later.
  if (!at.when.clock_is_sound) return errc::service_unavailable;
  const auto stated = at.statements.find(command);
  if (stated.first) return state_again(at, command, stated);
  if (!stated.is_taken) return settle_new(at, command, {}, stated);
  auto renamed = command;
  renamed.name_transaction(1);
  return settle_new(at, renamed, {}, stated);
}

} // namespace

result<write_reply> carry_out(writing& at, const record_entry& command) {
  const auto& holder = at.holders.of(command.account_row);
  const entry_facts of_account{.is_refused = holder.refuses(command), .is_suspended = holder.is_suspended};
  if (of_account.is_refused || of_account.is_suspended) return settle_new(at, command, of_account, {});
  return settle_entry(at, command);
}

result<write_reply> settle_entry(writing& at, const record_entry& command) {
  ensure(!command.ambiguous || !command.link, "an ambiguous credit names no link");
  if (command.entry.status == entry_status::rejected) return record_rejected(at, command);
  return command.entry.statement_id.empty() ? settle_new(at, command, {}, {}) : settle_stated(at, command);
}

const locked_link* find_locked_link(writing& at, const record_entry& command, const std::optional<reference>& named) {
  if (!named || command.entry.type != transfer_type::credit) return nullptr;
  if (named->kind != reference_kind::payment_link) return nullptr;
  auto& truth = at.db[find_locked_link_sql];
  if (!truth.first(stored_reference(*named)) || !truth.out().is_of(command)) return nullptr;
  return &truth.out();
}

bool is_link_held_up(writing& at, const record_entry& command, const std::optional<reference>& named) {
  return has_other_writers(at.db.spoken()) && named && named->kind == reference_kind::payment_link &&
         command.entry.type == transfer_type::credit &&
         at.db[is_link_there_sql].first(stored_reference(*named), command.account_row);
}

std::optional<reference> reference_named_by(writing& at, const record_entry& command) {
  if (!command.goes_by_virtual_account()) return command.link;
  // Nobody pays a link before it is made. Of some transfers the bank tells only the day.
  const auto behind = vietnam_day(command.entry.occurred_at) + std::chrono::hours{24} + payment_behind;
  int pending = 0;
  std::optional<reference> covered;
  at.db[find_only_pending_link_sql].each(
      [&](const auto& columns) {
        const auto& [reference, amount] = columns.fields;
        ++pending;
        if (amount.is_null() || command.entry.amount.dong <= amount.value) covered = reference_of(reference.value);
      },
      command.virtual_account_row, to_millis(at.when.now), to_millis(behind));
  return pending == 1 ? covered : std::nullopt;
}

void complete_link(writing& at, const record_entry& command, const locked_link& truth, std::int64_t transaction_row,
                   recorded_entry& reply) {
  const auto now = at.when.now;
  auto event = truth.make_event(command, at.context, at.claims, now);
  const auto completed = at.db[complete_link_sql].run(command.entry.amount.dong, transaction_row, to_millis(now),
                                                      truth.row.value, to_millis(now));
  ensure(completed == 1, "a completing credit finds its link pending");
  PAYLINK_FAILPOINT(after_link_completed);
  at.tally.count_links(command.workspace, link_status::succeeded, now);
  store_delivery(at, std::move(event), transaction_row, reply);
}

void store_delivery(writing& at, new_delivery made, std::int64_t transaction_row, recorded_entry& reply) {
  const auto row = insert_delivery(at.db, made, transaction_row);
  ensure(row.has_value(), "a delivery is stored with the credit that raises it");
  PAYLINK_FAILPOINT(after_delivery_row);
  made.job.row = *row;
  reply.add(std::move(made.job), made.is_due);
}

result<write_reply> answer_repeated(writing& at, const record_entry& command, const feed_pairing::first_notice& first,
                                    const locked_link* link) {
  recorded_entry reply;
  reply.result = entry_result::duplicate;
  reply.transaction = first.transaction;
  reply.classified = first.classified;
  reply.conflict = first.conflict;
  if (reply.conflict) keep_conflict(at, command, row_of(link));
  keep_verification_texts(at, command.entry, first.row);
  return write_reply{std::move(reply)};
}

} // namespace paylink
