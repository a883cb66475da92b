#pragma once
#include "cli/report.hpp"
#include "cli/service_call.hpp"

#include <span>
#include <string>

namespace paylink::cli {

/// Which page of a list to request, and how to print it.
struct page_options {
  service_options connection;
  std::string limit, cursor, order;
  bool as_csv = false;
};

/// Adds `--limit`, `--cursor`, `--order`, `--csv` and the options of the connection.
void add_page_options(CLI::App& verb, page_options& options);

/// Appends a parameter to the target's query, unless it is empty.
void append_parameter(std::string& target, std::string_view name, const std::string& value);

/// Requests a page and prints it: a table, with the cursor of the next page on standard error; or with `--json` one
/// object with `data`, `has_more` and `next_cursor`; or with `--csv` all rows, as the service writes them.
exit_status show_page(api_client& client, std::string target, const page_options& options,
                      std::span<const column> columns, terminal& at);

} // namespace paylink::cli
