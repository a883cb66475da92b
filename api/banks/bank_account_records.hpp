#pragma once
#include "api/description/described.hpp"
#include "http/wire/message.hpp"
#include "persistence/records/bank_account_records.hpp"

namespace paylink {

inline constexpr std::string_view bank_tag = "Bank accounts";

namespace forms {
inline constexpr form bank_code{.least = 1, .most = 16, .example = "MB"};
} // namespace forms

extern const record_description bank_account_record;
void append_bank_account(std::string& out, const account_overview& row);
/// An answer with an account.
http_response answer_account(unsigned status, const account_overview& row, timestamp now);

extern const record_description virtual_account_record;
void append_virtual_account(std::string& out, const virtual_account& row);

} // namespace paylink
