#include "persistence/identity/workspace_row.hpp"

#include "persistence/sql/invariant.hpp"

namespace paylink {
namespace {

template <class Value>
Value known(std::optional<Value> word) {
  ensure(word.has_value(), "the schema lists the words of a Workspace");
  return *word;
}

} // namespace

workspace workspace_row::read() const {
  return {.id = workspace_id::from_store(id.view()),
          .owner = user_id::from_store(owner.view()),
          .name = name.value,
          .description = description.value,
          .entity = known(parse_entity_type(entity.view())),
          .mode = known(parse_banking_mode(mode.view())),
          .status = known(parse_workspace_status(status.view())),
          .lang = known(parse_language(lang.view())),
          .created_at = from_millis(created_at.value),
          .notices_off = static_cast<std::uint32_t>(notices_off.value),
          .needs_second_factor = second_factor.value != 0};
}

} // namespace paylink
