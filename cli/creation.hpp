#pragma once
#include "cli/service_call.hpp"

#include <boost/json/object.hpp>

#include <variant>

namespace paylink::cli {

/// A call that creates something, and may be repeated under its key.
struct creation {
  std::string target;
  boost::json::object body;
  std::string idempotency_key; ///< Empty: none.
};

std::variant<api_answer, unreachable> create(const creation& wanted, const service_options& connection, terminal& at);

} // namespace paylink::cli
