#include "cli/links/named_link.hpp"

#include "cli/report.hpp"
#include "cli/workspace_choice.hpp"
#include "domain/values/percent.hpp"

#include <CLI/CLI.hpp>

namespace paylink::cli {
namespace json = boost::json;
namespace {

/// The public id in a page's address, or the text itself.
std::string public_id_of(std::string_view text) {
  if (const auto page = text.rfind("/l/"); page != text.npos) text.remove_prefix(page + 3);
  return std::string{text.substr(0, text.find_first_of("/?#"))};
}

/// Of the first link in a list; empty: there is none.
std::string first_id(const json::value& links) {
  if (!links.is_array() || links.get_array().empty() || !links.get_array().front().is_object()) return {};
  return show_member(links.get_array().front().get_object(), "id");
}

} // namespace

void add_link_argument(CLI::App& verb, named_link& named) {
  verb.add_option("link", named.link, "Id of the link (pl_…), its public id, or its page's address")->required();
  add_workspace_option(verb, named.workspace);
}

exit_status with_link(const named_link& named, const connection_options& connection, terminal& at,
                      const use_link& use) {
  const auto links = "/v1.1/payment-links/" + percent_encoded(choose_workspace(named.workspace, connection, at));
  api_client client{find_service(connection, at)};
  if (named.link.starts_with("pl_")) return use(client, links + "/" + percent_encoded(named.link));
  const auto public_id = public_id_of(named.link);
  api_call call;
  call.target = links + "?public_id=" + percent_encoded(public_id);
  std::string id;
  const auto status =
      finish(client.send(call), at, [&](const json::value& data, const json::object&) { id = first_id(data); });
  if (status != exit_status::done) return status;
  if (!id.empty()) return use(client, links + "/" + percent_encoded(id));
  at.err << "there is no payment link with the public id " << printable(public_id) << "\n";
  return exit_status::refused;
}

} // namespace paylink::cli
