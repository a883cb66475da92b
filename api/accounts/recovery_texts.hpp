#pragma once
#include "api/description/written_record.hpp"
#include "domain/values/random_source.hpp"

#include <string>
#include <vector>

namespace paylink {

/// New recovery codes: shown once, and stored as digests.
struct recovery_texts {
  explicit recovery_texts(random_source& random);

  std::vector<std::string> codes, digests;
};

inline constexpr form recovery_codes_form{.type = json_type::texts, .example = R"(["0h3k-7mq2-x9vd-4tbn-6wcz-8r5y"])"};
extern const written_record<recovery_texts> recovery_codes_record;

} // namespace paylink
