#include "persistence/credits/statement_names.hpp"

#include "domain/banks/recorded_text.hpp"
#include "domain/values/decimal.hpp"
#include "domain/values/local_time.hpp"
#include "failpoints/failpoint.hpp"
#include "persistence/sql/invariant.hpp"
#include "persistence/sql/transaction_place.hpp"

#include <algorithm>

namespace paylink {
namespace {

/// SQL with the columns of one kind of names: `{id}`, `{ref}`, and `{other}` for the other kind.
std::string in_columns(std::string sql, statement_names::kind whose) {
  const bool is_proved = whose == statement_names::kind::proved;
  const std::pair<std::string_view, std::string_view> columns[] = {
      {"{id}", is_proved ? "statement_id" : "claimed_id"},
      {"{ref}", is_proved ? "statement_ref" : "claimed_ref"},
      {"{other}", is_proved ? "claimed_id" : "statement_id"},
  };
  for (const auto& [mark, column] : columns)
    for (auto at = sql.find(mark); at != sql.npos; at = sql.find(mark)) sql.replace(at, mark.size(), column);
  return sql;
}

std::string known_sql(std::string_view condition, statement_names::kind whose) {
  return in_columns(
      "SELECT row, id, classification, {ref}, {id}, content, unproved, {other}, assigned_by, statement_ref FROM "
      "transactions WHERE account_row + 0 = :account AND " +
          std::string{condition},
      whose);
}

constexpr std::string_view is_referred =
    "{ref} = :ref AND {id} >= :first AND {id} < :behind ORDER BY unproved, {id} LIMIT 1";

// An entry with another reference of the same form is another transfer, whatever file it stands in.
constexpr std::string_view is_equal =
    "{id} >= :first AND {id} < :behind AND ({ref} IS NULL OR {ref} < :form OR {ref} >= :behind_form) ORDER BY {id} "
    "LIMIT 1";

// An import may have made up the virtual account.
constexpr std::string_view reported_columns =
    "SELECT t.row, t.amount, t.type, t.content, t.id, t.classification, t.occurred_at, CASE "
    "WHEN t.unproved = 0 THEN t.virtual_account_row END, t.statement_ref FROM ";

// A print is a minute, and behind it what the transfer says: one key for each minute of the day, however many transfers
// there are. PostgreSQL would join all of the account's, but for the OFFSET.
std::string in_day_sql(dialect spoken) {
  const std::string of_minute = "WHERE t.account_row + 0 = :account AND t.transfer_print = m.print AND t.{id} IS NULL ",
                    in_order = "ORDER BY t.transfer_print, t.transfer_turn";
  const auto minutes =
      choose<std::string>(spoken,
                          "(WITH RECURSIVE every (print) AS (VALUES (:first) UNION ALL SELECT print + 2147483648 FROM "
                          "every WHERE print < :last) SELECT print FROM every) m CROSS JOIN transactions t " +
                              of_minute,
                          "generate_series(CAST(:first AS BIGINT), CAST(:last AS BIGINT), 2147483648) AS m (print) "
                          "CROSS JOIN LATERAL (SELECT * FROM transactions t " +
                              of_minute + "OFFSET 0) t ");
  return std::string{reported_columns} + minutes + in_order;
}

using known_row =
    sql_row<sql_number, sql_text, sql_number, sql_text, sql_text, sql_text, sql_number, sql_text, sql_text, sql_text>;
using reported_row =
    sql_row<sql_number, sql_number, sql_number, sql_text, sql_text, sql_number, sql_number, sql_number, sql_text>;

std::optional<std::string_view> text_or_null(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional{text};
}

int number_in(std::string_view name) { return std::atoi(std::string{name.substr(name.rfind('#') + 1)}.c_str()); }

/// Whether a statement that proves what it says gives the transaction another reference of the entry's form.
bool is_another_reference(const sql_text& proved, const entry_name& name) {
  if (proved.is_null() || name.reference.empty() || proved.view() == name.reference) return false;
  return proved.view().starts_with(std::string{name.form()} + ':');
}

/// `csv/ref@time:54157`: a time of day in place of a reference, which gives way to one.
bool names_time(std::string_view reference) { return reference.substr(0, reference.find(':')).ends_with("@time"); }

feed_pairing::first_notice stated_notice(std::int64_t row, const sql_text& id, const sql_number& classified) {
  feed_pairing::first_notice notice{
      .row = row, .transaction = transaction_id::from_store(id.view()), .classified = std::nullopt};
  if (!classified.is_null()) notice.classified = static_cast<classification>(classified.value);
  return notice;
}

statement_names::named read_named(const known_row& known, const record_entry& command) {
  const auto& [row, id, classified, reference, name, content, unproved, other, assigned_by, proved] = known.fields;
  statement_names::named found{.notice = stated_notice(row.value, id, classified),
                               .is_unproved = unproved.value != 0,
                               .has_other_name = !other.is_null(),
                               .is_confirmed = !assigned_by.is_null()};
  found.notice.conflict = !is_part_of_the_other(content.view(), command.entry);
  return found;
}

statement_names::named recognize_named(const known_row& known, const record_entry& command, const entry_name& name) {
  auto found = read_named(known, command);
  const auto& noted = std::get<3>(known.fields);
  const bool has_reference = !noted.is_null() && (names_time(name.reference) || !names_time(noted.view()));
  found.lacks_reference = !name.reference.empty() && !has_reference;
  return found;
}

} // namespace

/// The statements for one kind of names.
struct name_statements {
  template <statement_names::kind Whose>
  using of = std::integral_constant<statement_names::kind, Whose>;

