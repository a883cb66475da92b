#include "api/banks/account_calls.hpp"
#include "api/banks/bank_account_records.hpp"
#include "api/banks/import_summary.hpp"
#include "api/calls/json_body.hpp"
#include "api/calls/list_parameters.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/description/forms.hpp"
#include "domain/values/ascii.hpp"
#include "domain/values/fingerprint.hpp"
#include "domain/values/free_text.hpp"
#include "domain/values/json_string.hpp"
#include "domain/values/local_time.hpp"
#include "http/statements/statement_ids.hpp"
#include "http/statements/statement_readers.hpp"
#include "http/wire/envelope.hpp"
#include "http/wire/record_writer.hpp"
#include "logging/log.hpp"
#include "secrets/hmac.hpp"

#include <algorithm>
#include <set>

namespace paylink {

namespace {

using enum presence;

constexpr std::size_t shown_max = import_summary::shown_max;

constexpr auto format_word = one_of_words<statement_format>("csv");
constexpr form statement_text{
    .least = 1, .most = statement_bytes_max, .example = "Date,Amount,Text\n15/03/2026 09:30:05,150000,PFSL7K2M9QX4\n"};
constexpr form column_name{.least = 1, .most = 100, .example = "Date"};

constexpr auto column_members = members_into<csv_mapping>({
    {"date", column_name, into<&csv_mapping::date>, "The column with the entry's time."},
    {"date_pattern", column_name, into<&csv_mapping::date_pattern>,
     "The format of that column; `dd/MM/yyyy HH:mm:ss` by default.", optional, "dd/MM/yyyy HH:mm:ss"},
    {"amount", column_name, into<&csv_mapping::amount>,
     "The column with the amount, negative for a debit. Provide either this, or `credit` and `debit`.", optional,
     "Amount"},
    {"credit", column_name, into<&csv_mapping::credit>, "The column with the amounts of credits.", optional, "Credit",
     false},
    {"debit", column_name, into<&csv_mapping::debit>, "The column with the amounts of debits.", optional, "Debit",
     false},
    {"text", column_name, into<&csv_mapping::text>, "The column with the transfer text.", optional, "Text"},
    {"reference", column_name, into<&csv_mapping::reference>, "The column with the bank's reference.", optional,
     "Reference", false},
    {"account", column_name, into<&csv_mapping::account>,
     "The column with the account number, if the file has several accounts.", optional, "Account", false},
});
constexpr request_record columns_record{"StatementColumns", "The column names of a CSV statement.", column_members};
struct asked_statement {
  std::optional<std::string> format, statement, unexplained_amount;
  const boost::json::object* columns = nullptr;
};
constexpr auto new_import_members = members_into<asked_statement>({
    {"format", format_word, into<&asked_statement::format>, statement_formats_described},
    {"statement", statement_text, into<&asked_statement::statement>, "The text of the file, in UTF-8."},
    {"columns", forms::record(columns_record), into<&asked_statement::columns>,
     "Required for a CSV file, and only allowed for one.", optional},
    {"unexplained_amount", forms::signed_amount, into<&asked_statement::unexplained_amount>,
     "Records a statement whose balances differ from its entries by exactly this amount, as reported when the import "
     "was refused. Nothing in it completes a link or an order automatically.",
     optional, "-150000", false},
});
constexpr request_record new_import_record{"NewStatementImport", "A statement to import.", new_import_members};

constexpr auto unusable_members = members_of<import_summary::unusable_entry>({
    {"entry", forms::attempt_number, get<&import_summary::unusable_entry::place>,
     "The entry's number in the statement, from 1."},
    {"reason", forms::text, get<&import_summary::unusable_entry::reason>, "The problem.", always,
     "line 12, column Date is not a date in the format dd/MM/yyyy HH:mm:ss"},
});
constexpr written_record<import_summary::unusable_entry> unusable_record{
    "UnusableStatementEntry", "An unreadable entry of a statement.", unusable_members};
constexpr member_description import_members[]{
    {"entries", forms::number, "The number of entries in the statement."},
    {"recorded", forms::number, "Entries that no feed had reported: each is now a transaction."},
    {"unconfirmed", forms::number,
     "Recorded entries that would complete a link or an order. Their `attention` is `statement_match` until a person "
     "confirms them."},
    {"duplicate", forms::number, "Entries recorded earlier."},
    {"held", forms::number, "Entries on hold because the Workspace is suspended."},
    {"ignored", forms::number,
     "Entries of another account, from before the day the account was first connected here, or not booked."},
    {"unusable", forms::number, "Unreadable entries."},
    {"unusable_entries", forms::records(unusable_record), "The first 100 unreadable entries."},
    {"transaction_ids", forms::texts, "The first 100 transactions that were recorded."},
    {"opening_balance", forms::signed_amount, "The statement's opening balance.", nullable},
    {"closing_balance", forms::signed_amount, "The statement's closing balance.", nullable},
    {"unexplained_amount", forms::signed_amount,
     "The balance change that the entries do not explain: the closing balance, minus the opening balance and the "
     "credits, plus the debits. If it is not `0`, entries are missing. `null` without both balances: nothing was "
     "compared.",
     nullable},
};
constexpr record_description import_record{
    .name = "StatementImport",
    .sentence = "The result of a statement's import.",
    .members = import_members,
};

constexpr route_description importing_a_statement{
    .id = "importStatement",
    .tag = bank_tag,
    .summary = "Import a statement",
    .details =
        "Records the entries that no feed has reported. An entry is recorded once, even if several feeds or "
        "statements report it: day, direction, amount and text identify it. Recorded entries trigger events "
        "like those of a feed, and count as received at the time of the import: a link that has since expired "
        "is not completed. An import by a person completes links and orders. An import by a token, and of an "
        "MT940 file, completes nothing: its matches wait until a person confirms them or the bank reports the "
        "same transfer. A statement whose balances differ from its entries is refused, with the difference, and "
        "nothing is recorded unless `unexplained_amount` gives exactly that difference. Its matches then wait as "
        "well. At most 1 MiB and 10,000 entries.",
    .bodies = {&new_import_record},
    .answers = {answers::record("The result of the import.", import_record)},
    .errors = {errc::bank_account_not_connected},
};

/// The statement, if nothing is wrong with it as a whole.
std::optional<bank_statement> read_asked_statement(const asked_statement& asked, const bank_account& account,
                                                   field_faults& faults) {
  require_member(asked.format, "format", faults);
  require_member(asked.statement, "statement", faults);
  const auto format = asked.format ? parse_statement_format(*asked.format) : std::nullopt;
  if (asked.format && !format) add_faults(faults, {{"format", "format", expectation_of({"format", format_word, ""})}});
  csv_mapping mapping;
  if (format && describe(*format).has_columns) {
    if (asked.columns == nullptr) {
      add_faults(faults, {{"columns", "required", "columns is required: it gives the column names of a CSV file."}});
    } else {
      auto read = columns_record.read(*asked.columns, "columns.");
      add_faults(faults, read.faults);
      mapping = std::move(read.asked);
      if (mapping.account.empty()) mapping.account_number = account.number;
      if (auto fault = fault_of(mapping); !fault.empty()) add_faults(faults, {{"columns", "format", std::move(fault)}});
    }
  } else if (asked.columns != nullptr) {
    add_faults(faults, {{"columns", "unknown_member", "columns is only allowed for a CSV file."}});
  }
  if (!faults.empty()) return std::nullopt;
  // A statement is always of the account's own bank, whichever feed it is connected over.
  auto read = read_statement_file(*format, *asked.statement, account.bank, mapping);
  if (auto* refused = std::get_if<json_refusal>(&read)) {
    add_faults(faults, {{"statement", "format", std::move(refused->message)}});
    return std::nullopt;
  }
  return std::get<bank_statement>(std::move(read));
}

/// In which an entry always has the same reference: of a CSV file, one with the same column of references.
std::string form_of(const asked_statement& asked) {
  if (asked.columns == nullptr) return *asked.format;
  return *asked.format + "/" + ascii_lowered(trimmed(columns_record.read(*asked.columns).asked.reference));
}

/// Behind the reference that people see of an entry that is not proved: no proved one has it.
constexpr char unproved_mark = '?';

/// Entries that only their numbers tell apart prove something together or not at all: either kind has numbers of its
/// own.
void share_doubts(std::vector<decoded_entry>& entries) {
  const auto equals_of = [](const decoded_entry& one) {
    return std::string_view{one.entry.statement_id}.substr(0, one.entry.statement_id.find('#'));
  };
  std::set<std::string_view> unproved;
  for (const auto& one : entries)
    if (one.entry.is_unproved) unproved.insert(equals_of(one));
  for (auto& one : entries) one.entry.is_unproved = unproved.contains(equals_of(one));
}

/// Leaves the entries that are to be recorded, with their names.
std::vector<decoded_entry> take_entries_of(bank_statement read, std::string_view form, const bank_account& account,
                                           timestamp now, import_summary& summary) {
  summary.note_balances(read, account.number);
  const auto first_day = vietnam_day(account.id.made_at()), behind = vietnam_day(now) + std::chrono::days{2};
  statement_ids ids{form};
  for (const auto& one : read.entries)
    if (one.invalid.empty() && one.ignored.empty()) ids.expect(one.entry);
  std::vector<decoded_entry> taken;
  for (auto& one : read.entries) {
    auto& entry = one.entry;
    ++summary.entries;
    if (one.invalid.empty() && one.ignored.empty() && entry.occurred_at >= behind) one.invalid = "is in the future";
    if (!one.invalid.empty()) {
      ++summary.unusable;
      if (summary.shown.size() < shown_max) summary.shown.push_back({summary.entries, std::move(one.invalid)});
      continue;
    }
    const bool is_of_account = entry.account_number == account.number;
    if (is_of_account && one.ignored.empty()) summary.add(entry);
    if (!is_of_account) ++summary.of_others;
    if (!is_of_account || !one.ignored.empty() || entry.occurred_at < first_day) {
      ++summary.ignored;
      continue;
    }
    entry.statement_id = ids.name(entry);
    // The bank's reference for people; the name keeps two entries with one reference apart.
    constexpr std::size_t shown_reference_max = 64;
    const auto name = entry.statement_id.substr(0, entry.statement_id.find('|'));
    auto shown = printable_start(entry.bank_reference, shown_reference_max);
    if (shown.size() < entry.bank_reference.size())
      shown.append("~").append(std::to_string(fingerprint(entry.bank_reference)));
    entry.bank_reference = shown + '/' + name;
    taken.push_back(std::move(one));
  }
  share_doubts(taken);
  return taken;
}

http_response answer_import(const import_summary& summary, const std::vector<entry_answer>& answers, timestamp now) {
  std::string data;
  record_writer record{data};
  summary.append_counts(record, answers);
  record.member("unusable_entries") += list_of(summary.shown, unusable_record);
  std::vector<std::string_view> recorded;
  for (const auto& one : answers)
    if (one.result == entry_result::recorded && recorded.size() < shown_max) recorded.push_back(one.transaction.view());
  record.member("transaction_ids") += list_of(recorded, append_json_string);
  summary.append_balances(record);
  record.close();
  return success(200, data, now);
}

/// What its entries cost at most, with their deliveries to every webhook of the Workspace.
std::size_t written_by(const std::vector<decoded_entry>& entries, call_context& context) {
  constexpr std::size_t of_row = 1'024, of_delivery = 512;
  const auto webhooks =
      context.rows.ask(list_webhooks{context.workspace, {.limit = webhooks_of_workspace_max}, context.now}).rows.size();
  std::size_t bytes = entries.size() * (of_row + webhooks * of_delivery);
  for (const auto& one : entries) bytes += one.entry.content.size();
  return bytes;
}

/// None: the Workspace has bytes left for an import.
std::optional<http_response> refuse_bytes(call_context& context) {
  const auto spent = context.services.limits.find_spent_bytes(context.workspace, written_for::statement,
                                                              context.services.clock.uptime());
  if (!spent) return std::nullopt;
  context.call.count_against(*spent);
  return context.fail(errc::rate_limited,
                      "This Workspace has imported too much in the last few minutes. Import the statement later.");
}

/// The end of an import: what became of it is in the audit log before it is answered.
handled end_of_import(call_context& context, const std::shared_ptr<const import_summary>& summary,
                      const bank_account_id& account, const std::vector<entry_answer>& answers) {
  log::info("statement.imported",
            {{"workspace", context.workspace.view()},
             {"entries", static_cast<std::int64_t>(summary->entries)},
             {"recorded", std::ranges::count(answers, entry_result::recorded, &entry_answer::result)}});
  end_import ended{
      .workspace = context.workspace, .id = account, .about = summary->described(answers), .by = context.by_caller()};
  return continue_with{{.workspace = context.workspace, .write = std::move(ended)},
                       on_success<end_import>([summary, answers](const reply_context& done) {
                         return answer_import(*summary, answers, done.now);
                       })};
}

handled import_statement(call_context& context) {
  // Before it is read, which takes time that others need.
  if (auto refused = refuse_bytes(context)) return std::move(*refused);
  if (auto refused = read_body(context)) return std::move(*refused);
  const auto found = find_account_of_call(context);
  if (!found) return context.fail_to_find("bank account", found.error());
  if (found->account.state == account_state::pending) return context.fail(errc::bank_account_not_connected);
  auto [asked, faults] = new_import_record.read(context.body);
  auto read = read_asked_statement(asked, found->account, faults);
  if (!read) return context.refuse(faults);
  const auto format = *parse_statement_format(*asked.format);
  import_summary summary{.format = *asked.format, .sha256 = sha256_hex(*asked.statement)};
  const auto entries_form = form_of(asked);
  auto entries = take_entries_of(std::move(*read), entries_form, found->account, context.now, summary);
  if (summary.of_others > 0 && summary.of_others + summary.unusable == summary.entries)
    return context.refuse({"statement", "format", "The statement has no entries of this account."});
  const auto& named_amount = asked.unexplained_amount;
  if (const auto refusal = summary.faults_of_balances(named_amount); !refusal.empty()) return context.refuse(refusal);
  if (entries.empty()) return answer_import(summary, {}, context.now);
  context.services.limits.count_bytes(context.workspace, written_for::statement, written_by(entries, context),
                                      context.services.clock.uptime());

  summary.completes = context.who.is_session() && !named_amount && !describe(format).hides_payer_text;
  const auto imported_by = context.who.as_creator().id;
  for (auto& one : entries) {
    one.entry.imported_by = imported_by;
    one.entry.is_unproved |= !summary.completes;
    if (one.entry.is_unproved) one.entry.bank_reference += unproved_mark;
  }
  const auto last = std::ranges::max_element(entries, {}, [](const auto& one) { return one.entry.occurred_at; });
  begin_import begun{.workspace = context.workspace,
                     .id = found->account.id,
                     .stated_to = vietnam_day(last->entry.occurred_at) + std::chrono::days{1},
                     .about = summary.described(),
                     .by = context.by_caller()};
  const auto whole = std::make_shared<continue_with<statement_import>>(
      continue_with{statement_import{std::make_shared<const bank_account>(found->account), std::move(entries)},
                    [summary = std::make_shared<const import_summary>(std::move(summary)),
                     account = found->account.id](call_context& done, const std::vector<entry_answer>& answers) {
                      return end_of_import(done, summary, account, answers);
                    }});
  return continue_with{{.workspace = context.workspace, .write = std::move(begun)},
                       [whole](const reply_context& done, result<write_reply>& outcome) -> handled {
                         if (!outcome) return done.fail_to_find("bank account", outcome.error());
                         return std::move(*whole);
                       }};
}

} // namespace

using enum permission;
constexpr api_route statement_import_rows[]{
    // Of a person, it completes links and orders.
    routes::reading_late(routes::guarded(routes::with(bank_accounts_write, http_method::post,
                                                      "/v1.1/bank-accounts/{workspace_id}/{bank_account_id}/import",
                                                      import_statement, importing_a_statement))),
};
constexpr std::span<const api_route> statement_import_routes{statement_import_rows};

} // namespace paylink
