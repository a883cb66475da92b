#include "persistence/banks/account_fetches.hpp"

#include "failpoints/failpoint.hpp"
#include "logging/log.hpp"
#include "persistence/sql/storable_text.hpp"

namespace paylink {

namespace {

/// Between two times; after a fault; and the time that a node has for one.
constexpr std::chrono::minutes fetch_interval{5}, wait_after_fault{1}, fetch_lease{2};
/// Money for a link whose time is nearly over is looked for before that.
constexpr std::chrono::minutes nearly_over{2}, asked_recently{1};
/// A disconnected account is still asked for as long as its links may be pending.
constexpr std::chrono::hours asked_after_end{25};

// Not one that was asked a moment ago.
constexpr const char* hurry_sql =
    "UPDATE bank_accounts SET fetch_at = :now WHERE fetch_at > :sooner AND fetched_at <= :asked AND row IN (SELECT "
    "l.account_row FROM link_expiries e JOIN payment_links l ON l.row = e.link_row WHERE e.expires_at > :from AND "
    "e.expires_at <= :to AND l.status + 0 = 0)";

std::string next_fetch_sql(dialect spoken) {
  return "SELECT " + std::string{account_row::columns} + ", a.connection_id, a.fetched_to, a.disconnected_at, " +
         std::string{is_superseded} + std::string{account_row::tables} +
         "WHERE a.fetch_at IS NOT NULL AND a.fetch_at <= :now AND a.feed" + std::string{is_among_texts(spoken)} +
         " ORDER BY a.fetch_at, a.row LIMIT 1" +
         (spoken == dialect::postgresql ? " FOR NO KEY UPDATE OF a SKIP LOCKED" : "");
}

} // namespace

account_fetches::account_fetches(soci::session& session, dialect spoken, audit_writes& log)
    : log_{log}, hurry_{session, hurry_sql}, next_{session, next_fetch_sql(spoken)},
      set_due_{session, "UPDATE bank_accounts SET fetch_at = :at WHERE row = :row"},
      next_due_{session, "SELECT MIN(fetch_at) FROM bank_accounts WHERE fetch_at IS NOT NULL AND feed" +
                             std::string{is_among_texts(spoken)}},
      note_{session,
            "UPDATE bank_accounts SET fetched_to = :to, fetch_fault = :fault, fetched_at = COALESCE(:now, "
            "fetched_at), fetch_at = :next_at WHERE row = :row AND connection_id = :connection AND fetch_at IS "
            "NOT NULL"},
      hasten_{session, "UPDATE bank_accounts SET fetch_at = :now WHERE fetch_at IS NOT NULL AND fetch_at > :sooner"},
      connected_{session, "SELECT row, workspace_id, id FROM bank_accounts WHERE number = :number AND bin = :bin AND "
                          "(state || '') = 'connected'"},
      lapse_{session, "UPDATE bank_accounts SET state = 'disconnected', disconnected_at = :now WHERE row = :row"} {}

result<due_fetch> account_fetches::carry_out(const claim_fetch& command, const moment& when) {
  const auto feeds = to_json(command.feeds);
  const auto now = to_millis(when.now);
  hurry_.run(now, now, to_millis(when.now - asked_recently), now, to_millis(when.now + nearly_over));
  due_fetch due;
  while (next_.first(now, feeds)) {
    auto account = next_.out().account.read();
    if (next_.out().is_over(when.now)) {
      set_due_.run(null_number, account.row);
      continue;
    }
    due.connection_id = next_.out().connection.value;
    due.after = next_.out().fetched_to.value;
    set_due_.run(to_millis(when.now + fetch_lease), account.row);
    PAYLINK_FAILPOINT(after_fetch_claimed);
    due.account = std::make_shared<const bank_account>(std::move(account));
    return due;
  }
  if (next_due_.first(feeds) && !next_due_.column<0>().is_null())
    due.next_due = from_millis(next_due_.column<0>().value);
  return due;
}

bool account_fetches::due_row::is_over(timestamp now) const {
  const bool has_ended = account.state.view() != word_of(account_state::connected);
  return has_ended && (is_elsewhere.value != 0 || from_millis(disconnected_at.or_zero()) + asked_after_end <= now);
}

result<no_reply> account_fetches::carry_out(const note_fetch& command, const moment& when) {
  const bool has_failed = !command.fault.empty();
  const auto next_at = command.is_more_due ? when.now : when.now + (has_failed ? wait_after_fault : fetch_interval);
  note_.run(storable_text(command.fetched_to), storable_text(command.fault),
            has_failed ? null_number : std::optional{to_millis(when.now)}, to_millis(next_at), command.account_row,
            command.connection_id);
  return no_reply{};
}

result<no_reply> account_fetches::carry_out(const hasten_fetches&, const moment& when) {
  hasten_.run(to_millis(when.now), to_millis(when.now));
  return no_reply{};
}

result<lapsed_connection> account_fetches::carry_out(const lapse_connection& command, const moment& when) {
  const auto bin = bin_heard_on(command.feed, command.bin);
  if (bin.empty() || !connected_.first(command.number, bin)) return lapsed_connection{};
  const auto [row, workspace, id] = connected_.out().fields;
  lapse_.run(to_millis(when.now), row.value);
  log_.note(command.by, {workspace.view(), "bank_account.lapsed", id.view()}, when.now);
  log::warning("bank_account.lapsed", {{"workspace", workspace.view()}, {"account", id.view()}});
  return lapsed_connection{workspace_id::from_store(workspace.view()), bank_account_id::from_store(id.view())};
}

} // namespace paylink
