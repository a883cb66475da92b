#pragma once
#include "http/feeds/account_balance.hpp"
#include "http/wire/feed_codec.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace paylink {

/// How large a document of ISO 20022 may be.
struct camt_limits {
  std::size_t bytes_max = 1024 * 1024;
  std::size_t entries_max = 1'000;
};

/// The entries of a camt.054 notification, of any version and with any prefix. Only what is booked counts: another
/// entry is `ignored`. A booking of several transactions gives an entry for each. Refused as a whole: what is not
/// well-formed, has a DTD, is nested deeper than 64, or is another document.
decoded_feed decode_camt054(std::string_view body, std::string_view feed);

/// What a whole document says.
struct camt_document {
  std::vector<decoded_entry> entries;
  std::vector<account_balance> balances; ///< Of statements.
};
/// The same for the text of a file that a customer gives, in UTF-8 whatever encoding it declares, which may be a
/// camt.053 statement, too. Its entries have no `raw`, and
/// those with one reference on a day are numbered.
std::variant<camt_document, json_refusal> read_camt_file(std::string_view body, std::string_view feed,
                                                         const camt_limits& limits);

} // namespace paylink
