#pragma once
#include <span>
#include <string_view>

/// Mistakes that somebody could have made, to be switched on one at a time. They prove that the simulation finds what
/// it is there to find. The *.bugs beside this describe them; plant_bugs.cmake makes the table below of them, and the
/// sources that its build compiles in place of the product's.
namespace paylink::planted {

struct bug {
  std::string_view name;
  std::string_view mistake; ///< What goes wrong, in a sentence.
  const char* plan;         ///< What to change of the plans that seeds draw so that it comes about; often nothing.
  bool is_in_batches;       ///< PostgreSQL's statements for whole batches can make the mistake as well.
  bool& is_planted;
};
extern const std::span<const bug> bugs;

/// Null if no bug has that name.
const bug* find_bug(std::string_view name);

/// Switches one on and all others off; null: all off. Not thread-safe: before the database is opened, whose schema and
/// statements may depend on it, and before any thread begins.
void plant(const bug* one);

/// Plants the bug that the environment's PAYLINK_PLANTED_BUG names, and removes the variable; false if no bug has that
/// name.
bool plant_named_bug();

} // namespace paylink::planted
