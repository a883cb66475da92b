#include "api/reference/route_errors.hpp"

#include <algorithm>

namespace paylink {

namespace {

std::vector<errc> errors_of(access open_to) {
  switch (open_to) {
  case access::with_permission:
  case access::with_token:
    return {errc::malformed_request,    errc::payload_too_large,        errc::rate_limited,       errc::internal_error,
            errc::authentication_error, errc::insufficient_permissions, errc::service_unavailable};
  case access::before_sign_in:
    return {errc::malformed_request,      errc::payload_too_large, errc::rate_limited,        errc::internal_error,
            errc::unsupported_media_type, errc::validation_error,  errc::service_unavailable, errc::csrf_error};
  case access::signed_by_bank:
    return {errc::malformed_request,      errc::not_found,           errc::payload_too_large,   errc::internal_error,
            errc::unsupported_media_type, errc::service_unavailable, errc::authentication_error};
  case access::open_to_public:
    return {errc::malformed_request, errc::rate_limited, errc::internal_error, errc::service_unavailable};
  case access::open_to_payers:
  case access::answered_in_place:
    break;
  }
  return {errc::malformed_request};
}

/// Of a caller's route: what may be wrong with its body, its parameters, its key and the ids in its path.
void append_errors_of_input(std::vector<errc>& errors, const api_route& route) {
  const auto& described = *route.description;
  if (has_body(route.method)) errors.push_back(errc::unsupported_media_type);
  if (has_body(route.method) || !described.query.front().empty()) errors.push_back(errc::validation_error);
  if (!described.headers.empty()) errors.push_back(errc::idempotency_key_reused);
  if (!described.headers.empty() && route.open_to == access::with_permission)
    errors.push_back(errc::idempotency_in_progress);
  const auto named = std::ranges::count(route.pattern, '{');
  if (named > (route.pattern.find("{workspace_id}") == route.pattern.npos ? 0 : 1)) errors.push_back(errc::not_found);
}

std::vector<errc> in_order(std::vector<errc> errors) {
  std::ranges::sort(errors);
  errors.erase(std::unique(errors.begin(), errors.end()), errors.end());
  return errors;
}

} // namespace

std::vector<errc> errors_of(const api_route& route) {
  auto errors = errors_of(route.open_to);
  if (is_for_sessions(route) && route.method != http_method::get) errors.push_back(errc::csrf_error);
  if (route.callers.guarded != guard::none) errors.push_back(errc::reauthentication_required);
  if (route.description && is_for_sessions(route)) append_errors_of_input(errors, route);
  if (route.description)
    std::ranges::copy_if(route.description->errors, std::back_inserter(errors),
                         [](errc error) { return error != errc::ok; });
  return in_order(std::move(errors));
}

std::vector<errc> errors_of_no_route() {
  return in_order({errc::malformed_request, errc::not_found, errc::method_not_allowed, errc::unsupported_version,
                   errc::rate_limited});
}

} // namespace paylink
