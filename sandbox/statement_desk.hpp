#pragma once
#include "http/wire/message.hpp"
#include "sandbox/books/connections.hpp"
#include "sandbox/books/journal.hpp"

namespace paylink::sandbox {

/// `GET /statement?bank=&account=&format=[&from=&to=]`: what the books have of one account in these days (in Vietnam,
/// both included; without them, everything until `now`), as a file. Statements do not contain rejected payments.
http_response answer_statement(const http_request& request, const description& accounts, const journal& books,
                               timestamp now);

} // namespace paylink::sandbox
