#pragma once
#include "cli/service_call.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace paylink::cli {

/// A payment link or an order, as far as somebody who pays it needs to know.
struct payee {
  std::string path; ///< Of its record in the API.
  std::string id, status, reference;
  std::optional<std::int64_t> amount; ///< None: the payer chooses.
  std::string bank, account_number;   ///< To be paid: the virtual number if it names one.
};

/// Whether only the API knows what is meant: a link's or an order's id or reference.
bool needs_lookup(const std::string& named);

/// Asks the service for the link (page's address, public id, `pl_…`, `PFSL…`) or the order (`ord_…`, `PFOD…`), or the
/// JSON of either, in the Workspace given, else in every one of the sandbox. Prints why there is none; the status then
/// says how the program ends. Throws usage_error if the text names nothing.
std::variant<payee, exit_status> find_payee(api_client& client, const std::string& named, const std::string& workspace,
                                            const service_options& connection, terminal& at);

/// Cancels the link or the order.
exit_status cancel_payee(api_client& client, const payee& one, terminal& at);

} // namespace paylink::cli
