#pragma once
#include "persistence/sql/column_arrays.hpp"
#include "persistence/sql/connection.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

namespace paylink {

/// A body that several deliveries of one event share, and where each of them keeps its row.
struct shared_payload {
  std::size_t place = 0; ///< Among those that are stored together.
  std::string_view subject, body;
  std::vector<std::int64_t*> rows{};
};

inline constexpr auto payload_columns = columns_of<shared_payload>(
    new_column{"place", [](const shared_payload& one) { return static_cast<std::int64_t>(one.place); }},
    new_column{"subject_id", [](const shared_payload& one) { return one.subject; }},
    new_column{"body", [](const shared_payload& one) { return one.body; }});
static_assert(payload_columns.has_each_once());

/// Stores the bodies that deliveries share, and removes those that none needs any more, on the writer's connection. A
/// delivery whose body no other has keeps it in its own row.
class delivery_payloads {
public:
  explicit delivery_payloads(connection& db) : db_{db} {}

  /// Adds those of new deliveries that one entry raises.
  template <class Deliveries>
  static void find_shared(Deliveries& raised, std::vector<shared_payload>& into) {
    const auto first = static_cast<std::ptrdiff_t>(into.size());
    for (auto& one : raised) {
      if (!one.subject) continue; // a callback, the only one of its link
      const auto equal = std::find_if(into.begin() + first, into.end(), [&](const shared_payload& known) {
        return known.subject == *one.subject && known.body == one.job.body;
      });
      if (equal != into.end())
        equal->rows.push_back(&one.payload_row);
      else
        into.push_back({.subject = *one.subject, .body = one.job.body, .rows = {&one.payload_row}});
    }
    const auto is_lone = [](const shared_payload& one) { return one.rows.size() == 1; };
    into.erase(std::remove_if(into.begin() + first, into.end(), is_lone), into.end());
  }
  /// Stores them, and notes their rows in their deliveries. Call it before these are stored.
  void store(std::vector<shared_payload>& shared);
  /// Both, for the deliveries of one entry.
  template <class Deliveries>
  void share(Deliveries& raised) {
    if (raised.size() < 2) return;
    std::vector<shared_payload> shared;
    find_shared(raised, shared);
    store(shared);
  }

  /// The payloads of stored deliveries, locked until the transaction ends. `deliveries` is a JSON array of rows.
  std::vector<std::int64_t> hold(const std::string& deliveries);
  /// Removes those of them that no delivery refers to any more.
  void drop_unused(const std::vector<std::int64_t>& held);

private:
  connection& db_;
};

} // namespace paylink
