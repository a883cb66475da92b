#include "sandbox/connector/connector_answer.hpp"

#include <boost/json/serialize.hpp>

namespace paylink::sandbox {

http_response connector_answer(unsigned status, const boost::json::object& body) {
  return {.status = status, .headers = {}, .body = boost::json::serialize(body)};
}

http_response connector_refusal(unsigned status, std::string_view code, std::string_view message,
                                std::string_view field) {
  boost::json::object error{{"code", code}};
  if (!field.empty()) error["field"] = field;
  error["message"] = message;
  return connector_answer(status, {{"error", std::move(error)}});
}

} // namespace paylink::sandbox
