#pragma once
#include "persistence/records/incarnation_records.hpp"

#include <string>
#include <vector>

namespace paylink {

/// The incarnations of a node, one for each start of its process, stored where only one process at a time can be. An
/// incarnation is a random id, under which deliveries are claimed; the node's name is only a label, which other nodes
/// may share.
class incarnation_book {
public:
  virtual ~incarnation_book() = default;

  /// Creates a new incarnation, and stores it durably after the earlier ones.
  virtual std::string draw() = 0;
  /// The earlier incarnations that are proven to be over.
  virtual std::vector<std::string> over() = 0;
  /// Forgets incarnations that have no claims any more.
  virtual void forget_over() = 0;

  /// The mark that was kept last: a database that has not come so far was restored. Both are called on any thread.
  virtual event_mark known_events() = 0;
  virtual void keep_events(const event_mark& mark) = 0;
};

/// A unique id: 128 random bits as hexadecimal digits.
std::string draw_unique_name();

} // namespace paylink
