#include "domain/errors/error_reference.hpp"

#include "domain/errors/field_fault.hpp"

#include <algorithm>
#include <array>
#include <ostream>

namespace paylink {

namespace {

constexpr const char* introduction = R"(# Errors

`paylinkd --print-errors` prints this page from the tables in the code; a test compares the two.

Every error response of the API has this body:

```json
{
  "success": false,
  "error": {
    "code": "VALIDATION_ERROR",
    "errorCode": 10022,
    "message": "Some values are not valid; details lists each of them.",
    "traceId": "4bf92f3577b34da6a3ce929d0e0e4736",
    "messageKey": "request/validation-error",
    "details": [{"field": "amount", "code": "too_small", "message": "The smallest amount is 2000 VND."}]
  },
  "meta": {"timestamp": "2026-01-31T08:15:30.123Z"}
}
```

`code`, `errorCode` and `messageKey` never change; `message` is for people and may change. `traceId` is also in the
header `X-Request-Id` of every response and in the log lines of the request; it is taken from a valid `traceparent`.

Checks run in this order, and the first one that fails determines the response: path and method, authentication, rate
limits, permission, size and type of the body, JSON, values, state. One response reports all errors in the values.

| HTTP | code | errorCode | messageKey | meaning | what to do |
| --- | --- | --- | --- | --- | --- |
)";

constexpr const char* on_statuses = R"(
`MALFORMED_REQUEST` also comes with the statuses 408, 411, 414, 431, 501 and 505, when the request violates HTTP or
exceeds a limit; the connection is then closed. 401 comes with `WWW-Authenticate`, 405 with `Allow`, and 429 and 503
with `Retry-After`.

## Codes of `details`

| code | meaning |
| --- | --- |
)";

} // namespace

void print_error_reference(std::ostream& out) {
  out << introduction;
  for (const auto& row : error_table) {
    out << "| " << row.http_status << " | `" << row.code << "` | " << row.number << " | `" << row.message_key << "` | "
        << row.message << " | " << row.advice << " |\n";
  }
  out << on_statuses;
  for (const auto& row : fault_codes()) out << "| `" << row.code << "` | " << row.meaning << " |\n";
}

} // namespace paylink
