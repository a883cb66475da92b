#pragma once
#include <functional>
#include <optional>
#include <string>

namespace paylink {

/// A body that is made while it is sent: each portion is asked for when the one before has been sent, so that a slow
/// client costs no memory, and a fast one waits for nobody else.
class portioned_body {
public:
  virtual ~portioned_body() = default;
  /// Calls `take` once, on any thread, with the next portion: empty at the end; none if it cannot be made, and the
  /// answer ends without its end.
  virtual void next(std::function<void(std::optional<std::string>)> take) = 0;
};

} // namespace paylink
