#include "api/description/form.hpp"
#include "cli/files.hpp"
#include "cli/record_list.hpp"
#include "cli/verbs.hpp"
#include "cli/workspace_choice.hpp"
#include "domain/banks/statement_format.hpp"
#include "domain/values/ascii.hpp"
#include "domain/values/percent.hpp"
#include "domain/values/utf8.hpp"
#include "domain/values/word_list.hpp"
#include "http/wire/json_members.hpp"

#include <CLI/CLI.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <array>
#include <memory>

namespace paylink::cli {
namespace json = boost::json;
namespace {

/// What the columns of a CSV file are called: the option, the member, and the help.
struct column_option {
  const char* option;
  const char* member;
  const char* help;
};
constexpr std::array column_options{
    column_option{"--date-column", "date", "For a CSV file: the column with the entry's time"},
    column_option{"--date-pattern", "date_pattern",
                  "The format of that column, such as dd/MM/yyyy (default: dd/MM/yyyy HH:mm:ss)"},
    column_option{"--amount-column", "amount", "The column with the amount, negative for a debit"},
    column_option{"--credit-column", "credit", "The column with the amounts of credits"},
    column_option{"--debit-column", "debit", "The column with the amounts of debits"},
    column_option{"--text-column", "text", "The column with the transfer text"},
    column_option{"--reference-column", "reference", "The column with the bank's reference"},
    column_option{"--account-column", "account", "The column with the account number, if the file has several"},
};

struct import_options {
  service_options connection;
  std::string file, account, workspace, format, unexplained;
  std::array<std::string, column_options.size()> columns;
};

std::string listed_formats() { return joined(words_of<statement_format>(), " or "); }

/// By the file's name; empty: it does not say.
std::string format_of(const std::filesystem::path& file) {
  const auto ending = ascii_lowered(file.extension().string()) + ' ';
  for (const auto& row : statement_formats)
    if (ending.size() > 1 && (std::string{row.extensions} + ' ').find(ending) != std::string::npos)
      return std::string{row.word};
  return {};
}

/// The amount that a refused statement leaves unexplained; else empty.
std::string unexplained_in(const std::variant<api_answer, unreachable>& outcome) {
  const auto* const answer = std::get_if<api_answer>(&outcome);
  if (answer == nullptr || answer->status != 422) return {};
  boost::system::error_code failed;
  const auto document = json::parse(answer->body, failed);
  const auto* const details = failed ? nullptr : document.find_pointer("/error/details", failed);
  if (details == nullptr || !details->is_array()) return {};
  for (const auto& one : details->get_array())
    if (const auto* const detail = one.if_object(); detail && text_at(*detail, "code") == "unexplained")
      return text_at(*detail, "value");
  return {};
}

exit_status import_statement(const import_options& options, terminal& at) {
  const auto format = options.format.empty() ? format_of(options.file) : options.format;
  if (format.empty()) throw usage_error{"the file name does not show the format: give --format " + listed_formats()};
  auto text = read_file(options.file);
  if (!text) throw usage_error{"cannot read " + options.file};
  if (const auto place = utf8_fault(*text); place != text->size())
    throw usage_error{options.file + " is not in UTF-8 (byte " + std::to_string(place + 1) +
                      "): convert it first, for example with iconv -f WINDOWS-1258 -t UTF-8"};
  json::object columns;
  for (std::size_t i = 0; i < column_options.size(); ++i)
    if (!options.columns[i].empty()) columns[column_options[i].member] = options.columns[i];
  json::object body{{"format", format}, {"statement", std::move(*text)}};
  if (!columns.empty()) body["columns"] = std::move(columns);
  if (!options.unexplained.empty()) body["unexplained_amount"] = options.unexplained;
  const api_call call{
      .method = http_method::post,
      .target = "/v1.1/bank-accounts/" + percent_encoded(choose_workspace(options.workspace, options.connection, at)) +
                "/" + percent_encoded(options.account) + "/import",
      .body = json::serialize(body),
      .headers = {},
      .is_repeatable = true,
  };
  api_client client{find_service(options.connection, at)};
  const auto outcome = client.send(call);
  const auto ended = finish(outcome, at, [&](const json::value& data, const json::object&) {
    print_one(at, options.connection.as_json, data);
    const auto* waiting = data.as_object().if_contains("unconfirmed");
    if (waiting == nullptr || !waiting->is_int64() || waiting->get_int64() == 0) return;
    at.err << waiting->get_int64()
           << " of them would complete a payment link or an order, and wait until a person confirms them in the "
              "console, under Transactions > Needs review (or: paylink transactions list --attention open)\n";
  });
  if (const auto amount = unexplained_in(outcome); !amount.empty())
    at.err << "to record it as it is, add --unexplained-amount " << printable(amount) << "\n";
  return ended;
}

} // namespace

void add_import_statement(CLI::App& transactions, terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<import_options>();
  auto* verb = transactions.add_subcommand(
      "import",
      "Import a bank statement: record the entries that no feed has reported. Importing it again changes nothing.");
  std::vector<std::string_view> labels;
  for (const auto& row : statement_formats) labels.push_back(row.label);
  verb->add_option("file", options->file, joined(labels, " or ") + ", in UTF-8")->required()->type_name("FILE");
  verb->add_option("--account", options->account, "Id of the bank account, ba_…")->required()->type_name("ID");
  verb->add_option("--format", options->format, listed_formats() + ", if the file name does not show the format")
      ->type_name("FORMAT");
  verb->add_option("--unexplained-amount", options->unexplained,
                   "Record a statement although its balances differ from its entries by this amount, such as -150000: "
                   "closing balance - opening balance - credits + debits")
      ->type_name("AMOUNT");
  for (std::size_t i = 0; i < column_options.size(); ++i)
    verb->add_option(column_options[i].option, options->columns[i], column_options[i].help)->type_name("TEXT");
  add_workspace_option(*verb, options->workspace);
  add_service_options(*verb, options->connection);
  verb->callback([options, &at, &chosen] { chosen = [options, &at] { return import_statement(*options, at); }; });
}

} // namespace paylink::cli
