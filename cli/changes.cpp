#include "cli/changes.hpp"

#include <boost/json/serialize.hpp>

namespace paylink::cli {

void put_member(boost::json::object& members, std::string_view name, const std::string& given) {
  if (!given.empty()) members[name] = given;
}

exit_status send_change(http_method method, std::string target, const boost::json::object& body,
                        const service_options& connection, terminal& at) {
  api_call call;
  call.method = method;
  call.target = std::move(target);
  call.body = boost::json::serialize(body);
  api_client client{find_service(connection, at)};
  return finish_record(client.send(call), at, connection.as_json);
}

exit_status send_deletion(std::string target, const service_options& connection, terminal& at) {
  api_call call;
  call.method = http_method::del;
  call.target = std::move(target);
  api_client client{find_service(connection, at)};
  const auto outcome = client.send(call);
  const auto* answer = std::get_if<api_answer>(&outcome);
  if (answer != nullptr && answer->status == 204) return exit_status::done;
  return finish(outcome, at, [](const boost::json::value&, const boost::json::object&) {});
}

} // namespace paylink::cli
