#include "domain/errors/errc.hpp"

#include <algorithm>
#include <cassert>
#include <string>

namespace paylink {

constexpr std::array<error_row, 26> error_table{{
    {errc::malformed_request, 400, "MALFORMED_REQUEST", 10001, "request/malformed", "The request cannot be read.",
     "Fix the request; resending it unchanged fails again."},
    {errc::not_found, 404, "NOT_FOUND", 10004, "request/not-found", "There is nothing at this address.",
     "Check the path and the id."},
    {errc::method_not_allowed, 405, "METHOD_NOT_ALLOWED", 10005, "request/method-not-allowed",
     "This address does not accept this method. Allow lists the accepted ones.", "Use a method listed in `Allow`."},
    {errc::unsupported_version, 404, "UNSUPPORTED_VERSION", 10006, "request/unsupported-version",
     "The path must start with a supported version: /v1.1.", "Start the path with `/v1.1`."},
    {errc::conflict, 409, "CONFLICT", 10009, "request/conflict", "The current state does not allow this.",
     "Read the resource again, then decide. `details` may give the current state."},
    {errc::payload_too_large, 413, "PAYLOAD_TOO_LARGE", 10013, "request/payload-too-large",
     "The body is larger than this address accepts.",
     "Send at most 64 KiB, or 1 MiB to a bank feed or for a statement."},
    {errc::unsupported_media_type, 415, "UNSUPPORTED_MEDIA_TYPE", 10015, "request/unsupported-media-type",
     "The body must be application/json in UTF-8, not compressed.",
     "Send `Content-Type: application/json`, uncompressed."},
    {errc::validation_error, 422, "VALIDATION_ERROR", 10022, "request/validation-error",
     "Some values are not valid; details lists each of them.",
     "Fix every value in `details`; it lists all errors at once."},
    {errc::idempotency_key_reused, 422, "IDEMPOTENCY_KEY_REUSED", 10023, "request/idempotency-key-reused",
     "This Idempotency-Key was used for a different request.", "Use a new key for a new request."},
    {errc::idempotency_in_progress, 409, "IDEMPOTENCY_IN_PROGRESS", 10024, "request/idempotency-in-progress",
     "The first request with this Idempotency-Key is still being processed.", "Try again shortly with the same key."},
    {errc::events_restarted, 409, "EVENTS_RESTARTED", 10025, "request/events-restarted",
     "The position is of another epoch, or after the last event. After a restore from a backup, events begin again.",
     "Fetch again without `after`, and skip events whose `subject_id` you have already processed."},
    {errc::rate_limited, 429, "RATE_LIMIT_ERROR", 10029, "request/rate-limit-error",
     "Too many calls. Wait the number of seconds in Retry-After.",
     "Wait the number of seconds in `Retry-After`, and longer each time."},
    {errc::internal_error, 500, "INTERNAL_ERROR", 10500, "request/internal-error",
     "Something failed on our side. Quote the trace id to support.",
     "Give the operator the `traceId`. To repeat a creation, use the same `Idempotency-Key`."},
    {errc::service_unavailable, 503, "SERVICE_UNAVAILABLE", 10503, "request/service-unavailable",
     "The service cannot handle this call now. Try again after the number of seconds in Retry-After.",
     "Wait the number of seconds in `Retry-After`, then send the same call again. If the message says that a list took "
     "too long, narrow the list first."},
    {errc::authentication_error, 401, "AUTHENTICATION_ERROR", 20001, "auth/authentication-error",
     "The call needs a valid access token: `Authorization: Bearer <token>`.",
     "Send `Authorization: Bearer <token>` with a token that is neither expired nor revoked, or sign in again. Bank "
     "feeds use no token: their messages say what is wrong."},
    {errc::insufficient_permissions, 403, "INSUFFICIENT_PERMISSIONS", 20003, "auth/insufficient-permissions",
     "The caller lacks the permission for this call in this Workspace, or the token does not cover a Workspace with "
     "this id.",
     "Check the Workspace's id, and use a token with the permission named in the message for this Workspace."},
    {errc::csrf_error, 403, "CSRF_ERROR", 20004, "auth/csrf-error",
     "X-CSRF-Token is missing or does not belong to this session, or the call comes from another site.",
     "Send the value that signing in, or `GET /v1.1/account`, returned as `csrf_token`."},
    {errc::reauthentication_required, 403, "REAUTHENTICATION_REQUIRED", 20005, "auth/reauthentication-required",
     "Confirm your identity first, with your password, a code or a passkey: POST /v1.1/sessions/current/confirm.",
     "Call `POST /v1.1/sessions/current/confirm`, then repeat the call within five minutes."},
    {errc::payment_link_not_pending, 409, "PAYMENT_LINK_NOT_PENDING", 30001, "payment-link/not-pending",
     "The payment link is closed and can no longer change.",
     "Create a new link. `details` gives the current status as its code."},
    {errc::bank_account_not_connected, 409, "BANK_ACCOUNT_NOT_CONNECTED", 40001, "bank-account/not-connected",
     "The bank account is not connected.", "Use a connected account."},
    {errc::bank_account_taken, 409, "BANK_ACCOUNT_TAKEN", 40002, "bank-account/taken",
     "The account number is connected in another Workspace.",
     "An Owner or Admin there, or the operator, disconnects or removes it. Then request another code, or make another "
     "transfer."},
    {errc::bank_not_accepting_connections, 409, "BANK_NOT_ACCEPTING_CONNECTIONS", 40003,
     "bank/not-accepting-connections", "The bank is not accepting new connections.",
     "Try again once the bank is `Active` and has a feed."},
    {errc::otp_invalid, 422, "OTP_INVALID", 40004, "bank-account/otp-invalid",
     "The one-time code is wrong or has expired.", "Enter the code again, or request a new one."},
    {errc::bank_unreachable, 502, "BANK_UNREACHABLE", 40005, "bank/unreachable", "The bank does not respond.",
     "Try again later."},
    {errc::workspace_suspended, 409, "WORKSPACE_SUSPENDED", 50001, "workspace/suspended", "The Workspace is suspended.",
     "Reactivate it, or use another Workspace."},
    {errc::plan_workspace_limit, 409, "PLAN_WORKSPACE_LIMIT", 60001, "plan/workspace-limit",
     "The plan does not allow another Workspace.", "Choose a larger plan, or delete a Workspace."},
}};

namespace {

constexpr std::size_t place_of(errc error) { return static_cast<std::size_t>(error) - 1; }

constexpr bool is_indexed_by_errc() {
  for (std::size_t place = 0; place < error_table.size(); ++place)
    if (place_of(error_table[place].error) != place) return false;
  return true;
}
static_assert(is_indexed_by_errc(), "describe() finds a row by the value of its errc");
static_assert(std::ranges::is_sorted(error_table, std::ranges::less_equal{}, &error_row::number) &&
              std::ranges::adjacent_find(error_table, {}, &error_row::number) == error_table.end());

// Boost's base is never deleted through a pointer, so it has no virtual destructor; the warning knows only half of
// that.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnon-virtual-dtor"
class category final : public boost::system::error_category {
public:
  constexpr category() : error_category{0x7061796c696e6b01} {}
  const char* name() const noexcept override { return "paylink"; }
  std::string message(int value) const override {
    if (value < 1 || value > static_cast<int>(error_table.size())) return "no error";
    return std::string{describe(static_cast<errc>(value)).message};
  }
};
#pragma GCC diagnostic pop

} // namespace

const error_row& describe(errc error) {
  assert(error != errc::ok);
  return error_table[place_of(error)];
}

const boost::system::error_category& paylink_category() {
  static const category only;
  return only;
}

boost::system::error_code make_error_code(errc error) { return {static_cast<int>(error), paylink_category()}; }

errc to_errc(const boost::system::error_code& code) {
  if (code.category() == paylink_category()) return static_cast<errc>(code.value());
  return code.failed() ? errc::internal_error : errc::ok;
}

} // namespace paylink
