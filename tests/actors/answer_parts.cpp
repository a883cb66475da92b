#include "tests/actors/virtual_node.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

json::value data_of(const http_response& response) { return json::parse(response.body).at("data"); }

json::array rows_of(const http_response& response) { return data_of(response).as_array(); }

std::string text_of(const json::object& record, const char* name) {
  const auto& member = record.at(name);
  return member.is_null() ? "null" : json::value_to<std::string>(member);
}

std::string code_of(const http_response& response) {
  return text_of(json::parse(response.body).at("error").as_object(), "code");
}

std::vector<std::pair<std::string, std::string>> faults_of(const http_response& response) {
  std::vector<std::pair<std::string, std::string>> faults;
  const auto error = json::parse(response.body).at("error").as_object();
  if (const auto* details = error.if_contains("details"))
    for (const auto& fault : details->as_array())
      faults.emplace_back(text_of(fault.as_object(), "field"), text_of(fault.as_object(), "code"));
  return faults;
}

std::string header_of(const http_response& response, std::string_view name) {
  for (const auto& [key, value] : response.headers)
    if (key == name) return value;
  return {};
}

} // namespace paylink::test
