#pragma once
#include <stdexcept>
#include <string>
#include <string_view>

namespace paylink {

/// An invariant about money or events that a transaction would break. The transaction is rolled back, never repaired.
class broken_invariant : public std::logic_error {
  using std::logic_error::logic_error;
};

/// Checks a promise, in release builds too. `promise` says what must be.
inline void ensure(bool kept, const char* promise) {
  if (!kept) throw broken_invariant{promise};
}

} // namespace paylink
