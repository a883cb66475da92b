#pragma once
#include "sandbox/books/connections.hpp"
#include "sandbox/books/journal.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace paylink::sandbox {

/// Which part of an account's entries is asked for.
struct transaction_range {
  std::uint64_t after = 0; ///< Number of the last entry that is known; 0: from the beginning.
  std::size_t limit = 100;
};

/// From the query's `after` and `limit`, either of which may be absent; none if one of them is wrong.
std::optional<transaction_range> read_range(std::optional<std::string_view> after,
                                            std::optional<std::string_view> limit);

/// `{"entries":[…],"next_after":"…","has_more":…}`: the account's entries in the order of booking, as its feed tells
/// them, whether or not it did.
boost::json::object list_transactions(const journal& books, const connection& of, const transaction_range& range);

} // namespace paylink::sandbox
