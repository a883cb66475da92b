#pragma once
#include "api/description/described.hpp"
#include "domain/values/random_source.hpp"

#include <string>
#include <vector>

namespace paylink {

/// New recovery codes: shown once, and stored as digests.
struct recovery_texts {
  explicit recovery_texts(random_source& random);

  std::vector<std::string> codes, digests;

  /// The codes as a JSON array.
  std::string list() const;
  /// In the record below.
  std::string record() const;
};

extern const record_description recovery_codes_record;

} // namespace paylink
