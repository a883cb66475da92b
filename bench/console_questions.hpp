#pragma once
#include "domain/values/time.hpp"

#include <functional>
#include <string>
#include <vector>

namespace paylink::load {

/// A call that a page of the console makes.
struct console_question {
  std::string meaning;
  std::string target;
};

/// The Workspace in which they are asked.
struct asked_workspace {
  std::string id, account;
  timestamp now;
  std::function<std::string(const std::string& target)> read; ///< The body of the answer to a GET.
};

/// What the console's pages ask of a Workspace with a year of payments: its home page and charts, the lists of links
/// and of transactions with each of their filters, and the pages of one link and of one transaction. Reads what it
/// needs for them: places deep in the lists, and rows of the middle of the year.
std::vector<console_question> console_questions(const asked_workspace& of);

} // namespace paylink::load
