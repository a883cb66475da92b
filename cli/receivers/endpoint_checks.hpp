#pragma once
#include "http/tools/callback_check.hpp"

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace paylink::cli {

/// The checks of an endpoint. Some are for callbacks alone, and some for webhooks.
enum class endpoint_check {
  good,
  repeated,
  previous_key,
  late_repeat,
  raw_bytes,
  unknown_member,
  odd_text,
  slow_body,
  no_api_key,
  wrong_api_key,
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

/// The tables of checks, in the order in which they are made; `docs/cli.md` has the same.
extern const std::array<check_row, 12> check_rows;
extern const std::array<check_row, 14> webhook_check_rows;

inline std::span<const check_row> checks_of(received_kind kind) {
  if (kind == received_kind::webhook) return webhook_check_rows;
  return check_rows;
}

} // namespace paylink::cli
