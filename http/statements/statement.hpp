#pragma once
#include "http/feeds/account_balance.hpp"
#include "http/wire/feed_codec.hpp"

#include <cstddef>
#include <variant>
#include <vector>

namespace paylink {

/// How large a statement may be.
inline constexpr std::size_t statement_bytes_max = 1024 * 1024;
inline constexpr std::size_t statement_entries_max = 10'000;

/// What a statement says: the same entries that a feed would have reported, in the file's order. None has a `raw`: what
/// cannot be read is told to who has sent the file, and not kept.
struct bank_statement {
  std::vector<decoded_entry> entries;
  std::vector<account_balance> balances; ///< In the file's order; those that cannot be read are left out.
};

/// Or why the file is refused as a whole, in a sentence for who has sent it.
using read_statement = std::variant<bank_statement, json_refusal>;

} // namespace paylink
