#pragma once
#include <array>
#include <boost/system/result.hpp>
#include <string_view>

namespace paylink {

/// Every error that a call can return. One row each in `error_table`.
enum class errc {
  ok = 0,
  malformed_request,
  not_found,
  method_not_allowed,
  unsupported_version,
  conflict,
  payload_too_large,
  unsupported_media_type,
  validation_error,
  idempotency_key_reused,
  idempotency_in_progress,
  events_restarted,
  rate_limited,
  internal_error,
  service_unavailable,
  authentication_error,
  insufficient_permissions,
  csrf_error,
  reauthentication_required,
  payment_link_not_pending,
  bank_account_not_connected,
  bank_account_taken,
  bank_not_accepting_connections,
  otp_invalid,
  bank_unreachable,
  workspace_suspended,
  plan_workspace_limit,
};

/// What a caller sees of one error: HTTP status, `error.code`, `error.errorCode`, `error.messageKey`, default message,
/// and what it should do.
struct error_row {
  errc error;
  unsigned http_status;
  std::string_view code;
  int number;
  std::string_view message_key;
  std::string_view message;
  std::string_view advice; ///< For the reference.
};

/// The table of errors, in the order of their numbers; `docs/errors.md` is printed from it.
extern const std::array<error_row, 26> error_table;

/// The row of `error`, which must not be `errc::ok`.
const error_row& describe(errc error);

const boost::system::error_category& paylink_category();
boost::system::error_code make_error_code(errc error);

/// A value, or the `errc` that says why there is none.
template <class T>
using result = boost::system::result<T>;

/// The `errc` inside an error code; `internal_error` for codes of other categories.
errc to_errc(const boost::system::error_code& code);

} // namespace paylink

template <>
struct boost::system::is_error_code_enum<paylink::errc> : std::true_type {};
