#include "cli/report.hpp"
#include "cli/service_call.hpp"
#include "cli/triggered_event.hpp"
#include "cli/verbs.hpp"
#include "domain/values/decimal.hpp"
#include "domain/webhooks/webhook_event.hpp"
#include "secrets/random.hpp"

#include <CLI/CLI.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <ostream>

namespace paylink::cli {
namespace json = boost::json;
namespace {

constexpr std::array delivery_columns{
    column{"DELIVERY", "id"},
    column{"WEBHOOK", "webhook_id"},
    column{"STATUS", "status"},
};

struct trigger_options {
  wanted_event wanted{.word = {},
                      .workspace = {},
                      .account = {},
                      .amount = "150000",
                      .content = "NGUYEN VAN A chuyen tien",
                      .callback_url = "https://127.0.0.1:8443/callback"};
  std::string sandbox;
  bool as_json = false;
};

const std::string is_callback = "callback";

std::string fault_of_amount(const std::string& text) {
  const bool is_whole =
      !text.empty() && text.size() <= 15 && text.front() != '0' && std::ranges::all_of(text, is_digit);
  return is_whole ? std::string{} : std::string{"whole VND, digits only, without a leading zero"};
}

void print(const happened_event& happened, const trigger_options& options, terminal& at) {
  if (options.as_json) {
    auto record = happened.record;
    if (options.wanted.word != is_callback) record["deliveries"] = happened.deliveries;
    at.out << json::serialize(record) << "\n";
    return;
  }
  print_record(at.out, happened.record);
  if (happened.deliveries.empty()) return;
  at.out << "\n";
  print_table(at.out, delivery_columns, happened.deliveries);
}

exit_status trigger(trigger_options options, terminal& at) {
  const auto sandbox = find_sandbox(options.sandbox, at);
  if (!sandbox)
    throw usage_error{
        "events can be triggered in a sandbox only: give --sandbox or PAYLINK_SANDBOX. To try a webhook of "
        "any service, send it a test event: paylink webhooks test wh_…"};
  if (options.wanted.workspace.empty()) {
    if (sandbox->workspaces.empty()) throw usage_error{sandbox->path + " has no Workspace"};
    options.wanted.workspace = sandbox->workspaces.front().id;
  }
  at.token_origin = origin_of(*sandbox, options.sandbox);
  system_random random;
  event_maker maker{*sandbox, options.wanted, random, at};
  const auto happened = maker.make();
  if (!happened) return maker.status() == exit_status::done ? exit_status::unreachable : maker.status();
  print(*happened, options, at);
  if (maker.status() == exit_status::done && options.wanted.word != is_callback && happened->deliveries.empty())
    at.err << "no webhook of the Workspace receives this event: none is subscribed to it, or the filters exclude it; "
              "see paylink webhooks list and paylink webhooks create\n";
  return maker.status();
}

} // namespace

void add_trigger(CLI::App& program, terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<trigger_options>();
  auto& wanted = options->wanted;
  auto* verb = program.add_subcommand("trigger", "Trigger a real event in a sandbox, and show what was sent.");
  auto words = webhook_event_words();
  words.emplace_back(is_callback);
  verb->add_option("event", wanted.word, listed_webhook_events() + ", or callback: a link is paid")
      ->required()
      ->check(CLI::IsMember(std::move(words)));
  verb->add_option("--workspace", wanted.workspace, "Id of the Workspace (default: the sandbox's first)")
      ->type_name("ID");
  verb->add_option("--account", wanted.account, "Number or id of its bank account (default: the Workspace's first)");
  verb->add_option("--amount", wanted.amount, "Whole VND")
      ->type_name("VND")
      ->check(fault_of_amount)
      ->capture_default_str();
  verb->add_option("--content", wanted.content, "Transfer text; the reference of an order or a link is appended")
      ->capture_default_str();
  verb->add_option("--callback-url", wanted.callback_url,
                   "For callback: the link's callback URL (default: that of paylink listen)")
      ->type_name("URL");
  add_sandbox_option(*verb, options->sandbox);
  verb->add_flag("--json", options->as_json, "Print the result as JSON");
  verb->callback([options, &at, &chosen] { chosen = [options, &at] { return trigger(*options, at); }; });
}

} // namespace paylink::cli
