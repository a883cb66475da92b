#pragma once
#include <string>
#include <vector>

namespace paylink {

/// The lives of a node, one for each start of its process, kept where only one process at a time can be. A life is a
/// random id, under which deliveries are claimed; the node's name is a label, which others may have as well.
class life_book {
public:
  virtual ~life_book() = default;

  /// Draws a new life, and keeps it durably behind those before it.
  virtual std::string draw() = 0;
  /// Those before the newest that are proven to be over.
  virtual std::vector<std::string> over() = 0;
  /// Nothing is claimed by them any more.
  virtual void forget_over() = 0;
};

/// An id that nobody else has: 128 random bits as hexadecimal digits.
std::string draw_unique_name();

} // namespace paylink
