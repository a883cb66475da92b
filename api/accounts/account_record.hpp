#pragma once
#include "api/description/written_record.hpp"
#include "domain/identity/account.hpp"
#include "domain/identity/session.hpp"

namespace paylink {

inline constexpr std::string_view account_tag = "Accounts";

namespace forms {
inline constexpr form email{.format = "email", .most = 254, .example = "linh@shop.example"};
inline constexpr form password{.least = 8, .most = 128, .example = "Correct-Horse-7"};
inline constexpr form person_name{.least = 1, .most = 100, .example = "Nguyễn Thị Linh"};
inline constexpr form locale{.pattern = "^(vi|en)$", .example = "vi"};
inline constexpr form csrf_token{.pattern = "^[0-9a-f]{64}$",
                                 .example = "3f1c0d6b9a2e48f7b5d4c3e2f1a0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3a2"};
inline constexpr form one_time_token{.pattern = "^[A-Za-z0-9_-]{43}$",
                                     .example = "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3"};
} // namespace forms

/// Needs the session's CSRF token; empty: `null`.
extern const written_record<user_account, std::string_view> user_record;
/// Needs whether it is the session that makes the call.
extern const written_record<user_session, bool> session_record;

} // namespace paylink
