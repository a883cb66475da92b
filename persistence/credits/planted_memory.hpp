#pragma once
#include "persistence/credits/link_truth.hpp"

#include <set>
#include <tuple>
#include <unordered_map>

namespace paylink::planted {

/// What the verbs of entries remember from one command to the next.
struct memory {
  struct uncounted_transaction {
    user_id owner;
    std::string month;
    std::int64_t row = 0;
  };
  std::unordered_map<std::int64_t, link_truth> truths;                  ///< As the batch began, by their references.
  std::vector<uncounted_transaction> uncounted;                         ///< Until the batch is committed.
  std::set<std::tuple<std::int64_t, std::string, std::string>> entries; ///< Seen by this connection.
};

} // namespace paylink::planted
