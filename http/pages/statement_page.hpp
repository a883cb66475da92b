#pragma once
#include "domain/plans/bill.hpp"
#include "http/wire/message.hpp"

namespace paylink {

/// What the page of a statement shows.
struct statement_page {
  const statement_of_month& of;
  std::string_view name, email; ///< Of the account.
  std::string_view brand;
  timestamp now;
  language lang = language::vi;
  bool is_sandbox = false;
};

/// A page to read and to print: server-rendered, without script.
http_response render_statement_page(const statement_page& page);

} // namespace paylink
