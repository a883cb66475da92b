#pragma once
#include "domain/banks/transaction.hpp"
#include "domain/errors/field_fault.hpp"

#include <boost/json/object.hpp>

#include <optional>
#include <string>

namespace paylink {

void append_transaction(std::string& out, const bank_transaction& transaction);

/// A person's note about a transaction, and all its faults.
struct decoded_annotation {
  std::optional<std::string> note; ///< Empty removes the note.
  std::optional<bool> settled;
  field_faults faults;
};
decoded_annotation decode_annotation(const boost::json::object& body);

} // namespace paylink
