#pragma once
#include "persistence/store.hpp"

#include <soci/soci.h>

#include <string>

namespace paylink {

/// What SQLite's code means to an operator.
std::string reason_of(const soci::soci_error& error);

/// Runs `work`; what SOCI throws becomes a `database_error` that says what could not be done.
template <class Work>
auto explained(const std::string& failed, Work work) {
  try {
    return work();
  } catch (const soci::soci_error& error) {
    throw database_error{failed + ": " + reason_of(error)};
  }
}

} // namespace paylink
