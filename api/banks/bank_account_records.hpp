#pragma once
#include "api/description/written_record.hpp"
#include "http/wire/message.hpp"
#include "persistence/records/bank_account_records.hpp"

namespace paylink {

inline constexpr std::string_view bank_tag = "Bank accounts";

namespace forms {
inline constexpr form bank_code{.least = 1, .most = 16, .example = "MB"};
} // namespace forms

extern const written_record<account_overview> bank_account_record;
/// An answer with an account.
http_response answer_account(unsigned status, const account_overview& row, timestamp now);

extern const written_record<virtual_account> virtual_account_record;

} // namespace paylink
