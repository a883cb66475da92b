#include "cli/changes.hpp"
#include "cli/creation.hpp"
#include "cli/record_list.hpp"
#include "cli/verbs.hpp"
#include "cli/workspace_choice.hpp"
#include "domain/values/percent.hpp"

#include <CLI/CLI.hpp>
#include <boost/json/serialize.hpp>

#include <array>
#include <memory>
#include <ostream>

namespace paylink::cli {
namespace json = boost::json;
namespace {

constexpr std::array webhook_columns{
    column{"ID", "id"},           column{"NAME", "name"},       column{"EVENTS", "events"},
    column{"ENABLED", "enabled"}, column{"URL", "url", "chat"}, column{"LAST DELIVERY", "last_delivery.status"},
};

struct webhook_list_options {
  page_options page;
  std::string workspace;
};

struct webhook_options {
  service_options connection;
  std::string workspace, webhook, name, url, event, idempotency_key;
  std::vector<std::string> events, headers;
  bool activates = false, is_checked = false;
};

std::string path_of(const webhook_options& options, const terminal& at) {
  return "/v1.1/webhooks/" + percent_encoded(choose_workspace(options.workspace, options.connection, at));
}

std::string path_of_webhook(const webhook_options& options, const terminal& at) {
  return path_of(options, at) + "/" + percent_encoded(options.webhook);
}

exit_status list_webhooks(const webhook_list_options& options, terminal& at) {
  auto target = "/v1.1/webhooks/" + percent_encoded(choose_workspace(options.workspace, options.page.connection, at));
  api_client client{find_service(options.page.connection, at)};
  return show_page(client, std::move(target), options.page, webhook_columns, at);
}

/// Prints a webhook; if the answer has its key and secret, says that they are not shown again.
exit_status finish_with_keys(const std::variant<api_answer, unreachable>& outcome, terminal& at, bool as_json) {
  return finish(outcome, at, [&](const json::value& data, const auto&) {
    print_one(at, as_json, data);
    const auto* record = data.if_object();
    const auto* secret = record ? record->if_contains("secret") : nullptr;
    if (secret && secret->is_string())
      at.err << "save api_key and secret now: they are not shown again\n";
    else
      at.err << "api_key and secret were shown in the first response; rotate them to get new ones\n";
  });
}

// The service itself waits for the endpoint as long as for any receiver.
constexpr double check_seconds = 30;

exit_status create_webhook(const webhook_options& options, terminal& at) {
  json::object body{{"name", options.name}, {"url", options.url}};
  json::array events;
  for (const auto& one : options.events) events.emplace_back(one);
  body["events"] = std::move(events);
  json::object headers;
  for (const auto& pair : options.headers) {
    const auto equals = pair.find('=');
    if (equals == pair.npos || equals == 0) throw usage_error{"--header takes NAME=VALUE, not `" + pair + "`"};
    if (!headers.emplace(pair.substr(0, equals), pair.substr(equals + 1)).second)
      throw usage_error{"--header gives `" + pair.substr(0, equals) + "` twice"};
  }
  if (!headers.empty()) body["headers"] = std::move(headers);
  auto connection = options.connection;
  if (options.is_checked) {
    body["check"] = true;
    connection.timeout_seconds += check_seconds;
  }
  const creation wanted{
      .target = path_of(options, at), .body = std::move(body), .idempotency_key = options.idempotency_key};
  return finish_with_keys(create(wanted, connection, at), at, options.connection.as_json);
}

exit_status get_webhook(const webhook_options& options, terminal& at) {
  api_call call;
  call.target = path_of_webhook(options, at);
  api_client client{find_service(options.connection, at)};
  return finish_record(client.send(call), at, options.connection.as_json);
}

template <bool Enabled>
exit_status switch_webhook(const webhook_options& options, terminal& at) {
  return send_change(http_method::patch, path_of_webhook(options, at), {{"enabled", Enabled}}, options.connection, at);
}

exit_status delete_webhook(const webhook_options& options, terminal& at) {
  return send_deletion(path_of_webhook(options, at), options.connection, at);
}

exit_status test_webhook(const webhook_options& options, terminal& at) {
  json::object body;
  if (!options.event.empty()) body["event"] = options.event;
  const api_call call{.method = http_method::post,
                      .target = path_of_webhook(options, at) + "/test",
                      .body = json::serialize(body),
                      .headers = {}};
  api_client client{find_service(options.connection, at)};
  return finish_record(client.send(call), at, options.connection.as_json);
}

exit_status rotate_webhook(const webhook_options& options, terminal& at) {
  const api_call call{.method = http_method::post,
                      .target = path_of_webhook(options, at) + (options.activates ? "/rotate/activate" : "/rotate"),
                      .body = {},
                      .headers = {}};
  api_client client{find_service(options.connection, at)};
  if (options.activates) return finish_record(client.send(call), at, options.connection.as_json);
  return finish_with_keys(client.send(call), at, options.connection.as_json);
}

using webhook_verb = exit_status (*)(const webhook_options&, terminal&);

CLI::App* add_webhook_verb(CLI::App& webhooks, const char* name, const char* help, bool takes_webhook,
                           const std::shared_ptr<webhook_options>& options, webhook_verb carry_out, terminal& at,
                           chosen_verb& chosen) {
  auto* verb = webhooks.add_subcommand(name, help);
  if (takes_webhook) verb->add_option("webhook", options->webhook, "Id of the webhook, wh_…")->required();
  add_workspace_option(*verb, options->workspace);
  add_service_options(*verb, options->connection);
  verb->callback(
      [options, carry_out, &at, &chosen] { chosen = [options, carry_out, &at] { return carry_out(*options, at); }; });
  return verb;
}

void add_create(CLI::App& webhooks, terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<webhook_options>();
  auto* verb = add_webhook_verb(webhooks, "create", "Create a webhook; print its API key and secret once.", false,
                                options, create_webhook, at, chosen);
  verb->add_option("--name", options->name, "Its display name")->required()->type_name("NAME");
  verb->add_option("--url", options->url, "https URL for its events")->required()->type_name("URL");
  verb->add_option("--event", options->events, "An event that it receives, such as transaction.credit; may be repeated")
      ->required()
      ->type_name("EVENT")
      ->allow_extra_args(false);
  verb->add_option("--header", options->headers, "An additional header; may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  verb->add_flag("--check", options->is_checked,
                 "Send the endpoint a test event first, and create nothing unless it accepts it");
  verb->add_option("--idempotency-key", options->idempotency_key,
                   "Reusing a key within 24 hours creates no second webhook")
      ->type_name("KEY");
}

} // namespace

void add_webhooks(CLI::App& program, terminal& at, chosen_verb& chosen) {
  auto* webhooks =
      program.add_subcommand("webhooks", "Create, list, test, disable and delete webhooks; rotate their keys.");
  webhooks->require_subcommand(1);
  add_create(*webhooks, at, chosen);
  auto listed = std::make_shared<webhook_list_options>();
  auto* list = webhooks->add_subcommand("list", "List a Workspace's webhooks, newest first.");
  add_workspace_option(*list, listed->workspace);
  add_page_options(*list, listed->page);
  list->callback([listed, &at, &chosen] { chosen = [listed, &at] { return list_webhooks(*listed, at); }; });
  const auto add = [&](const char* name, const char* help, webhook_verb carry_out) {
    add_webhook_verb(*webhooks, name, help, true, std::make_shared<webhook_options>(), carry_out, at, chosen);
  };
  add("get", "Print one webhook.", get_webhook);
  add("enable", "Enable a webhook.", switch_webhook<true>);
  add("disable", "Disable a webhook; its events are recorded as skipped deliveries.", switch_webhook<false>);
  add("delete", "Delete a webhook permanently; its deliveries stay in the list.", delete_webhook);
  auto tested = std::make_shared<webhook_options>();
  add_webhook_verb(*webhooks, "test", "Send a test event.", true, tested, test_webhook, at, chosen)
      ->add_option("--event", tested->event, "The event (default: the first of the webhook's events)")
      ->type_name("EVENT");
  auto rotated = std::make_shared<webhook_options>();
  add_webhook_verb(*webhooks, "rotate", "Rotate a webhook's API key and secret; the new ones are used after 24 hours.",
                   true, rotated, rotate_webhook, at, chosen)
      ->add_flag("--activate", rotated->activates, "Use the API key and secret of the last rotation from now on");
}

} // namespace paylink::cli
