#pragma once
#include "sandbox/order_desk.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace paylink::sandbox {

/// What the bank's page shows.
struct bank_view {
  const order_outcome* last = nullptr; ///< Of the payment that was just ordered; null: none was.
  std::string entries_json;            ///< As listed.
  std::vector<connection> waiting;     ///< For an OTP.
  std::string_view base_url;           ///< The service's, for an example of a page's address; empty: unknown.
};

/// The bank's page: the result of the last payment, the codes that wait, a form that pays, and the journal.
std::string render_bank_page(const bank_view& view);

} // namespace paylink::sandbox
