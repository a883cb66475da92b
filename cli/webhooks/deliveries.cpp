#include "api/description/delivery_filters.hpp"
#include "cli/links/list_filter.hpp"
#include "cli/record_list.hpp"
#include "cli/resend_all.hpp"
#include "cli/sent_report.hpp"
#include "cli/verbs.hpp"
#include "cli/workspace_choice.hpp"
#include "domain/values/percent.hpp"

#include <CLI/CLI.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <array>
#include <memory>

namespace paylink::cli {
namespace json = boost::json;
namespace {

constexpr std::array delivery_options{
    list_filter{"--webhook", "webhook_id"},
    list_filter{"--event", "event"},
    list_filter{"--status", "status"},
    list_filter{"--subject", "subject_id"},
    list_filter{"--error-class", "error_class"},
    list_filter{"--from", "from"},
    list_filter{"--to", "to"},
};
static_assert(delivery_options.size() == std::size(paylink::delivery_filters),
              "every API filter is available as an option");

constexpr std::array delivery_columns{
    column{"ID", "id"},
    column{"WEBHOOK", "webhook_id"},
    column{"EVENT", "event"},
    column{"STATUS", "status"},
    column{"SUBJECT", "subject_id"},
    column{"NEXT ATTEMPT", "next_attempt_at"},
    column{"CREATED", "created_at"},
};

using filter_values = std::array<std::string, delivery_options.size()>;

struct list_deliveries_options {
  page_options page;
  std::string workspace;
  filter_values filters;
};

struct get_delivery_options {
  service_options connection;
  std::string workspace, delivery;
  bool as_curl = false;
};

struct delivery_resend_options {
  service_options connection;
  std::string workspace, delivery, to;
  filter_values filters;
  resend_all_choice choice;
};

exit_status list_deliveries(const list_deliveries_options& options, terminal& at) {
  auto target = "/v1.1/deliveries/" + percent_encoded(choose_workspace(options.workspace, options.page.connection, at));
  append_list_filters(target, delivery_options, options.filters);
  api_client client{find_service(options.page.connection, at)};
  return show_page(client, std::move(target), options.page, delivery_columns, at);
}

exit_status get_delivery(const get_delivery_options& options, terminal& at) {
  api_call call;
  call.target = "/v1.1/deliveries/" + percent_encoded(choose_workspace(options.workspace, options.connection, at)) +
                "/" + percent_encoded(options.delivery);
  api_client client{find_service(options.connection, at)};
  return finish_sent(client.send(call), at, options.connection, options.as_curl);
}

exit_status resend(const delivery_resend_options& options, terminal& at) {
  const bool has_filter = std::ranges::any_of(options.filters, [](const auto& value) { return !value.empty(); });
  const auto& choice = options.choice;
  if (!options.delivery.empty() && (has_filter || choice.means_all || choice.only_counts))
    throw usage_error{"give either an id or filters, not both"};
  if (options.delivery.empty() && !has_filter && !choice.means_all && !choice.only_counts)
    throw usage_error{"nothing selected: give a delivery, a filter such as --status failed, or --all"};
  api_call call;
  call.method = http_method::post;
  call.target = "/v1.1/deliveries/" + percent_encoded(choose_workspace(options.workspace, options.connection, at));
  json::object body;
  if (!options.to.empty()) body["webhook_id"] = options.to;
  call.body = json::serialize(body);
  if (options.delivery.empty()) {
    call.target += "/resend";
    append_list_filters(call.target, delivery_options, options.filters);
    return send_all_again(std::move(call), choice, options.connection, "delivery", "delivery", at);
  }
  call.target += "/" + percent_encoded(options.delivery) + "/resend";
  api_client client{find_service(options.connection, at)};
  return finish_record(client.send(call), at, options.connection.as_json);
}

} // namespace

void add_deliveries(CLI::App& program, terminal& at, chosen_verb& chosen) {
  auto* deliveries =
      program.add_subcommand("deliveries", "List deliveries to webhooks, print one, and send them again.");
  deliveries->require_subcommand(1);
  auto listed = std::make_shared<list_deliveries_options>();
  auto* list = deliveries->add_subcommand("list", "List deliveries to webhooks, newest first.");
  add_workspace_option(*list, listed->workspace);
  add_list_filters(*list, delivery_options, paylink::delivery_filters, listed->filters);
  add_page_options(*list, listed->page);
  list->callback([listed, &at, &chosen] { chosen = [listed, &at] { return list_deliveries(*listed, at); }; });
  auto got = std::make_shared<get_delivery_options>();
  auto* get = deliveries->add_subcommand("get", "Print one delivery and its attempts.");
  get->add_option("delivery", got->delivery, "Id of the delivery, dlv_…")->required();
  get->add_flag("--curl", got->as_curl, "Print its request as a shell command that signs it instead");
  add_workspace_option(*get, got->workspace);
  add_service_options(*get, got->connection);
  get->callback([got, &at, &chosen] { chosen = [got, &at] { return get_delivery(*got, at); }; });
  auto resent = std::make_shared<delivery_resend_options>();
  auto* again = deliveries->add_subcommand("resend", "Send one delivery again, or all that match the filters.");
  again->add_option("delivery", resent->delivery, "Id of the delivery, dlv_… (default: all that match)");
  again->add_option("--to-webhook", resent->to, "Id of another webhook to send them to")->type_name("ID");
  add_workspace_option(*again, resent->workspace);
  add_list_filters(*again, delivery_options, paylink::delivery_filters, resent->filters);
  add_resend_all_options(*again, resent->choice, "deliveries");
  add_service_options(*again, resent->connection);
  again->callback([resent, &at, &chosen] { chosen = [resent, &at] { return resend(*resent, at); }; });
}

} // namespace paylink::cli
