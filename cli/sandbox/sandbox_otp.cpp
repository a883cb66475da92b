#include "cli/report.hpp"
#include "cli/sandbox/sandbox_bank.hpp"
#include "cli/verbs.hpp"
#include "http/wire/json_members.hpp"

#include <CLI/CLI.hpp>

#include <memory>
#include <ostream>

namespace paylink::cli {
namespace json = boost::json;
namespace {

struct otp_options {
  std::string account, bank_simulator, sandbox;
  bool as_json = false;
};

/// The first of the connections, which come newest first; of the account alone if one is given.
const json::object* newest(const json::value& waiting, const std::string& account) {
  const auto* rows = waiting.if_array();
  if (!rows) return nullptr;
  for (const auto& row : *rows)
    if (row.is_object() && (account.empty() || text_at(row.get_object(), "account_number") == account))
      return &row.get_object();
  return nullptr;
}

exit_status show_otp(const otp_options& options, terminal& at) {
  auto bank = find_sandbox_bank(options.bank_simulator, options.sandbox, at);
  auto found = exit_status::done;
  const auto asked =
      finish(bank.send({.method = http_method::get, .target = "/connections", .body = {}, .headers = {}}), at,
             [&](const json::value& data, const json::object&) {
               const auto* one = newest(data, options.account);
               if (!one) {
                 at.err << "no connection" << (options.account.empty() ? "" : " of " + printable(options.account))
                        << " is waiting for a code at the sandbox bank; start one first\n";
                 found = exit_status::refused;
               } else if (options.as_json) {
                 print_one(at, true, *one);
               } else {
                 at.out << printable(text_at(*one, "otp")) << "\n";
               }
             });
  return asked == exit_status::done ? found : asked;
}

} // namespace

void add_sandbox_otp(CLI::App& sandbox, terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<otp_options>();
  auto* verb = sandbox.add_subcommand("otp", "Print the last one-time code that the bank sent for a connection.");
  verb->add_option("account", options->account, "Number of the account being connected (default: any)");
  add_bank_option(*verb, options->bank_simulator);
  add_sandbox_option(*verb, options->sandbox);
  verb->add_flag("--json", options->as_json, "Print the connection as JSON");
  verb->callback([options, &at, &chosen] { chosen = [options, &at] { return show_otp(*options, at); }; });
}

} // namespace paylink::cli
