#include "cli/links/named_link.hpp"

#include "cli/report.hpp"
#include "cli/workspace_choice.hpp"
#include "domain/values/ascii.hpp"
#include "domain/values/ids.hpp"
#include "domain/values/percent.hpp"

#include <CLI/CLI.hpp>

#include <optional>

namespace paylink::cli {
namespace json = boost::json;
namespace {

/// A page's address, without query and fragment; none if the text is not an address.
std::optional<service_address> page_address(std::string_view text) {
  return parse_service_address(text.substr(0, text.find_first_of("?#")));
}

/// The public id in a page's address, or the text itself. Throws usage_error if it is neither.
std::string public_id_of(const std::string& text) {
  std::string_view id = text;
  const auto address = page_address(text);
  const auto page = address ? address->path.rfind("/l/") : std::string::npos;
  if (page != std::string::npos) id = std::string_view{address->path}.substr(page + 3);
  id = id.substr(0, id.find('/'));
  if (is_public_id(id)) return std::string{id};
  throw usage_error{"`" + text + "` is neither pl_…, a public id nor a payment page's address"};
}

/// The first link in a list; null: there is none.
const json::object* first_of(const json::value& links) {
  const auto* list = links.if_array();
  return list && !list->empty() ? list->front().if_object() : nullptr;
}

/// Whether the text is the address of a page on another host than the link's own, `url`.
bool is_elsewhere(const std::string& text, const std::string& url) {
  const auto given = page_address(text), own = page_address(url);
  return given && own && (ascii_lowered(given->host) != ascii_lowered(own->host) || given->port != own->port);
}

} // namespace

void add_link_argument(CLI::App& verb, named_link& named) {
  verb.add_option("link", named.link, "Id of the link (pl_…), its public id, or its page's address")->required();
  add_workspace_option(verb, named.workspace);
}

exit_status with_link(const named_link& named, const service_options& connection, terminal& at, const use_link& use) {
  const bool is_id = named.link.starts_with("pl_");
  const auto public_id = is_id ? std::string{} : public_id_of(named.link);
  const auto links = "/v1.1/payment-links/" + percent_encoded(choose_workspace(named.workspace, connection, at));
  api_client client{find_service(connection, at)};
  if (is_id) return use(client, links + "/" + percent_encoded(named.link));
  api_call call;
  call.target = links + "?public_id=" + public_id;
  std::string id, url;
  const auto status = finish(client.send(call), at, [&](const json::value& data, const json::object&) {
    if (const auto* link = first_of(data)) {
      id = show_member(*link, "id");
      url = show_member(*link, "url");
    }
  });
  if (status != exit_status::done) return status;
  if (id.empty()) {
    at.err << "there is no payment link with the public id " << public_id << "\n";
    return exit_status::refused;
  }
  if (is_elsewhere(named.link, url)) {
    at.err << "this address belongs to another host: the page of link " << id << " is " << url << "\n";
    return exit_status::refused;
  }
  return use(client, links + "/" + percent_encoded(id));
}

} // namespace paylink::cli
