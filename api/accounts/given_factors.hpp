#pragma once
#include "api/accounts/ceremonies.hpp"
#include "api/description/request_record.hpp"

/// The second factor in a body, and whether it is right.
namespace paylink {

/// The members of bodies that may carry one.
inline constexpr member_description code_member{"code",
                                                {.pattern = "^[0-9]{6}$", .example = "492039"},
                                                "The code from the authenticator app.",
                                                presence::optional,
                                                {},
                                                false};
inline constexpr member_description recovery_code_member{
    "recovery_code",
    {.most = 64, .example = "0h3k-7mq2-x9vd-4tbn-6wcz-8r5y"},
    "An unused recovery code; each works once. Case, dashes and spaces do not matter.",
    presence::optional,
    {},
    false};

/// What was given: one of these, or nothing.
struct given_factor {
  std::string code{}, recovery_code{};
  std::optional<passkey_assertion> passkey{};

  /// The member of the body; empty: nothing was given.
  std::string_view member() const;
};

/// Reads `passkey` into the member `second` of a request.
inline constexpr auto into_passkey = [](auto& request, const boost::json::value& value, field_faults& faults) {
  if (const auto* answer = value.if_object()) request.second.passkey = read_assertion(*answer, faults);
};

/// More than one is a fault.
void check_single(const given_factor& given, field_faults& faults);

/// Checks what was given against what the user has. `then` gets how the store is to use it; nothing: it is wrong.
handled check_factor(call_context& context, const given_factor& given, user_id of, ceremony_kind wanted,
                     std::function<handled(call_context& context, const factor_use& use)> then);

/// The user that a passkey's answer names; empty: none.
user_id user_named_by(const passkey_assertion& answer);

/// The secret of the app; none, with a log line, if it does not open.
std::optional<std::string> open_totp(const call_context& context, user_id of, const stored_totp& stored);

/// The mail that tells of a change; `what` is a section of its template, with `detail` in it.
personal_mail factor_mail(std::string_view what, std::string_view detail = "1");

} // namespace paylink
