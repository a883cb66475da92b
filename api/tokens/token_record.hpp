#pragma once
#include "api/description/written_record.hpp"
#include "domain/identity/api_token.hpp"

namespace paylink {

inline constexpr std::string_view token_tag = "API tokens";

namespace forms {
inline constexpr form token_name{.least = 1, .most = 100, .example = "Shop server"};
inline constexpr form networks{.type = json_type::texts, .most = 20, .example = R"(["203.0.113.0/24"])"};
inline constexpr form permissions{
    .type = json_type::texts, .least = 1, .example = R"(["payment_links:read","payment_links:write"])"};
} // namespace forms

/// Needs the secret, which is shown once and else empty: `null`; and the time.
extern const written_record<api_token, std::string_view, timestamp> token_record;

} // namespace paylink
