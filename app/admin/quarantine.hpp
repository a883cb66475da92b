#pragma once
#include "app/admin/operator_calls.hpp"

namespace paylink {

/// `quarantine list`: entries of accounts that nobody had connected, and those that could not be read.
boost::json::object list_quarantine(const operator_call& call);

/// `quarantine retry`: reads them again, and has those recorded whose accounts are connected.
boost::json::object retry_quarantine(const operator_call& call);

} // namespace paylink
