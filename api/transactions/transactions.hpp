#pragma once
#include "api/calls/call.hpp"

namespace paylink {

handled list_transactions(call_context& context);
handled list_all_transactions(call_context& context);
handled get_transaction(call_context& context);
handled annotate_transaction_record(call_context& context);

} // namespace paylink
