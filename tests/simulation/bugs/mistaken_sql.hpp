#pragma once
#include <span>
#include <string>
#include <string_view>

namespace paylink::planted {

/// What a statement says under a mistake, in place of what it should say. A blank of `before` is any white space.
struct slip {
  const bool& is_made;
  std::string_view before, after;
};
extern const std::span<const slip> sql_slips;

/// A statement, or a part of the schema, as somebody could have written it who made the planted mistake.
std::string mistaken_sql(std::string sql);

} // namespace paylink::planted
