#pragma once
#include "domain/banks/account_day.hpp"
#include "http/wire/message.hpp"

#include <span>

namespace paylink {

/// What the page of a day's report shows.
struct daily_report_page {
  std::span<const account_day> of;
  timestamp day; ///< Its first moment.
  std::string_view workspace, brand;
  timestamp now;
  language lang = language::vi;
  bool is_sandbox = false;
};

/// A page to read and to print: server-rendered, without script.
http_response render_daily_report(const daily_report_page& page);

} // namespace paylink
