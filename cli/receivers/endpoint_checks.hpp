#pragma once
#include <array>
#include <string>
#include <string_view>

namespace paylink::cli {

/// The checks of an endpoint, in this order.
enum class endpoint_check {
  good,
  repeated,
  previous_key,
  late_repeat,
  raw_bytes,
  unknown_member,
  slow_body,
  no_signature,
  wrong_signature,
  changed_body,
  too_old,
  too_far_ahead
};

/// One check: what is sent, whether it must be acknowledged (2xx) or refused (4xx), and what to do if it is not.
struct check_row {
  endpoint_check check;
  std::string_view name;
  bool is_acceptable;
  std::string_view sent;
  std::string_view when_wrong;
};

/// The table of checks; `docs/cli.md` has the same.
extern const std::array<check_row, 12> check_rows;

const check_row& describe(endpoint_check check);

} // namespace paylink::cli
