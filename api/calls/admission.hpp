#pragma once
#include "api/calls/call.hpp"

namespace paylink {

/// Sets the call's credential, if the route needs a caller and the request has something that could be one: its bearer
/// token, or, without any `Authorization`, its session.
void note_credentials(http_call& call, const api_services& services);

/// Authorizes a call, whose credential is set, and runs its handler; every failure becomes an error answer. A call
/// that takes its turn, or several steps, comes here again for each; and an answer that is read while it is sent, for
/// each portion, which its caller gets only as long as it may make the call. Runs on a reader's thread.
handled serve(http_call& call, read_store& rows, const api_services& services);

/// A command of the call is on disk: counts what it has written for its Workspace, by its body.
void count_written(const http_call& call, const api_services& services);

/// Whether the caller is a session whose user must give the password again before a guarded call.
bool needs_confirmation(const call_context& context);

/// The same for what `guard::some_bodies` stands for: the refusal, or none.
std::optional<http_response> refuse_unguarded(const call_context& context);

/// Of a body that gives rights, or changes what protects them (`member_description::widens_rights`): refused for a
/// session whose user has to give the password first, and, if `is_beyond_tokens`, for every token. A token that could
/// make an Admin would be as good as its creator's password.
std::optional<http_response> refuse_widening(const call_context& context, bool is_beyond_tokens);

/// 403 that names the permission which the route needs and the caller lacks.
http_response refuse_permission(const call_context& context);

} // namespace paylink
