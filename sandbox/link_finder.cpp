#include "sandbox/link_finder.hpp"

#include "domain/links/reference.hpp"
#include "domain/values/percent.hpp"
#include "http/wire/json_members.hpp"
#include "sandbox/books/payment.hpp"

#include <boost/json/parse.hpp>

namespace paylink::sandbox {
namespace json = boost::json;
namespace {

/// The address of a link's page, from the link or a list that has it alone.
std::string page_in(const std::string& body) {
  boost::system::error_code failed;
  const auto document = json::parse(body, failed);
  const auto* root = failed ? nullptr : document.if_object();
  const auto* data = root ? root->if_contains("data") : nullptr;
  if (const auto* list = data ? data->if_array() : nullptr) data = list->empty() ? nullptr : &list->front();
  const auto* link = data ? data->if_object() : nullptr;
  return link ? text_at(*link, "url") : std::string{};
}

} // namespace

std::string find_public_id(std::string_view name, const description& service, api_client& client) {
  const auto code = reference::parse(name);
  const bool is_reference = code && code->kind == reference_kind::payment_link;
  if (!is_reference && !name.starts_with("pl_")) return public_id_of(name);
  for (const auto& workspace : service.workspaces) {
    const auto links = "/v1.1/payment-links/" + percent_encoded(workspace);
    const auto asked = client.send({.method = http_method::get,
                                    .target = links + (is_reference ? "?reference=" : "/") + percent_encoded(name),
                                    .body = {},
                                    .headers = {{"Authorization", "Bearer " + service.access_token}}});
    const auto* answer = std::get_if<api_answer>(&asked);
    if (!answer || answer->status != 200) continue;
    if (const auto page = page_in(answer->body); !page.empty()) return public_id_of(page);
  }
  return {};
}

} // namespace paylink::sandbox
