#pragma once
#include "cli/report.hpp"
#include "cli/service_call.hpp"

#include <boost/json/object.hpp>

namespace paylink::cli {

/// Adds a member unless its option was left out.
void put_member(boost::json::object& members, std::string_view name, const std::string& given);

/// Sends a body, and prints the record of the answer.
exit_status send_change(http_method method, std::string target, const boost::json::object& body,
                        const service_options& connection, terminal& at);
/// Sends a DELETE, which prints nothing if it succeeds.
exit_status send_deletion(std::string target, const service_options& connection, terminal& at);

} // namespace paylink::cli
