#pragma once
#include "api/description/described.hpp"
#include "domain/banks/transaction.hpp"

namespace paylink {

/// What a person wrote about it.
inline constexpr form note_text{.most = 500, .example = "paid back on Monday"};

extern const record_description transaction_record;
void append_transaction(std::string& out, const bank_transaction& transaction);

} // namespace paylink
