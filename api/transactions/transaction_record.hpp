#pragma once
#include "api/description/written_record.hpp"
#include "domain/banks/transaction.hpp"

namespace paylink {

/// What a person wrote about it.
inline constexpr form note_text{.most = 500, .example = "paid back on Monday"};

extern const written_record<bank_transaction> transaction_record;

} // namespace paylink
