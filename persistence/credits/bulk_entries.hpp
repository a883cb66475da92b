#pragma once
#include "persistence/records/credit_records.hpp"
#include "persistence/store.hpp"

#include <optional>
#include <vector>

namespace paylink {

/// An entry of a batch.
struct bulk_entry {
  std::size_t place = 0; ///< Index in the batch.
  const record_entry* command = nullptr;
};

/// The replies to a batch, as far as they are known.
using bulk_replies = std::vector<std::optional<result<write_reply>>>;

} // namespace paylink
