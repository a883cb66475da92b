#include "cli/report.hpp"
#include "cli/sandbox/payee.hpp"
#include "cli/sandbox/sandbox_bank.hpp"
#include "cli/verbs.hpp"
#include "cli/workspace_choice.hpp"
#include "domain/banks/credit.hpp"

#include <CLI/CLI.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <ostream>

namespace paylink::cli {
namespace {

constexpr std::int64_t difference = 1'000; ///< VND too much, or too little.
constexpr int usual_delay_ms = 5'000;

struct pay_options {
  service_options connection;
  std::string link, workspace, reference, account, bank, amount, content, bank_simulator, format;
  int repeat = 0;
  int delay_ms = 0;
  bool shuffle = false, lost = false, twice = false, changed = false, delayed = false, debit = false;
  std::array<bool, 7> becomes{}; ///< By classification: at most one is chosen.

  bool is(classification one) const { return becomes[static_cast<std::size_t>(one)]; }
};

/// One option that says what the payment is to become, and why it does.
struct outcome_option {
  classification becomes;
  const char *name, *help;
};
constexpr std::array outcome_options{
    outcome_option{classification::matched, "--matched", "Pay the exact amount (the default)"},
    outcome_option{classification::overpaid, "--overpaid", "Pay 1000 VND too much"},
    outcome_option{classification::underpaid, "--underpaid", "Pay 1000 VND too little"},
    outcome_option{classification::duplicate, "--duplicate", "Pay a second time; a pending one is paid twice"},
    outcome_option{classification::late, "--late", "Pay after closing; a pending one is cancelled first"},
    outcome_option{classification::below_minimum, "--below-minimum",
                   "Pay 1000 VND, less than the smallest amount of a link"},
    outcome_option{classification::rejected, "--rejected", "The switch rejects the payment"},
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
  add("format", options.format);
  if (options.repeat != 0) body["repeat"] = options.repeat;
  if (options.delay_ms != 0) body["delay_ms"] = options.delay_ms;
  if (options.shuffle) body["shuffle"] = true;
  if (options.lost) body["lose"] = true;
  if (options.changed) body["change"] = true;
  if (options.is(classification::rejected)) body["status"] = "rejected";
  if (options.debit) body["transfer_type"] = "debit";
  return body;
}

// The amount that makes of a pending payment what is wanted; empty: what is asked for.
std::string amount_for(const pay_options& options, const payee& to) {
  if (options.is(classification::below_minimum)) return std::to_string(link_amount_min.dong - difference);
  const bool is_over = options.is(classification::overpaid), is_under = options.is(classification::underpaid);
  if (!is_over && !is_under) return options.amount;
  if (!to.amount) throw usage_error{to.id + " has no amount, so no payment is too much or too little"};
  if (is_over) return std::to_string(*to.amount + difference);
  if (*to.amount <= link_amount_min.dong)
    throw usage_error{to.id + " has the smallest amount: less is below the minimum"};
  return std::to_string(std::max(*to.amount - difference, link_amount_min.dong));
}

/// Names the account, the reference and the amount instead of the link or order.
pay_options addressed_to(const payee& to, pay_options options) {
  options.amount = amount_for(options, to);
  if (options.amount.empty() && to.amount) options.amount = std::to_string(*to.amount);
  if (options.amount.empty()) throw usage_error{to.id + " has no amount: give --amount"};
  options.link.clear();
  options.reference = to.reference;
  options.account = to.account_number;
  options.bank = to.bank;
  return options;
}

std::variant<api_answer, unreachable> order_payment(api_client& bank, const pay_options& options) {
  return bank.send(
      {.method = http_method::post, .target = "/pay", .body = boost::json::serialize(body_of(options)), .headers = {}});
}

// Why the link or order cannot become what is wanted; empty: it can.
std::string obstacle(const pay_options& options, const payee& to) {
  const bool is_paid = to.status == "succeeded" || to.status == "success", is_pending = to.status == "pending";
  if (options.is(classification::late)) return is_paid ? "is already paid: another payment is a duplicate" : "";
  if (options.is(classification::duplicate))
    return is_paid || is_pending ? "" : "is " + to.status + ": another payment is late";
  const bool needs_pending = options.is(classification::matched) || options.is(classification::overpaid) ||
                             options.is(classification::underpaid) || options.is(classification::below_minimum);
  return needs_pending && !is_pending ? "is " + to.status + ", no longer pending" : "";
}

/// Pays it, with all that has to happen before.
exit_status pay_payee(const payee& to, const pay_options& options, api_client& service, api_client& bank,
                      terminal& at) {
  if (const auto why = obstacle(options, to); !why.empty()) {
    at.err << printable(to.id) << " " << printable(why) << "\n";
    return exit_status::refused;
  }
  const auto payment = addressed_to(to, options);
  if (to.status == "pending" && options.is(classification::late)) {
    if (const auto status = cancel_payee(service, to, at); status != exit_status::done) return status;
    at.err << "cancelled " << printable(to.id) << ", so that the payment is late\n";
  }
  if (to.status == "pending" && options.is(classification::duplicate)) {
    pay_options first;
    first.amount = options.amount;
    const auto status = finish(order_payment(bank, addressed_to(to, first)), at,
                               [](const boost::json::value&, const boost::json::object&) {});
    if (status != exit_status::done) return status;
    at.err << "paid " << printable(to.id) << " once, so that the payment is a duplicate\n";
  }
  return finish_record(order_payment(bank, payment), at, options.connection.as_json);
}

exit_status pay(pay_options options, terminal& at) {
  if (options.link.empty() && options.account.empty())
    throw usage_error{"nothing to pay: give a link or an order, or --account with --reference"};
  const bool needs_record = options.is(classification::overpaid) || options.is(classification::underpaid) ||
                            options.is(classification::duplicate) || options.is(classification::late);
  if (options.link.empty() && needs_record) throw usage_error{"this needs a link or an order, not an account"};
  if (options.link.empty() && options.amount.empty() && !options.is(classification::below_minimum))
    throw usage_error{"give --amount: only a link or an order has one"};
  if (options.twice) options.repeat = 1;
  if (options.delayed) options.delay_ms = usual_delay_ms;
  auto bank = find_sandbox_bank(options.bank_simulator, options.connection.sandbox, at);
  if (!options.link.empty() && (needs_record || needs_lookup(options.link))) {
    api_client service{find_service(options.connection, at)};
    const auto found = find_payee(service, options.link, options.workspace, options.connection, at);
    if (const auto* status = std::get_if<exit_status>(&found)) return *status;
    return pay_payee(std::get<payee>(found), options, service, bank, at);
  }
  if (options.is(classification::below_minimum)) options.amount = std::to_string(link_amount_min.dong - difference);
  return finish_record(order_payment(bank, options), at, options.connection.as_json);
}

void add_outcomes(CLI::App& verb, pay_options& options, CLI::Option& amount) {
  auto* group = verb.add_option_group("outcome", "The kind of payment; at most one");
  group->require_option(0, 1);
  for (const auto& [becomes, name, help] : outcome_options) {
    auto* flag = group->add_flag(name, options.becomes[static_cast<std::size_t>(becomes)], help);
    if (becomes != classification::matched && becomes != classification::rejected) flag->excludes(&amount);
  }
}

void add_faults(CLI::App& verb, pay_options& options) {
  auto* lost = verb.add_flag("--lost", options.lost, "Book it without notifying: only the bank's list shows it");
  auto* repeat = verb.add_option("--repeat", options.repeat, "Notify this many more times; `sends_planned` is one more")
                     ->check(CLI::Range(0, 100));
  verb.add_flag("--twice", options.twice, "Notify again")->excludes(repeat)->excludes(lost);
  verb.add_flag("--changed", options.changed, "Then notify again with the same reference and 1000 VND more")
      ->excludes(lost);
  auto* delay =
      verb.add_option("--delay-ms", options.delay_ms, "Notify after this delay; until then the state is `waiting`")
          ->check(CLI::Range(0, 86'400'000));
  verb.add_flag("--delayed", options.delayed, "Notify after 5 seconds")->excludes(delay)->excludes(lost);
  verb.add_flag("--shuffle,--shuffled", options.shuffle,
                "Notify after the next transfers; until then the state is `waiting`");
  verb.add_option("--format", options.format, "Notification format: native, camt054, sepay or casso")
      ->check(CLI::IsMember({"native", "camt054", "sepay", "casso"}));
}

} // namespace

void add_sandbox_pay(CLI::App& sandbox, terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<pay_options>();
  auto* verb = sandbox.add_subcommand("pay", "Transfer money through the sandbox bank.");
  auto* link =
      verb->add_option("link", options->link, "A payment page's address, a link's or an order's id, reference or JSON");
  verb->add_option("--account", options->account, "Account number to pay, instead of a link")->excludes(link);
  verb->add_option("--reference", options->reference, "Reference to write into the transfer")->excludes(link);
  verb->add_option("--bank", options->bank, "Code of the account's bank");
  auto* amount = verb->add_option("--amount", options->amount,
                                  "Whole VND (default: the amount of the link or order; required with --account)")
                     ->type_name("VND");
  verb->add_option("--content", options->content, "The whole transfer text (default: a typical one)");
  add_outcomes(*verb, *options, *amount);
  add_faults(*verb, *options);
  verb->add_flag("--debit", options->debit, "Transfer money out of the account");
  add_bank_option(*verb, options->bank_simulator);
  add_workspace_option(*verb, options->workspace);
  add_service_options(*verb, options->connection);
  verb->callback([options, &at, &chosen] { chosen = [options, &at] { return pay(*options, at); }; });
}

} // namespace paylink::cli
