#include "persistence/banks/account_connections.hpp"

#include "domain/banks/connection.hpp"
#include "domain/values/ascii.hpp"
#include "domain/values/json_string.hpp"
#include "domain/values/local_time.hpp"
#include "failpoints/failpoint.hpp"
#include "logging/log.hpp"
#include "persistence/banks/account_audit.hpp"
#include "persistence/raw/raw_entry.hpp"
#include "persistence/sql/invariant.hpp"
#include "persistence/sql/storable_text.hpp"

namespace paylink {

namespace {

constexpr std::string_view of_workspace = "WHERE a.workspace_id = :workspace AND a.id = :id AND a.removed_at IS NULL";
constexpr std::int64_t overdue_max = 100;
/// The longest time between two looks for connections that are over.
constexpr std::chrono::minutes look_max{1};
/// How far the clocks of two nodes may differ.
constexpr std::chrono::minutes nodes_apart{5};
/// How much later than its return a bank may book a payment.
constexpr std::chrono::minutes booked_late{1};
/// How far apart two feeds may say that one transfer was booked.
constexpr std::chrono::minutes feeds_apart{10};

// Two connections that a Workspace starts at once are counted one after the other.
std::string hold_workspace_sql(dialect spoken) {
  return std::string{"SELECT row FROM workspaces WHERE id = :id AND deleted_at IS NULL"}.append(hold_row(spoken));
}

std::string hold_account_sql(dialect spoken) {
  return "SELECT " + std::string{account_row::columns} + std::string{account_row::tables} + std::string{of_workspace} +
         (spoken == dialect::postgresql ? " FOR NO KEY UPDATE OF a" : "");
}

constexpr const char* insert_account_sql =
    "INSERT INTO bank_accounts (id, workspace_id, feed, bank, bin, number, holder_name, account_type, state, "
    "created_at) VALUES (:id, :workspace, :feed, :bank, :bin, :number, :holder, :type, 'pending', :now)";

// The entries that came before wait for the account's upkeep.
constexpr const char* connect_sql =
    "UPDATE bank_accounts SET state = 'connected', connection_id = :connection, connected_at = :now, upkeep_at = :due, "
    "proved_text = :proof, proof_occurred_at = :occurred_at, proof_look_at = :look_at, disconnected_at = NULL, "
    "superseded_at = NULL, fetched_to = '', "
    "fetch_fault = '', fetch_at = :fetch_at WHERE row = "
    ":row AND "
    "(SELECT c.row FROM bank_accounts c WHERE c.bin = bank_accounts.bin AND c.number = bank_accounts.number AND "
    "c.state = 'connected') IS NULL";

std::string provable_sql(dialect spoken) {
  return "SELECT a.row, a.workspace_id, a.id, c.verification_text, c.started_at, a.feed FROM account_connections c "
         "JOIN "
         "bank_accounts a ON a.row = c.account_row "
         "WHERE c.verification_text" +
         std::string{is_among_texts(spoken)} +
         " AND c.expires_at > :now AND a.number = :number AND a.bin = :bin AND a.removed_at IS NULL "
         "ORDER BY a.row LIMIT 1" +
         (spoken == dialect::postgresql ? " FOR NO KEY UPDATE OF a" : "");
}

// Since the connection was started: before that, nobody knew its text. In all accounts that had the
// number meanwhile, and in entries that were kept, processed or not.
constexpr const char* kept_texts_sql = "SELECT k.feed, k.raw, k.type, k.content, k.occurred_at, CASE WHEN "
                                       "k.account_row IS NULL THEN 0 ELSE 1 END FROM kept_entries k "
                                       "WHERE k.account_number = :number AND k.feed IN "
                                       "(:own, :bank, :switch) AND k.received_at >= :since";
constexpr const char* recorded_texts_sql =
    "SELECT t.type, COALESCE(x.content, t.content), t.occurred_at, t.amount, t.source_id, t.feed FROM bank_accounts a "
    "JOIN transactions t ON "
    "t.account_row = a.row AND t.made_at >= 0 AND t.made_at >= :since LEFT JOIN transaction_texts x ON "
    "x.transaction_row = t.row WHERE a.number = :number AND a.bin = :bin";

enum class booking { before, about_then, after };

/// When a bank booked a transfer, beside another. Of some it tells only the day, which begins then.
booking booked(timestamp time, timestamp other) {
  const auto days = std::pair{vietnam_day(time), vietnam_day(other)};
  const bool only_days = time == days.first || other == days.second;
  if (only_days ? days.first < days.second : time < other) return booking::before;
  return only_days ? (days.first == days.second ? booking::about_then : booking::after)
                   : (time <= other + booked_late ? booking::about_then : booking::after);
}

// As the operator does it.
constexpr const char* take_back_sql =
    "UPDATE bank_accounts SET state = 'disconnected', superseded_at = :now, disconnected_at = :since, fetch_at = NULL, "
    "upkeep_at = NULL, proved_text = NULL, proof_occurred_at = NULL, proof_look_at = NULL WHERE row = :row AND (state "
    "|| '') = 'connected'";

std::string overdue_sql(dialect spoken) {
  return "SELECT account_row FROM account_connections WHERE expires_at <= :now ORDER BY expires_at LIMIT " +
         std::to_string(overdue_max) + std::string{pick_rows(spoken)};
}

} // namespace

account_connections::account_connections(soci::session& session, dialect spoken, audit_writes& log)
    : log_{log}, keys_{session}, hold_workspace_{session, hold_workspace_sql(spoken)},
      keep_workspace_{session, keep_workspace_sql(spoken)},
      count_{session, "SELECT COUNT(*) FROM bank_accounts a JOIN account_connections c ON c.account_row = a.row WHERE "
                      "a.workspace_id = :workspace"},
      overview_{session, "SELECT " + overview_row::columns() + overview_row::tables() + std::string{of_workspace}},
      hold_{session, hold_account_sql(spoken)},
      same_number_{session, "SELECT row, state FROM bank_accounts WHERE number = :number AND bin = :bin AND "
                            "workspace_id = :workspace AND removed_at IS NULL"},
      insert_account_{session, spoken, insert_account_sql},
      insert_{session, "INSERT INTO account_connections (account_row, connection_id, verification_text, started_at, "
                       "expires_at, otp_until, otp_sends) VALUES (:account, :connection, :text, :now, :expires_at, "
                       ":otp_until, :sends)"},
      count_otp_{session, "UPDATE account_connections SET otp_tries = :tries, otp_sends = :sends, otp_until = :until "
                          "WHERE account_row = :account"},
      connect_{session, connect_sql}, supersede_{session, supersede_sql}, provable_{session, provable_sql(spoken)},
      kept_{session, kept_texts_sql}, recorded_{session, recorded_texts_sql}, take_back_{session, take_back_sql},
      note_look_{session, "UPDATE bank_accounts SET proved_text = :proof, proof_look_at = :at WHERE row = :row"},
      end_{session, "DELETE FROM account_connections WHERE account_row = :account"},
      drop_pending_{session, "DELETE FROM bank_accounts WHERE row = :row AND (state || '') = 'pending'"},
      overdue_{session, overdue_sql(spoken)}, next_due_{session, "SELECT MIN(expires_at) FROM account_connections"} {}

std::optional<account_overview> account_connections::find(workspace_id in, bank_account_id id) {
  if (!overview_.first(in.view(), id.view())) return std::nullopt;
  return overview_.out().read();
}

const account_row* account_connections::hold(workspace_id in, bank_account_id id) {
  return hold_.first(in.view(), id.view()) ? &hold_.out() : nullptr;
}

// A person who starts again has given up the connection before.
std::optional<errc> account_connections::make_room(const start_connection& command) {
  const auto& made = command.account;
  std::vector<std::int64_t> given_up;
  bool is_in_use = false;
  same_number_.each(
      [&](const auto& columns) {
        const auto& [row, state] = columns.fields;
        if (state.view() == word_of(account_state::pending))
          given_up.push_back(row.value);
        else
          is_in_use = true;
      },
      made.number, made.bin, made.workspace.view());
  if (is_in_use) return errc::conflict;
  for (const auto row : given_up) {
    end(row);
    drop_pending_.run(row);
  }
  count_.first(made.workspace.view());
  if (count_.column<0>().value >= connections_in_progress_max) return errc::rate_limited;
  return std::nullopt;
}

result<started_connection> account_connections::carry_out(const start_connection& command, const moment& when) {
  const auto& made = command.account;
  const bool has_key = !command.key.key.empty();
  if (const auto used = has_key ? keys_.find(command.key, made.workspace, when.now) : std::nullopt) {
    if (used->print != command.key.print) return errc::idempotency_key_reused;
    auto first = find(made.workspace, bank_account_id::from_store(used->subject));
    if (!first) return errc::not_found; // given up since
    const bool is_replay = first->account.id != made.id;
    return started_connection{std::move(*first), is_replay};
  }
  if (!hold_workspace_.first(made.workspace.view())) return errc::not_found;
  if (auto first = find(made.workspace, made.id)) return started_connection{std::move(*first)};
  if (const auto obstacle = make_room(command)) return *obstacle;
  const auto row = insert_account_.run(made.id.view(), made.workspace.view(), made.feed, made.bank, made.bin,
                                       made.number, made.holder_name, word_of(made.type), to_millis(when.now));
  ensure(row.has_value(), "a new account has a row");
  begin(*row, command.proof, command.connection_id, command.verification_text, when.now);
  log_.note(command.by,
            {made.workspace.view(), "bank_account.connection_started", made.id.view(), {}, described_account(made)},
            when.now);
  if (has_key) keys_.note(command.key, made.workspace, made.id.view(), when.now);
  return started_connection{find(made.workspace, made.id).value()};
}

result<account_overview> account_connections::carry_out(const restart_connection& command, const moment& when) {
  if (!keep_workspace_.first(command.workspace.view())) return errc::not_found;
  const auto* const held = hold(command.workspace, command.id);
  if (held == nullptr) return errc::not_found;
  if (held->state.view() != word_of(account_state::disconnected)) return errc::conflict;
  const auto row = held->row.value;
  end(row);
  begin(row, command.proof, command.connection_id, command.verification_text, when.now);
  log_.note(command.by, {command.workspace.view(), "bank_account.connection_started", command.id.view()}, when.now);
  return find(command.workspace, command.id).value();
}

void account_connections::begin(std::int64_t account_row, ownership_proof proof, std::string_view connection_id,
                                std::string_view verification_text, timestamp now) {
  const bool by_otp = proof == ownership_proof::otp;
  insert_.run(account_row, connection_id, by_otp ? std::nullopt : std::optional<std::string>{verification_text},
              to_millis(now), to_millis(now + connection_life(proof)),
              by_otp ? std::optional{to_millis(now + otp_life)} : null_number, std::int64_t{by_otp ? 1 : 0});
}

result<counted_otp> account_connections::carry_out(const count_otp_try& command, const moment& when) {
  const auto* const held = hold(command.workspace, command.id);
  if (held == nullptr) return errc::not_found;
  const auto row = held->row.value;
  const auto seen = find(command.workspace, command.id);
  const auto& connection = seen->connection;
  if (!connection || connection->proof != ownership_proof::otp || connection->expires_at <= when.now)
    return errc::conflict;
  if (connection->otp_tries >= otp_tries_max || *connection->otp_until <= when.now) return errc::otp_invalid;
  const int tries = connection->otp_tries + 1;
  count_otp_.run(std::int64_t{tries}, std::int64_t{connection->otp_sends}, to_millis(*connection->otp_until), row);
  return counted_otp{connection->connection_id, otp_tries_max - tries};
}

result<counted_otp> account_connections::carry_out(const count_otp_send& command, const moment& when) {
  const auto* const held = hold(command.workspace, command.id);
  if (held == nullptr) return errc::not_found;
  const auto row = held->row.value;
  const auto seen = find(command.workspace, command.id);
  const auto& connection = seen->connection;
  if (!connection || connection->proof != ownership_proof::otp || connection->expires_at <= when.now)
    return errc::conflict;
  if (connection->otp_sends >= otp_sends_max) return errc::rate_limited;
  const int sends = connection->otp_sends + 1;
  count_otp_.run(std::int64_t{0}, std::int64_t{sends}, to_millis(when.now + otp_life), row);
  return counted_otp{connection->connection_id, otp_sends_max - sends};
}

bool account_connections::connect(std::int64_t account_row, std::string_view connection_id, timestamp now,
                                  const transfer_proof* proof) {
  // Only a connector knows of entries that no notification told of.
  const auto fetch_at = connection_id.empty() ? null_number : std::optional{to_millis(now)};
  const auto due = to_millis(proof != nullptr ? now + proof_looks.front() : now);
  if (connect_.run(connection_id, to_millis(now), due, proof != nullptr ? std::optional{proof->text} : std::nullopt,
                   proof != nullptr ? std::optional{to_millis(proof->occurred_at)} : null_number,
                   proof != nullptr ? std::optional{due} : null_number, fetch_at, account_row) == 0)
    return false;
  supersede_.run(to_millis(now), account_row, account_row);
  PAYLINK_FAILPOINT(after_account_connected);
  end(account_row);
  return true;
}

result<account_overview> account_connections::carry_out(const finish_connection& command, const moment& when) {
  if (!keep_workspace_.first(command.workspace.view())) return errc::not_found;
  const auto* const held = hold(command.workspace, command.id);
  if (held == nullptr) return errc::not_found;
  const auto row = held->row.value;
  auto seen = find(command.workspace, command.id);
  // Repeated: the connection is the account's already.
  if (seen->account.state == account_state::connected && seen->connection_id == command.connection_id)
    return std::move(*seen);
  if (!seen->connection || seen->connection->connection_id != command.connection_id) return errc::not_found;
  if (!connect(row, command.connection_id, when.now)) return errc::bank_account_taken;
  log_.note(
      command.by,
      {command.workspace.view(), "bank_account.connected", command.id.view(), {}, described_account(seen->account)},
      when.now);
  return find(command.workspace, command.id).value();
}

void account_connections::each_transfer(const bank_account& account, timestamp since,
                                        const std::function<void(const reported_transfer&)>& see) {
  const auto feeds = feeds_of(account);
  kept_.each(
      [&](const auto& columns) {
        const auto& [feed, raw, type, content, occurred_at, is_of_account] = columns.fields;
        reported_transfer one{.feed = feed.view(), .is_of_account = is_of_account.value != 0};
        const auto entry = entry_of(raw.view());
        if (entry && bin_heard_on(one.feed, entry->bin) != account.bin) return;
        one.type = entry ? entry->type : static_cast<transfer_type>(type.or_zero());
        one.text = entry ? std::string_view{entry->searched_text()} : content.is_null() ? raw.view() : content.view();
        one.occurred_at = entry ? entry->occurred_at : from_millis(occurred_at.or_zero());
        if (entry) one.reference = entry->bank_reference, one.amount = entry->amount;
        see(one);
      },
      account.number, feeds[0], feeds[1], feeds[2], to_millis(since));
  // A feed may say no more than the day on which it was booked.
  recorded_.each(
      [&](const auto& columns) {
        const auto& [type, content, occurred_at, amount, source, feed] = columns.fields;
        see({.feed = feed.view(),
             .reference = source.view(),
             .amount = {amount.value},
             .type = static_cast<transfer_type>(type.value),
             .text = content.view(),
             .occurred_at = from_millis(occurred_at.value),
             .is_of_account = true});
      },
      to_millis(since - std::chrono::days{1}), account.number, account.bin);
}

// A payment that comes back has the text of the one who made it, and most feeds do not say that it is one.
bool account_connections::was_paid_in(std::string_view text, const bank_account& account, timestamp since,
                                      const std::function<bool(timestamp)>& counts) {
  bool was_paid = false;
  each_transfer(account, since, [&](const reported_transfer& one) {
    was_paid = was_paid || (one.type == transfer_type::credit && counts(one.occurred_at) &&
                            holds_verification_text(one.text, text));
  });
  return was_paid;
}

// Of a fee, one of two feeds may know. The amount alone counts in no statement: anyone who had the number may import
// one.
bool account_connections::is_reported_again(const prove_account& command, std::string_view text,
                                            const bank_account& account, timestamp since) {
  bool is_known = false;
  each_transfer(account, since, [&](const reported_transfer& one) {
    if (is_known || !one.is_of_account || one.type != transfer_type::debit) return;
    if (one.feed == command.feed) {
      is_known = one.reference == command.bank_reference;
      return;
    }
    const bool is_of_then = booked(one.occurred_at, command.occurred_at) == booking::about_then ||
                            std::chrono::abs(one.occurred_at - command.occurred_at) <= feeds_apart;
    is_known = is_of_then && ((one.amount == command.amount && one.feed != statement_feed) ||
                              holds_verification_text(one.text, text));
  });
  return is_known;
}

bool account_connections::is_taken_back(const bank_account& account, const transfer_proof& proof, timestamp proved_at,
                                        timestamp now) {
  const auto since = proved_at - connection_life(ownership_proof::transfer) - nodes_apart;
  const auto next = std::ranges::find_if(proof_looks, [&](auto after) { return proved_at + after > now; });
  const bool is_last = next == proof_looks.end(), is_first = proof.check_at < proved_at + proof_looks.back();
  // A credit of about the same time counts as the earlier one if it was reported together with the debit.
  const auto counts = [&](timestamp occurred_at) {
    const auto beside = booked(occurred_at, proof.occurred_at);
    return beside == booking::before || (beside == booking::about_then && is_first);
  };
  if (was_paid_in(proof.text, account, since, counts)) {
    if (take_back_.run(to_millis(now), to_millis(now), account.row) == 0) return false;
    log::warning("bank_account.proof_revoked", {{"account", account.id.view()}, {"feed", account.feed}});
    log_.note({.id = audit_id::derived_from(account.id, static_cast<std::uint64_t>(to_millis(proved_at))), .by = {}},
              {account.workspace.view(),
               "bank_account.evicted",
               account.id.view(),
               {},
               R"({"reason":"verification_text_paid_in"})"},
              now);
    return true;
  }
  note_look_.run(is_last ? std::nullopt : std::optional{proof.text},
                 is_last ? null_number : std::optional{to_millis(proved_at + *next)}, account.row);
  return false;
}

result<proved_account> account_connections::carry_out(const prove_account& command, const moment& when) {
  const auto bin = bin_heard_on(command.feed, command.bin);
  auto texts = command.texts;
  const auto is_provable = [&] {
    return !bin.empty() && !texts.empty() && provable_.first(to_json(texts), to_millis(when.now), command.number, bin);
  };
  while (is_provable()) {
    const std::string text{column_at<3>(provable_.out()).view()};
    const auto since = from_millis(column_at<4>(provable_.out()).value) - nodes_apart;
    bank_account account;
    account.feed = column_at<5>(provable_.out()).view(), account.bin = bin, account.number = command.number;
    if (!was_paid_in(text, account, since, [](timestamp) { return true; })) {
      if (is_reported_again(command, text, account, since)) return proved_account{};
      break;
    }
    std::erase(texts, text);
  }
  if (!is_provable()) return proved_account{};
  const auto [row, workspace, id, text, started_at, feed] = provable_.out().fields;
  if (!keep_workspace_.first(workspace.view())) return proved_account{};
  const transfer_proof proof{text.value, command.occurred_at};
  if (!connect(row.value, {}, when.now, &proof)) return proved_account{};
  const auto seen = find(workspace_id::from_store(workspace.view()), bank_account_id::from_store(id.view()));
  log_.note(command.by, {workspace.view(), "bank_account.connected", id.view(), {}, described_account(seen->account)},
            when.now);
  return proved_account{true, seen->account.workspace, seen->account.id};
}

void account_connections::end(std::int64_t account_row) { end_.run(account_row); }

chore_portion account_connections::work(timestamp now) {
  std::vector<std::int64_t> overdue;
  overdue_.each([&](const auto& columns) { overdue.push_back(std::get<0>(columns.fields).value); }, to_millis(now));
  for (const auto row : overdue) {
    end(row);
    drop_pending_.run(row);
  }
  if (std::ssize(overdue) == overdue_max) return {.is_done = false};
  auto next = now + look_max;
  if (next_due_.first() && !next_due_.column<0>().is_null())
    next = std::clamp(from_millis(next_due_.column<0>().value), now + std::chrono::seconds{1}, next);
  return {.is_done = true, .next_at = next};
}

} // namespace paylink
