#pragma once
#include "api/calls/route.hpp"
#include "api/description/paths.hpp"

/// The rows of route tables. A malformed pattern, or a path parameter without a description, does not compile.
namespace paylink::routes {

consteval api_route checked(api_route route) {
  if (!is_well_formed_pattern(route.pattern)) throw "a pattern is malformed";
  if (route.description != nullptr && !has_described_parameters(route.pattern))
    throw "a path parameter has no description";
  return route;
}

/// For callers who hold a permission on the Workspace that the path names.
consteval api_route with(permission needed, http_method method, std::string_view pattern, row_handler handler,
                         const route_description& description) {
  return checked({method, pattern, access::with_permission, needed, handler, nullptr, &description});
}

/// For callers whose token holds a permission somewhere.
consteval api_route with_token(permission needed, http_method method, std::string_view pattern, row_handler handler,
                               const route_description& description) {
  return checked({method, pattern, access::with_token, needed, handler, nullptr, &description});
}

/// For signed-in people, about themselves.
consteval api_route signed_in(http_method method, std::string_view pattern, row_handler handler,
                              const route_description& description) {
  auto route = checked({method, pattern, access::with_token, permission::none, handler, nullptr, &description});
  route.callers.session_only = true;
  return route;
}

/// For people who are not signed in yet.
consteval api_route before_sign_in(http_method method, std::string_view pattern, row_handler handler,
                                   const route_description& description) {
  return checked({method, pattern, access::before_sign_in, permission::none, handler, nullptr, &description});
}

/// The same for signed-in people alone, and no token.
consteval api_route by_session(api_route route) {
  route.callers.session_only = true;
  return route;
}

/// The same for an Owner or Admin alone.
consteval api_route by_admins(api_route route) {
  route.callers.admins_only = true;
  return route;
}

/// The same after the user has given the password again.
consteval api_route guarded(api_route route) {
  route.callers.guarded = guard::every_call;
  return route;
}

/// The same if the body wants something that needs the password: the handler says when.
consteval api_route guarded_in_part(api_route route) {
  route.callers.guarded = guard::some_bodies;
  return route;
}

/// The same for a handler that has its body read itself, after checks of its own.
consteval api_route reading_late(api_route route) {
  route.reads_late = true;
  return route;
}

/// The same for a list, a search or a count: its queries run on their own readers.
consteval api_route in_turn(api_route route) {
  route.read = pace::in_turn;
  return route;
}

/// The same for a probe; `when_unavailable` answers when the database does not.
consteval api_route probing(api_route route, place_handler when_unavailable) {
  route.read = pace::probe;
  route.when_unavailable = when_unavailable;
  return route;
}

consteval api_route open_to_public(http_method method, std::string_view pattern, row_handler handler,
                                   const route_description& description) {
  return checked({method, pattern, access::open_to_public, permission::none, handler, nullptr, &description});
}

/// A page for payers; `when_unavailable` is the page for when the database does not answer.
consteval api_route open_to_payers(http_method method, std::string_view pattern, row_handler handler,
                                   place_handler when_unavailable) {
  return checked({method, pattern, access::open_to_payers, permission::none, handler, nullptr, nullptr, pace::at_once,
                  when_unavailable});
}

/// Answered without rows.
consteval api_route in_place(http_method method, std::string_view pattern, place_handler handler,
                             const route_description& description) {
  return checked({method, pattern, access::answered_in_place, permission::none, nullptr, handler, &description});
}

/// The same for browsers, not part of the API.
consteval api_route for_browsers(http_method method, std::string_view pattern, place_handler handler) {
  return checked({method, pattern, access::answered_in_place, permission::none, nullptr, handler});
}

/// For a bank's connector.
consteval api_route signed_by_bank(http_method method, std::string_view pattern, const route_description& description) {
  return checked({method, pattern, access::signed_by_bank, permission::none, nullptr, nullptr, &description});
}

} // namespace paylink::routes
