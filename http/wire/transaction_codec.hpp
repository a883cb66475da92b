#pragma once
#include "domain/banks/transaction.hpp"
#include "domain/errors/field_fault.hpp"

#include <boost/json/object.hpp>

#include <optional>
#include <string>

namespace paylink {

void append_transaction(std::string& out, const bank_transaction& transaction);

/// What a person writes beside a transaction, and everything that is wrong with it.
struct decoded_annotation {
  std::optional<std::string> note; ///< Empty takes the note away.
  std::optional<bool> settled;
  field_faults faults;
};
decoded_annotation decode_annotation(const boost::json::object& body);

} // namespace paylink
