#pragma once
#include "api/description/described.hpp"
#include "domain/identity/api_token.hpp"

namespace paylink {

inline constexpr std::string_view token_tag = "API tokens";

namespace forms {
inline constexpr form token_name{.least = 1, .most = 100, .example = "Shop server"};
inline constexpr form networks{.type = json_type::texts, .most = 20, .example = R"(["203.0.113.0/24"])"};
inline constexpr form permissions{
    .type = json_type::texts, .least = 1, .example = R"(["payment_links:read","payment_links:write"])"};
} // namespace forms

extern const record_description token_record;
/// The members of a token; `secret` is shown once, else it is empty: `null`.
void append_token(std::string& out, const api_token& token, std::string_view secret, timestamp now);

} // namespace paylink