  template <statement_names::kind Whose>
  explicit name_statements(of<Whose>)
      : find_named{[](dialect) { return known_sql("{id} = :id", Whose); }},
        find_referred{[](dialect) { return known_sql(is_referred, Whose); }},
        find_equal{[](dialect) { return known_sql(is_equal, Whose); }}, find_last{[](dialect) {
          return in_columns("SELECT {id} FROM transactions WHERE account_row + 0 = :account AND {id} >= :first AND "
                            "{id} < :behind ORDER BY {id} DESC LIMIT 1",
                            Whose);
        }},
        find_in_day{[](dialect spoken) { return in_columns(in_day_sql(spoken), Whose); }}, find_stated{[](dialect) {
          return in_columns(std::string{reported_columns} +
                                "transactions t WHERE t.account_row + 0 = :account AND t.transfer_print = :print AND "
                                "t.{id} IS NULL ORDER BY t.unproved, t.transfer_turn",
                            Whose);
        }},
        note{[](dialect) {
          return in_columns("UPDATE transactions SET {id} = :id, {ref} = :ref WHERE row = :row AND {id} IS NULL",
                            Whose);
        }},
        note_reference{
            [](dialect) { return in_columns("UPDATE transactions SET {ref} = :ref WHERE row = :row", Whose); }} {}

