#include "persistence/credits/statement_pairing.hpp"

#include "domain/banks/recorded_text.hpp"
#include "domain/values/decimal.hpp"
#include "domain/values/local_time.hpp"
#include "failpoints/failpoint.hpp"
#include "persistence/sql/invariant.hpp"

#include <algorithm>
#include <utility>

namespace paylink {
namespace {

/// How far a bank's clock may be behind ours.
constexpr std::chrono::minutes clocks_apart{5};

std::string known_sql(std::string_view condition) {
  return "SELECT row, id, classification, statement_ref, statement_id, content, unproved FROM transactions WHERE "
         "account_row + 0 = :account AND " +
         std::string{condition};
}

// An entry with another reference of the same form is another transfer, whatever file it stands in.
constexpr std::string_view equal_sql =
    "statement_id >= :first AND statement_id < :behind AND (statement_ref IS NULL OR statement_ref < :form OR "
    "statement_ref >= :behind_form) ORDER BY statement_id LIMIT 1";

// A print is a minute, and behind it what the transfer says: one key for each minute of the day, however many transfers
// there are.
std::string find_in_day_sql(dialect spoken) {
  const std::string minutes =
      spoken == dialect::postgresql
          ? "generate_series(CAST(:first AS BIGINT), CAST(:last AS BIGINT), 2147483648) AS m (print)"
          : "(WITH RECURSIVE every (print) AS (VALUES (:first) UNION ALL SELECT print + 2147483648 FROM every WHERE "
            "print "
            "< :last) SELECT print FROM every) m";
  return "SELECT t.row, t.amount, t.type, t.content, t.id, t.classification, t.occurred_at, t.virtual_account_row "
         "FROM " +
         minutes +
         " CROSS JOIN transactions t WHERE t.account_row + 0 = :account AND t.transfer_print = m.print AND "
         "t.statement_id IS NULL ORDER BY t.transfer_print, t.transfer_turn";
}

constexpr const char* find_stated_sql =
    "SELECT row, amount, type, content, virtual_account_row FROM transactions WHERE account_row + 0 = :account "
    "AND transfer_print = :print AND feed = 'STATEMENT' AND received_at >= :booked ORDER BY transfer_turn";

constexpr const char* give_sql =
    "UPDATE transactions SET feed = :feed, source_id = :source, transfer_print = :print, transfer_turn = (SELECT "
    "COALESCE(MAX(t.transfer_turn) + 1, 0) FROM transactions t WHERE t.account_row + 0 = :account AND t.transfer_print "
    "= :of_print) WHERE row = :row AND (feed || '') = 'STATEMENT'";

constexpr const char* rename_sql =
    "UPDATE transactions SET statement_ref = :ref, statement_id = :id, transfer_print = :print, transfer_turn = "
    "(SELECT "
    "COALESCE(MAX(t.transfer_turn) + 1, 0) FROM transactions t WHERE t.account_row + 0 = :account AND t.transfer_print "
    "= :of_print) WHERE row = :row AND unproved = 1";

std::optional<std::string_view> text_or_null(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional{text};
}

int number_in(std::string_view name) { return std::atoi(std::string{name.substr(name.rfind('#') + 1)}.c_str()); }

/// `csv/ref@time:54157`: a time of day in place of a reference, which gives way to one.
bool names_time(std::string_view reference) { return reference.substr(0, reference.find(':')).ends_with("@time"); }

statement_pairing::entry_name parts_of(std::string_view statement_id) {
  statement_pairing::entry_name parts;
  const auto bar = statement_id.find('|');
  if (bar != statement_id.npos) {
    parts.reference = statement_id.substr(bar + 1);
    parts.names_one = parts.reference.starts_with('=');
    if (parts.names_one) parts.reference.remove_prefix(1);
  }
  const auto name = statement_id.substr(0, bar);
  const auto mark = name.rfind('#');
  ensure(mark != name.npos, "the name of a statement's entry has a number");
  parts.equals = name.substr(0, mark);
  parts.number = number_in(name);
  return parts;
}

} // namespace

std::string statement_pairing::entry_name::numbered(int which) const {
  constexpr int digits = 7;
  std::string text(digits, '0');
  write_padded(text.data(), static_cast<std::uint64_t>(which), digits);
  return equals + '#' + text;
}

std::string statement_pairing::entry_name::behind_equals() const { return equals + static_cast<char>('#' + 1); }

std::pair<std::string, std::string> statement_pairing::entry_name::dated_amount() const {
  const auto amount = equals.substr(0, equals.find('~'));
  return {amount + '~', amount + static_cast<char>('~' + 1)};
}

statement_pairing::statement_pairing(soci::session& session, dialect spoken)
    : find_named_{session, known_sql("statement_id = :id")},
      find_referred_{session, known_sql("statement_ref = :ref AND statement_id >= :first AND statement_id < :behind "
                                        "ORDER BY statement_id LIMIT 1")},
      find_equal_{session, known_sql(equal_sql)},
      find_last_{session, "SELECT statement_id FROM transactions WHERE account_row + 0 = :account AND statement_id >= "
                          ":first AND statement_id < :behind ORDER BY statement_id DESC LIMIT 1"},
      find_in_day_{session, find_in_day_sql(spoken)},
      note_{session,
            "UPDATE transactions SET statement_id = :id, statement_ref = :ref WHERE row = :row AND statement_id "
            "IS NULL"},
      note_reference_{session, "UPDATE transactions SET statement_ref = :ref WHERE row = :row"},
      rename_{session, rename_sql}, find_stated_{session, find_stated_sql}, give_{session, give_sql} {
  if (spoken == dialect::postgresql)
    lock_.emplace(session, "SELECT row FROM bank_accounts WHERE row = :account FOR NO KEY UPDATE");
}

void statement_pairing::take_turn(std::int64_t account_row) {
  if (lock_) ensure(lock_->first(account_row), "an entry names an account that exists");
}

feed_pairing::first_notice statement_pairing::notice_of(const known_row& known) {
  const auto& [row, id, classified, reference, name, content, unproved] = known.fields;
  feed_pairing::first_notice notice{
      .row = row.value, .transaction = transaction_id::from_store(id.view()), .classified = std::nullopt};
  if (!classified.is_null()) notice.classified = static_cast<classification>(classified.value);
  return notice;
}

statement_pairing::stated statement_pairing::find(const record_entry& command) {
  const auto name = parts_of(command.entry.statement_id);
  auto [known, next, made_up] = find_equal(command, name);
  if (known != nullptr) {
    auto notice = notice_of(*known);
    notice.conflict = !is_part_of_the_other(std::get<5>(known->fields).view(), command.entry);
    const auto& noted = std::get<3>(known->fields);
    const bool has_reference = !noted.is_null() && (names_time(name.reference) || !names_time(noted.view()));
    if (!name.reference.empty() && !has_reference) note_reference_.run(name.reference, notice.row);
    if (made_up) note_reference_.run(std::nullopt, made_up->row);
    return {std::move(notice)};
  }
  stated found{find_in_day(command), name.numbered(next)};
  if (found.first) {
    note(command, found.name, found.first->row);
    if (made_up) note_reference_.run(std::nullopt, made_up->row);
  } else if (made_up) {
    rename(command, found.name, made_up->row);
    found.first = std::move(made_up);
  }
  return found;
}

// What an import without proof says never stands in the way of what the bank says.
void statement_pairing::rename(const record_entry& command, std::string_view name, std::int64_t transaction_row) {
  const auto print = print_of(command.entry);
  if (rename_.run(parts_of(command.entry.statement_id).reference, name, print, command.account_row, print,
                  transaction_row) != 1)
    throw write_conflict{};
}

statement_pairing::equal_entry statement_pairing::find_equal(const record_entry& command, const entry_name& name) {
  const auto account = command.account_row;
  const auto has_own_number = [&] { return find_named_.first(account, name.numbered(name.number)); };
  if (name.reference.empty()) return {has_own_number() ? &find_named_.out() : nullptr, name.number};
  const auto behind = name.behind_equals();
  if (find_referred_.first(account, name.reference, name.numbered(0), behind)) return {&find_referred_.out()};
  equal_entry found;
  // The same transfer in another file, which takes its text from elsewhere.
  if (const auto [least, above] = name.dated_amount();
      name.names_one && find_referred_.first(account, name.reference, least, above)) {
    const auto& known = find_referred_.out();
    if (std::get<6>(known.fields).value == 0 || command.entry.is_unproved ||
        says_the_same(std::get<5>(known.fields).view(), command.entry))
      return {&known};
    found.made_up = notice_of(known);
  }
  const std::string form{name.form()};
  auto& passed = passed_[std::to_string(account) + '|' + name.equals + '|' + form];
  const bool has_passed = passed.from <= name.number && name.number < passed.to;
  const int from = has_passed ? passed.to : name.number;
  if (!has_passed) passed.from = name.number;
  const char* const behind_form = ";"; // ':' + 1
  if (find_equal_.first(account, name.numbered(from), behind, form + ':', form + behind_form)) {
    passed.to = number_in(std::get<4>(find_equal_.out().fields).view());
    found.known = &find_equal_.out();
    return found;
  }
  const int last = find_last_.first(account, name.numbered(0), behind) ? number_in(find_last_.column<0>().view()) : 0;
  passed.to = std::max(from, last + 1);
  const bool is_free = last < name.number || !has_own_number();
  found.next = is_free ? name.number : passed.to;
  return found;
}

std::optional<feed_pairing::first_notice> statement_pairing::find_in_day(const record_entry& command) {
  const auto& entry = command.entry;
  const auto first = feed_pairing::print_at(vietnam_day(entry.occurred_at), entry, {});
  const auto last =
      feed_pairing::print_at(vietnam_day(entry.occurred_at) + std::chrono::minutes{24 * 60 - 1}, entry, {});
  std::optional<feed_pairing::first_notice> best;
  auto best_likeness = feed_pairing::likeness::other;
  std::chrono::milliseconds distance{};
  find_in_day_.each(
      [&](const auto& columns) {
        const auto& [row, amount, type, content, id, classified, occurred_at, virtual_account] = columns.fields;
        const auto how =
            feed_pairing::compare(amount.value, type.value, content.view(), virtual_account.or_zero(), command);
        const auto apart = std::chrono::abs(from_millis(occurred_at.value) - entry.occurred_at);
        if (how == feed_pairing::likeness::other || how < best_likeness ||
            (how == best_likeness && best && distance <= apart))
          return;
        best = {.row = row.value, .transaction = transaction_id::from_store(id.view()), .classified = std::nullopt};
        if (!classified.is_null()) best->classified = static_cast<classification>(classified.value);
        best_likeness = how;
        distance = apart;
      },
      first, last, command.account_row);
  return best;
}

void statement_pairing::note(const record_entry& command, std::string_view name, std::int64_t transaction_row) {
  // Another node has been faster: the whole batch sees that the next time.
  if (note_.run(name, text_or_null(parts_of(command.entry.statement_id).reference), transaction_row) != 1)
    throw write_conflict{};
  PAYLINK_FAILPOINT(after_statement_noted);
}

std::optional<feed_pairing::partner> statement_pairing::find_stated(const record_entry& command) {
  std::optional<feed_pairing::partner> best;
  auto best_likeness = feed_pairing::likeness::other;
  find_stated_.each(
      [&](const auto& columns) {
        const auto& [row, amount, type, content, virtual_account] = columns.fields;
        const auto how =
            feed_pairing::compare(amount.value, type.value, content.view(), virtual_account.or_zero(), command);
        if (how == feed_pairing::likeness::other || (best && how <= best_likeness)) return;
        best = {.row = row.value, .is_paired = false, .is_stated = true};
        best_likeness = how;
      },
      command.account_row, print_of(command.entry), to_millis(command.entry.occurred_at - clocks_apart));
  return best;
}

void statement_pairing::give_to_feed(const record_entry& command, const feed_pairing::partner& taken) {
  const auto print = feed_pairing::print_of(command.entry);
  if (give_.run(command.feed, command.entry.bank_reference, print, command.account_row, print, taken.row) != 1)
    throw write_conflict{};
  PAYLINK_FAILPOINT(after_statement_given);
}

std::int64_t statement_pairing::print_of(const bank_entry& entry) {
  return feed_pairing::print_at(vietnam_day(entry.occurred_at), entry, "statement");
}

} // namespace paylink
