#include "persistence/credits/entry_writes.hpp"

#include "failpoints/failpoint.hpp"
#include "persistence/links/link_row.hpp"
#include "persistence/plans/open_month.hpp"
#include "persistence/raw/raw_entry.hpp"
#include "persistence/sql/invariant.hpp"

namespace paylink {
namespace {

std::string truth_sql(dialect spoken) {
  return "SELECT " + std::string{link_truth::columns} + " FROM payment_links l" +
         std::string{link_truth::key_of_link(spoken)} + "WHERE l.reference = :reference" +
         std::string{spoken == dialect::postgresql ? " FOR UPDATE OF l SKIP LOCKED" : ""};
}

// A second one is enough to show that the virtual account is ambiguous.
constexpr const char* only_pending_sql =
    "SELECT reference, amount FROM payment_links WHERE virtual_account_row = :virtual_account AND status = 0 AND "
    "expires_at > :now AND created_at < :behind LIMIT 2";

/// How far a bank's clock may be behind ours.
constexpr std::chrono::hours clocks_apart{1};

std::string insert_transaction_sql() {
  return "INSERT INTO transactions (" + transaction_columns.names() + ", transfer_turn) VALUES (" +
         transaction_columns.names(":") +
         ", (SELECT COALESCE(MAX(t.transfer_turn) + 1, 0) FROM transactions t WHERE t.account_row + 0 = :of_account "
         "AND t.transfer_print = :of_print)) ON CONFLICT DO NOTHING";
}

constexpr const char* add_account_sql =
    "UPDATE transactions SET virtual_account_row = :virtual_account WHERE row = :row AND virtual_account_row IS NULL";

constexpr const char* complete_link_sql =
    "UPDATE payment_links SET status = 1, received_amount = :amount, transaction_row = :transaction, closed_at = :now "
    "WHERE row = :row AND status = 0 AND expires_at > :deciding";

std::string insert_usage_sql(dialect spoken) {
  return "INSERT INTO usage (owner_id, month, transaction_row) VALUES (:owner, " + metered_month(spoken) +
         ", :transaction)";
}

constexpr const char* insert_balance_sql =
    "INSERT INTO transaction_balances (transaction_row, dong) VALUES (:transaction, :dong)";

constexpr const char* insert_text_sql =
    "INSERT INTO transaction_texts (transaction_row, content) VALUES (:transaction, :content)";
constexpr const char* find_unsettled_sql =
    "SELECT t.id, t.workspace_id, t.account_row, a.id, t.virtual_account_row, t.amount, t.content, t.occurred_at, "
    "t.received_at, COALESCE(l.reference, o.reference), t.unproved, t.settled FROM transactions t JOIN bank_accounts a "
    "ON a.row = t.account_row LEFT JOIN payment_links l ON l.row = t.link_row LEFT JOIN orders o ON o.row = "
    "t.order_row WHERE t.row = :row AND t.classification IS NULL AND t.ambiguous <= t.unproved";

constexpr const char* settle_sql =
    "UPDATE transactions SET virtual_account_row = :virtual_account, classification = :classification, link_row = "
    ":link, order_row = :order, assigned_by = :by, likely_link_row = NULL, ambiguous = 0, unproved = 0, settled = 0 "
    "WHERE row = "
    ":row AND classification IS NULL";

constexpr const char* prove_sql =
    "UPDATE transactions SET unproved = 0, settled = 0, likely_link_row = NULL, source_id = :source, content = "
    ":content, "
    "ambiguous = :ambiguous, virtual_account_row = :virtual_account, link_row = CASE WHEN :waits = 1 THEN link_row "
    "END, order_row = "
    "CASE WHEN :waits_too = 1 THEN order_row END WHERE row = :row AND unproved = 1 AND classification IS NULL";

constexpr const char* known_text_sql =
    "SELECT COALESCE(x.content, t.content) FROM transactions t LEFT JOIN transaction_texts x ON x.transaction_row = "
    "t.row WHERE t.row = :row";
constexpr const char* drop_text_sql = "DELETE FROM transaction_texts WHERE transaction_row = :transaction";

std::optional<std::int64_t> row_of(const link_truth* link) {
  return link ? std::optional<std::int64_t>{link->row.value} : null_number;
}

/// A duplicate, without its transaction, which is somebody else's.
result<write_reply> answer_anothers() {
  recorded_entry reply;
  reply.result = entry_result::duplicate;
  return write_reply{std::move(reply)};
}

} // namespace

entry_writes::entry_writes(soci::session& session, dialect spoken, const store_context& context, batch_claims& claims,
                           transaction_writes& notes, webhook_events& events, count_tally& tally, audit_writes& log)
    : context_{context}, claims_{claims}, notes_{notes}, events_{events}, pairing_{session},
      statements_{session, spoken}, holders_{session, spoken}, orders_{session, spoken},
      truth_{session, truth_sql(spoken)}, only_pending_{session, only_pending_sql},
      insert_transaction_{session, spoken, insert_transaction_sql()}, add_account_{session, add_account_sql},
      complete_link_{session, complete_link_sql}, insert_delivery_{session, spoken},
      insert_usage_{session, insert_usage_sql(spoken)}, insert_balance_{session, insert_balance_sql},
      insert_text_{session, insert_text_sql},
      note_import_{session, "UPDATE transactions SET imported_by = :by, unproved = :unproved WHERE row = :row"},
      find_row_{session, transaction_row::find_sql(spoken, "t.row")}, find_unsettled_{session, find_unsettled_sql},
      settle_{session, settle_sql}, prove_{session, prove_sql}, drop_text_{session, drop_text_sql},
      known_text_{session, known_text_sql}, kept_{session}, tally_{tally}, log_{log} {
  if (spoken == dialect::sqlite) return;
  probe_.emplace(session, "SELECT row FROM payment_links WHERE reference = :reference AND account_row = :account");
  share_status_.emplace(session, "SELECT status FROM workspaces WHERE id = :workspace FOR SHARE SKIP LOCKED");
}

result<write_reply> entry_writes::carry_out(const record_entry& command, const moment& when) {
  const auto& holder = holders_.of(command.account_row);
  if (holder.refuses(command)) return keep_moved(command, when);
  return holder.is_suspended ? hold_back(command, when) : settle(command, when);
}

// It was looked up before. An entry that was not asked for of this account is for the one that has the number now,
// which is reminded of it, or for nobody.
result<write_reply> entry_writes::keep_moved(const record_entry& command, const moment& when) {
  if (command.is_asked_for) return errc::service_unavailable; // and is asked for no more
  const auto kept = carry_out(keep_unknown_entry(command.feed, command.entry), when);
  if (!kept) return kept.error();
  return write_reply{*kept};
}

// Another account has, or had, the number, and the entry is recorded or held for that one.
bool entry_writes::is_anothers(const record_entry& command) {
  return holders_.of(command.account_row).shares_number && command.entry.statement_id.empty() &&
         pairing_.is_recorded_elsewhere(command);
}

result<write_reply> entry_writes::settle(const record_entry& command, const moment& when) {
  const auto& entry = command.entry;
  ensure(!command.ambiguous || !command.link, "an ambiguous credit names no link");
  if (entry.status == entry_status::rejected) return record_rejected(command, when.now);
  const bool may_be_stated = holders_.of(command.account_row).has_statement_of(entry);
  if (may_be_stated) statements_.take_turn(command.account_row);
  const bool is_statement = !entry.statement_id.empty();
  statement_pairing::stated stated;
  if (is_statement) {
    // When it was recorded decides what a feed tells of it later.
    if (!when.clock_is_sound) return errc::service_unavailable;
    stated = statements_.find(command);
    if (stated.first) return state_again(command, stated, when);
    if (stated.is_taken) {
      auto renamed = command;
      renamed.name_transaction(1);
      return record(renamed, stated, when);
    }
  } else if (const auto partner = find_partner(command, may_be_stated)) {
    return tell_again(command, *partner, when);
  } else if (is_anothers(command) && !pairing_.find_first(command)) {
    return answer_anothers();
  }
  return record(command, stated, when);
}

result<write_reply> entry_writes::record(const record_entry& command, const statement_pairing::stated& stated,
                                         const moment& when) {
  const auto& entry = command.entry;
  // With a wrong clock, it is unknown which links are still pending.
  if (command.goes_by_virtual_account() && !when.clock_is_sound) return errc::service_unavailable;
  const auto at = find_target(command, named_by(command, when.now), when.now);
  if (at.is_held_up) {
    // A duplicate needs neither link nor order.
    if (const auto first = pairing_.find_first(command)) return answer_repeated(command, *first, nullptr, when.now);
    return write_reply{held_up{}};
  }
  const auto& [link, order, classified, is_locked] = at;
  recorded_entry reply;
  // With a wrong clock, the credit could be classified as late, or its event signed with a wrong time.
  if ((link || order) && !when.clock_is_sound) return errc::service_unavailable;
  reply.classified = classified;
  // It names what it is for, and waits without a classification: what proves it decides what it is.
  reply.is_unconfirmed = entry.is_unproved && reply.classified.has_value();
  if (reply.is_unconfirmed) reply.classified.reset();
  const auto transaction_row = insert_transaction({.command = command,
                                                   .classified = reply.classified,
                                                   .link_row = link ? link->row.value : 0,
                                                   .order_row = order ? order->row : 0,
                                                   .received_at = when.now});
  if (!transaction_row) {
    const auto first = pairing_.find_first(command);
    // Another node has recorded this transfer, or an equal one, since it was looked for: the batch sees it next time.
    if (!first) throw write_conflict{};
    // The first entry says which link its virtual account stood for.
    return answer_repeated(command, *first, command.link ? link : nullptr, when.now);
  }
  PAYLINK_FAILPOINT(after_transaction_row);
  if (!entry.statement_id.empty()) statements_.note(command, stated, *transaction_row);
  keep_beside(entry, *transaction_row);
  reply.transaction = command.new_transaction;
  tally_.count_transaction(command.workspace, entry, reply.classified, when.now);
  const bool is_completed = reply.classified && completes(*reply.classified);
  if (link) reply.link = payment_link_id::from_store(link->id.view());
  if (order) reply.order = order->id;
  if (link && reply.classified && is_news_for_payers(*reply.classified)) reply.public_id = link->public_id.value;
  if (link && is_completed) complete(command, *link, *transaction_row, when.now, reply);
  if (order && is_completed) orders_.complete({order->row, entry.amount, *transaction_row}, when.now);
  if (!link && !order) notes_.note_near_miss(command, *transaction_row);
  const auto& holder = holders_.of(command.account_row);
  count(holder.owner, *transaction_row, when.now);
  if (holder.has_webhooks)
    tell_webhooks(command, holder.bank, order && is_completed ? &*order : nullptr, *transaction_row, when.now, reply);
  return write_reply{std::move(reply)};
}

void entry_writes::keep_beside(const bank_entry& entry, std::int64_t transaction_row) {
  if (!entry.imported_by.empty()) note_import_.run(entry.imported_by, std::int64_t{entry.is_unproved}, transaction_row);
  if (entry.balance_after) insert_balance_.run(transaction_row, *entry.balance_after);
  if (const auto text = text_beside(entry); !text.empty()) insert_text_.run(transaction_row, text);
}

void entry_writes::tell_webhooks(const record_entry& command, std::string_view bank, const payment_order* completed,
                                 std::int64_t transaction_row, timestamp now, recorded_entry& reply) {
  std::vector<new_delivery> raised;
  events_.raise(command, bank, now, raised);
  if (completed) events_.raise_success(*completed, command.entry.amount, now, raised);
  events_.payloads().share(raised);
  for (auto& one : raised) deliver(std::move(one), transaction_row, reply);
}

std::optional<feed_pairing::partner> entry_writes::find_partner(const record_entry& command, bool may_be_stated) {
  auto partner = pairing_.find_partner(command);
  if (partner || !may_be_stated || pairing_.find_first(command)) return partner;
  return statements_.find_stated(command);
}

// The first report may have left out what this entry names: its text, or its virtual account.
result<write_reply> entry_writes::tell_again(const record_entry& command, const feed_pairing::partner& partner,
                                             const moment& when) {
  const bool may_tell_more = partner.is_stated || command.link || command.goes_by_virtual_account();
  auto settled = partner.is_paired || !may_tell_more ? std::nullopt : settle_by(command, partner.row, when);
  if (settled && (!*settled || std::holds_alternative<held_up>(**settled))) return std::move(*settled);
  if (partner.is_stated)
    statements_.give_to_feed(command, partner);
  else
    pairing_.pair(command, partner);
  if (settled) return std::move(*settled);
  const auto first = pairing_.find_first(command);
  ensure(first.has_value(), "a paired entry has a first one");
  auto reply = answer_repeated(command, *first, find_link(command, command.link), when.now);
  add_account(command, partner.row, first->transaction, when.now, std::get<recorded_entry>(*reply));
  return reply;
}

void entry_writes::count(const user_id& owner, std::int64_t transaction_row, timestamp now) {
  insert_usage_.run(owner.view(), vietnam_month(now), transaction_row);
  PAYLINK_FAILPOINT(after_usage_row);
}

const link_truth* entry_writes::find_link(const record_entry& command, const std::optional<reference>& named) {
  if (!named || command.entry.type != transfer_type::credit) return nullptr;
  if (named->kind != reference_kind::payment_link) return nullptr;
  if (!truth_.first(stored_reference(*named)) || !truth_.out().is_of(command)) return nullptr;
  return &truth_.out();
}

bool entry_writes::is_held_up(const record_entry& command, const std::optional<reference>& named) {
  return probe_ && named && named->kind == reference_kind::payment_link &&
         command.entry.type == transfer_type::credit && probe_->first(stored_reference(*named), command.account_row);
}

std::optional<reference> entry_writes::named_by(const record_entry& command, timestamp now) {
  if (!command.goes_by_virtual_account()) return command.link;
  // Nobody pays a link before it is made. Of some transfers the bank tells only the day.
  const auto behind = vietnam_day(command.entry.occurred_at) + std::chrono::hours{24} + clocks_apart;
  int pending = 0;
  std::optional<reference> covered;
  only_pending_.each(
      [&](const auto& columns) {
        const auto& [reference, amount] = columns.fields;
        ++pending;
        if (amount.is_null() || command.entry.amount.dong <= amount.value) covered = reference_of(reference.value);
      },
      command.virtual_account_row, to_millis(now), to_millis(behind));
  return pending == 1 ? covered : std::nullopt;
}

std::optional<std::int64_t> entry_writes::insert_transaction(new_transaction made) {
  const auto& command = made.command;
  const auto print =
      command.entry.statement_id.empty() ? feed_pairing::print_of(command.entry) : statement_print_of(command.entry);
  made.print = print;
  return transaction_columns.with_values(
      made, [&](const auto&... values) { return insert_transaction_.run(values..., command.account_row, print); });
}

void entry_writes::complete(const record_entry& command, const link_truth& truth, std::int64_t transaction_row,
                            timestamp now, recorded_entry& reply) {
  auto event = truth.make_event(command, context_, claims_, now);
  const auto completed =
      complete_link_.run(command.entry.amount.dong, transaction_row, to_millis(now), truth.row.value, to_millis(now));
  ensure(completed == 1, "a completing credit finds its link pending");
  PAYLINK_FAILPOINT(after_link_completed);
  tally_.count_links(command.workspace, link_status::succeeded, now);
  deliver(std::move(event), transaction_row, reply);
}

void entry_writes::deliver(new_delivery made, std::int64_t transaction_row, recorded_entry& reply) {
  const auto row = insert_delivery_.run(made, transaction_row);
  ensure(row.has_value(), "a delivery is stored with the credit that raises it");
  PAYLINK_FAILPOINT(after_delivery_row);
  made.job.row = *row;
  reply.add(std::move(made.job), made.is_due);
}

result<write_reply> entry_writes::answer_repeated(const record_entry& command, const feed_pairing::first_notice& first,
                                                  const link_truth* link, timestamp now) {
  recorded_entry reply;
  reply.result = entry_result::duplicate;
  reply.transaction = first.transaction;
  reply.classified = first.classified;
  reply.conflict = first.conflict;
  if (reply.conflict) kept_.keep_conflict(command, row_of(link), now);
  keep_verification_texts(command.entry, first.row);
  return write_reply{std::move(reply)};
}

void entry_writes::keep_verification_texts(const bank_entry& entry, std::int64_t transaction_row) {
  if (!hides_verification_text({}, entry) || !known_text_.first(transaction_row)) return;
  const std::string known{known_text_.column<0>().view()};
  if (!hides_verification_text(known, entry) || known.find(entry.searched_text()) != known.npos) return;
  drop_text_.run(transaction_row);
  insert_text_.run(transaction_row, known + '\n' + entry.searched_text());
}

// Recorded entries stay recorded. Everything else waits until the Workspace is active again.
result<write_reply> entry_writes::hold_back(const record_entry& command, const moment& when) {
  if (command.entry.status == entry_status::booked) {
    if (const auto first = pairing_.find_first(command))
      return answer_repeated(command, *first, find_link(command, command.link), when.now);
    if (is_anothers(command)) return answer_anothers();
  }
  if (!keep_suspended(command.workspace)) return write_reply{held_up{}};
  kept_.keep_held(command, when.now);
  recorded_entry reply;
  reply.result = entry_result::held;
  return write_reply{std::move(reply)};
}

// Otherwise an entry could be stored behind a reactivation that has found none left, and wait for ever.
bool entry_writes::keep_suspended(workspace_id workspace) {
  if (!share_status_) return true;
  if (!share_status_->first(workspace.view())) return false;
  // It has become active since it was read: the whole batch sees that the next time.
  if (share_status_->column<0>().view() == "active") throw write_conflict{};
  return true;
}

result<write_reply> entry_writes::record_rejected(const record_entry& command, timestamp now) {
  recorded_entry reply;
  const auto named = named_by(command, now);
  const auto* link = find_link(command, named);
  if (!link && is_held_up(command, named)) return write_reply{held_up{}};
  if (link && !command.link && !link->is_pending(now)) link = nullptr;
  if (link) reply.classified = classification::rejected;
  // No money moved: the entry is only in the link's history, and may still arrive as a booked one.
  if (kept_.keep_rejected(command, row_of(link), now)) return write_reply{std::move(reply)};
  reply.result = entry_result::duplicate;
  reply.conflict = kept_.differs_from_rejected(command);
  if (reply.conflict) kept_.keep_conflict(command, row_of(link), now);
  return write_reply{std::move(reply)};
}

result<recorded_entry> entry_writes::carry_out(const keep_entry& command, const moment& when) {
  if (command.reason == entry_result::unknown_account && command.status == entry_status::booked &&
      pairing_.is_held(command.feed, command.account_number, command.bank_reference)) {
    recorded_entry reply;
    reply.result = entry_result::duplicate; // It came when its account was there, and is for no other.
    return reply;
  }
  const bool is_new = kept_.keep(command, when.now);
  recorded_entry reply;
  reply.result = is_new ? command.reason : entry_result::duplicate;
  return reply;
}

} // namespace paylink