  sql_statement<known_row(sql_number, sql_text)> find_named;
  sql_statement<known_row(sql_number, sql_text, sql_text, sql_text)> find_referred;
  sql_statement<known_row(sql_number, sql_text, sql_text, sql_text, sql_text)> find_equal;
  sql_statement<sql_row<sql_text>(sql_number, sql_text, sql_text)> find_last;
  sql_statement<reported_row(sql_number, sql_number, sql_number)> find_in_day;
  sql_statement<reported_row(sql_number, sql_number)> find_stated;
  sql_statement<void(sql_text, sql_text, sql_number)> note;
  sql_statement<void(sql_text, sql_number)> note_reference;
};

namespace {

const name_statements proved_names_sql{name_statements::of<statement_names::kind::proved>{}};
const name_statements claimed_names_sql{name_statements::of<statement_names::kind::claimed>{}};

} // namespace

entry_name::entry_name(std::string_view text) {
  const auto bar = text.find('|');
  if (bar != text.npos) {
    reference = text.substr(bar + 1);
    names_one = reference.starts_with('=');
    if (names_one) reference.remove_prefix(1);
  }
  const auto name = text.substr(0, bar);
  const auto mark = name.rfind('#');
  ensure(mark != name.npos, "the name of a statement's entry has a number");
  equals = name.substr(0, mark);
  number = number_in(name);
}

std::string entry_name::numbered(int which) const {
  constexpr int digits = 7;
  std::string text(digits, '0');
  write_padded(text.data(), static_cast<std::uint64_t>(which), digits);
  return equals + '#' + text;
}

std::string entry_name::behind_equals() const { return equals + static_cast<char>('#' + 1); }

std::pair<std::string, std::string> entry_name::dated_amount() const {
  const auto amount = equals.substr(0, equals.find('~'));
  return {amount + '~', amount + static_cast<char>('~' + 1)};
}

statement_names::statement_names(connection& db, kind whose)
    : db_{db}, sql_{whose == kind::proved ? proved_names_sql : claimed_names_sql} {}

statement_names::equal_entry statement_names::find(const record_entry& command, const entry_name& name) {
  const auto account = command.account_row;
  auto& own = db_[sql_.find_named];
  const auto has_own_number = [&] { return own.first(account, name.numbered(name.number)); };
  const auto known = [&](const known_row& row) { return equal_entry{recognize_named(row, command, name)}; };
  if (name.reference.empty()) return has_own_number() ? known(own.out()) : equal_entry{{}, name.number};
  const auto behind = name.behind_equals();
  auto& referred = db_[sql_.find_referred];
  if (referred.first(account, name.reference, name.numbered(0), behind)) return known(referred.out());
  // The same transfer in another file, which takes its text from elsewhere.
  if (auto same = find_referred(command, name)) return {std::move(same)};
  const std::string form{name.form()};
  auto& passed = passed_[std::to_string(account) + '|' + name.equals + '|' + form];
  const bool has_passed = passed.from <= name.number && name.number < passed.to;
  const int from = has_passed ? passed.to : name.number;
  if (!has_passed) passed.from = name.number;
  const char* const behind_form = ";"; // ':' + 1
  auto& equal = db_[sql_.find_equal];
  if (equal.first(account, name.numbered(from), behind, form + ':', form + behind_form)) {
    passed.to = number_in(std::get<4>(equal.out().fields).view());
    return known(equal.out());
  }
  auto& last_name = db_[sql_.find_last];
  const int last = last_name.first(account, name.numbered(0), behind) ? number_in(last_name.column<0>().view()) : 0;
  passed.to = std::max(from, last + 1);
  const bool is_free = last < name.number || !has_own_number();
  return {{}, is_free ? name.number : passed.to};
}

std::optional<statement_names::named> statement_names::find_referred(const record_entry& command,
                                                                     const entry_name& name) {
  if (!name.names_one) return std::nullopt;
  const auto [least, above] = name.dated_amount();
  auto& referred = db_[sql_.find_referred];
  if (!referred.first(command.account_row, name.reference, least, above)) return std::nullopt;
  auto found = read_named(referred.out(), command);
  found.has_other_reference = is_another_reference(std::get<9>(referred.out().fields), name);
  return found;
}

std::optional<feed_pairing::first_notice> statement_names::find_in_day(const record_entry& command) {
  const auto& entry = command.entry;
  const auto first = feed_pairing::print_at(vietnam_day(entry.occurred_at), entry, {});
  const auto last = first + (24 * 60 - 1) * transaction_place::prints_of_a_minute;
  const entry_name name{entry.statement_id};
  std::optional<feed_pairing::first_notice> best;
  auto best_likeness = likeness::other;
  std::chrono::milliseconds distance{};
  db_[sql_.find_in_day].each(
      [&](const auto& columns) {
        const auto& [row, amount, type, content, id, classified, occurred_at, virtual_account, proved] = columns.fields;
        if (is_another_reference(proved, name)) return;
        const auto how =
            feed_pairing::compare(amount.value, type.value, content.view(), virtual_account.or_zero(), command);
        const auto apart = std::chrono::abs(from_millis(occurred_at.value) - entry.occurred_at);
        if (how == likeness::other || how < best_likeness || (how == best_likeness && best && distance <= apart))
          return;
        best = stated_notice(row.value, id, classified);
        best_likeness = how;
        distance = apart;
      },
      first, last, command.account_row);
  return best;
}

std::optional<feed_pairing::first_notice> statement_names::find_stated(const record_entry& command) {
  std::optional<feed_pairing::first_notice> oldest;
  const entry_name name{command.entry.statement_id};
  db_[sql_.find_stated].each(
      [&](const auto& columns) {
        const auto& [row, amount, type, content, id, classified, occurred_at, virtual_account, proved] = columns.fields;
        if (!oldest && !is_another_reference(proved, name) &&
            feed_pairing::compare(amount.value, type.value, content.view(), virtual_account.or_zero(), command) !=
                likeness::other)
          oldest = stated_notice(row.value, id, classified);
      },
      command.account_row, statement_print_of(command.entry));
  return oldest;
}

bool statement_names::has_identifier(const record_entry& command, const entry_name& name) {
  const auto is_its = [&](const known_row& known) {
    return std::get<1>(known.fields).view() == command.new_transaction.view();
  };
  auto& own = db_[sql_.find_named];
  if (own.first(command.account_row, name.numbered(name.number)) && is_its(own.out())) return true;
  auto& referred = db_[sql_.find_referred];
  return !name.reference.empty() &&
         referred.first(command.account_row, name.reference, name.numbered(0), name.behind_equals()) &&
         is_its(referred.out());
}

void statement_names::note_reference(const entry_name& name, std::int64_t transaction_row) {
  db_[sql_.note_reference].run(name.reference, transaction_row);
}

void statement_names::note(const entry_name& name, int number, std::int64_t transaction_row) {
  // Another node has been faster: the whole batch sees that the next time.
  if (db_[sql_.note].run(name.numbered(number), text_or_null(name.reference), transaction_row) != 1)
    throw write_conflict{};
  PAYLINK_FAILPOINT(after_statement_noted);
}

std::int64_t statement_print_of(const bank_entry& entry) {
  return feed_pairing::print_at(vietnam_day(entry.occurred_at), entry, "statement");
}

} // namespace paylink
