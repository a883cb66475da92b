#include "cli/report.hpp"
#include "cli/service_call.hpp"
#include "cli/verbs.hpp"

#include <CLI/CLI.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <memory>

namespace paylink::cli {
namespace {

struct pay_options {
  std::string link, reference, account, bank, amount, content, bank_simulator, sandbox;
  int repeat = 0;
  int delay_ms = 0;
  bool shuffle = false, rejected = false, debit = false, as_json = false;
};

// Also accepts the output of `payment-links create --json`: its `url` is the page.
std::string page_of(const std::string& link) {
  if (!link.starts_with('{')) return link;
  boost::system::error_code failed;
  auto record = boost::json::parse(link, failed);
  const auto* url = !failed && record.is_object() ? record.get_object().if_contains("url") : nullptr;
  if (!url || !url->is_string()) throw usage_error{"the JSON has no payment page (`url`)"};
  return std::string{url->get_string()};
}

boost::json::object body_of(const pay_options& options) {
  boost::json::object body;
  auto add = [&](const char* member, const std::string& value) {
    if (!value.empty()) body[member] = value;
  };
  add("link", page_of(options.link));
  add("reference", options.reference);
  add("account_number", options.account);
  add("bank", options.bank);
  add("amount", options.amount);
  add("content", options.content);
  if (options.repeat != 0) body["repeat"] = options.repeat;
  if (options.delay_ms != 0) body["delay_ms"] = options.delay_ms;
  if (options.shuffle) body["shuffle"] = true;
  if (options.rejected) body["status"] = "rejected";
  if (options.debit) body["transfer_type"] = "debit";
  return body;
}

exit_status pay(const pay_options& options, terminal& at) {
  if (options.link.empty() && options.account.empty())
    throw usage_error{"nothing to pay: give a link, or --account with --reference"};
  if (options.link.empty() && options.amount.empty())
    throw usage_error{"give --amount: only a link can ask for an amount"};
  auto bank = options.bank_simulator;
  if (bank.empty()) {
    auto sandbox = find_sandbox(options.sandbox, at);
    if (sandbox && sandbox->bank_simulator.empty())
      throw usage_error{
          "the sandbox names no bank: give --bank-simulator with the address of a running banksim, or start "
          "paylinkd with it"};
    if (sandbox) bank = sandbox->bank_simulator;
  }
  if (bank.empty()) throw usage_error{"no sandbox bank: give --sandbox or --bank-simulator"};
  api_client client{{.base_url = bank, .token = {}, .ca_file = {}}};
  api_call call{
      .method = http_method::post, .target = "/pay", .body = boost::json::serialize(body_of(options)), .headers = {}};
  return finish_record(client.send(call), at, options.as_json);
}

} // namespace

void add_sandbox_pay(CLI::App& sandbox, terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<pay_options>();
  auto* verb = sandbox.add_subcommand("pay", "Transfer money through the sandbox bank.");
  auto* link = verb->add_option("link", options->link, "The payment page's address, a public id, or a link's JSON");
  verb->add_option("--account", options->account, "Account number to pay, instead of a link")->excludes(link);
  verb->add_option("--reference", options->reference, "Reference to write into the transfer")->excludes(link);
  verb->add_option("--bank", options->bank, "Code of the account's bank");
  verb->add_option("--amount", options->amount, "Whole VND (default: what the link asks for; required without a link)")
      ->type_name("VND");
  verb->add_option("--content", options->content, "The whole transfer text (default: a typical one)");
  verb->add_option("--repeat", options->repeat, "Notify this many more times; `sends_planned` is one more")
      ->check(CLI::Range(0, 100));
  verb->add_option("--delay-ms", options->delay_ms, "Notify after this delay; until then the state is `waiting`")
      ->check(CLI::Range(0, 86'400'000));
  verb->add_flag("--shuffle", options->shuffle, "Notify after the next transfers; until then the state is `waiting`");
  verb->add_flag("--rejected", options->rejected, "The switch refuses the payment");
  verb->add_flag("--debit", options->debit, "Money goes out of the account");
  verb->add_option("--bank-simulator", options->bank_simulator, "Address of banksim")->type_name("URL");
  add_sandbox_option(*verb, options->sandbox);
  verb->add_flag("--json", options->as_json, "Print the answer as JSON");
  verb->callback([options, &at, &chosen] { chosen = [options, &at] { return pay(*options, at); }; });
}

} // namespace paylink::cli
