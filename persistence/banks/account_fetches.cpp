#include "failpoints/failpoint.hpp"
#include "logging/log.hpp"
#include "persistence/audit/audit_writes.hpp"
#include "persistence/banks/account_rows.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/sql/storable_text.hpp"

namespace paylink {

namespace {

/// Between two times; after a fault; and the time that a node has for one.
constexpr std::chrono::minutes fetch_interval{5}, wait_after_fault{1}, fetch_lease{2};
/// Money for a link whose time is nearly over is looked for before that.
constexpr std::chrono::minutes nearly_over{2}, asked_recently{1};
/// A disconnected account is still asked for as long as its links may be pending.
constexpr std::chrono::hours asked_after_end{25};

struct due_fetch_row {
  account_row account;
  text_column<"a.connection_id"> connection;
  text_column<"a.fetched_to"> fetched_to;
  number_column<"a.disconnected_at"> disconnected_at;
  sql_number is_elsewhere;

  /// Its connection ended a while ago, or its number is connected as another account by now.
  bool is_over(timestamp now) const {
    const bool has_ended = account.state.view() != word_of(account_state::connected);
    return has_ended && (is_elsewhere.value != 0 || from_millis(disconnected_at.or_zero()) + asked_after_end <= now);
  }
};

// Not one that was asked a moment ago.
const sql_statement<void(sql_number, sql_number, sql_number, sql_number, sql_number)> hurry_fetches_sql{
    "UPDATE bank_accounts SET fetch_at = :now WHERE fetch_at > :sooner AND fetched_at <= :asked AND row IN (SELECT "
    "l.account_row FROM link_expiries e JOIN payment_links l ON l.row = e.link_row WHERE e.expires_at > :from AND "
    "e.expires_at <= :to AND l.status + 0 = 0)"};

const sql_statement<due_fetch_row(sql_number, sql_text)> next_fetch_sql{[](dialect spoken) {
  return "SELECT " + sql_columns<due_fetch_row>({is_superseded}) + std::string{account_row::tables} +
         "WHERE a.fetch_at IS NOT NULL AND a.fetch_at <= :now AND a.feed" + std::string{is_among_texts(spoken)} +
         " ORDER BY a.fetch_at, a.row LIMIT 1" + choose(spoken, "", " FOR NO KEY UPDATE OF a SKIP LOCKED");
}};

const sql_statement<void(sql_number, sql_number)> set_next_fetch_sql{
    "UPDATE bank_accounts SET fetch_at = :at WHERE row = :row"};

const sql_statement<sql_row<sql_number>(sql_text)> next_due_fetch_sql{[](dialect spoken) {
  return "SELECT MIN(fetch_at) FROM bank_accounts WHERE fetch_at IS NOT NULL AND feed" +
         std::string{is_among_texts(spoken)};
}};

const sql_statement<void(sql_text, sql_text, sql_number, sql_number, sql_number, sql_text)> note_fetch_sql{
    "UPDATE bank_accounts SET fetched_to = :to, fetch_fault = :fault, fetched_at = COALESCE(:now, fetched_at), "
    "fetch_at "
    "= :next_at WHERE row = :row AND connection_id = :connection AND fetch_at IS NOT NULL"};

const sql_statement<void(sql_number, sql_number)> fetch_soon_sql{
    "UPDATE bank_accounts SET fetch_at = :now WHERE fetch_at IS NOT NULL AND fetch_at > :sooner"};

const sql_statement<sql_row<sql_number, sql_text, sql_text>(sql_text, sql_text)> find_connected_account_sql{
    "SELECT row, workspace_id, id FROM bank_accounts WHERE number = :number AND bin = :bin AND (state || '') = "
    "'connected'"};

const sql_statement<void(sql_number, sql_number)> lapse_connection_sql{
    "UPDATE bank_accounts SET state = 'disconnected', disconnected_at = :now WHERE row = :row"};

} // namespace

result<due_fetch> carry_out(writing& at, const claim_fetch& command) {
  const auto feeds = to_json(command.feeds);
  const auto now = to_millis(at.when.now);
  at.db[hurry_fetches_sql].run(now, now, to_millis(at.when.now - asked_recently), now,
                               to_millis(at.when.now + nearly_over));
  due_fetch due;
  auto& next = at.db[next_fetch_sql];
  auto& set_due = at.db[set_next_fetch_sql];
  while (next.first(now, feeds)) {
    auto account = next.out().account.read();
    if (next.out().is_over(at.when.now)) {
      set_due.run(null_number, account.row);
      continue;
    }
    due.connection_id = next.out().connection.value;
    due.after = next.out().fetched_to.value;
    set_due.run(to_millis(at.when.now + fetch_lease), account.row);
    PAYLINK_FAILPOINT(after_fetch_claimed);
    due.account = std::make_shared<const bank_account>(std::move(account));
    return due;
  }
  auto& next_due = at.db[next_due_fetch_sql];
  if (next_due.first(feeds) && !next_due.column<0>().is_null()) due.next_due = from_millis(next_due.column<0>().value);
  return due;
}

result<no_reply> carry_out(writing& at, const note_fetch& command) {
  const bool has_failed = !command.fault.empty();
  const auto next_at =
      command.is_more_due ? at.when.now : at.when.now + (has_failed ? wait_after_fault : fetch_interval);
  at.db[note_fetch_sql].run(storable_text(command.fetched_to), storable_text(command.fault),
                            has_failed ? null_number : std::optional{to_millis(at.when.now)}, to_millis(next_at),
                            command.account_row, command.connection_id);
  return no_reply{};
}

result<no_reply> carry_out(writing& at, const fetch_soon&) {
  at.db[fetch_soon_sql].run(to_millis(at.when.now), to_millis(at.when.now));
  return no_reply{};
}

result<lapsed_connection> carry_out(writing& at, const lapse_connection& command) {
  const auto bin = bin_heard_on(command.feed, command.bin);
  auto& connected = at.db[find_connected_account_sql];
  if (bin.empty() || !connected.first(command.number, bin)) return lapsed_connection{};
  const auto [row, workspace, id] = connected.out().fields;
  at.db[lapse_connection_sql].run(to_millis(at.when.now), row.value);
  at.audit.note(command.by, {workspace.view(), "bank_account.lapsed", id.view()}, at.when.now);
  log::warning("bank_account.lapsed", {{"workspace", workspace.view()}, {"account", id.view()}});
  return lapsed_connection{workspace_id::from_store(workspace.view()), bank_account_id::from_store(id.view())};
}

} // namespace paylink
