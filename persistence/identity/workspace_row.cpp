#include "persistence/identity/workspace_row.hpp"

#include "domain/identity/account.hpp"
#include "persistence/sql/stored_words.hpp"

namespace paylink {
namespace {

constexpr stored_word<entity_type> entity_words[] = {{entity_type::individual, "individual"},
                                                     {entity_type::enterprise, "enterprise"},
                                                     {entity_type::household_business, "household_business"}};
constexpr stored_word<banking_mode> mode_words[] = {{banking_mode::open_banking, "open_banking"},
                                                    {banking_mode::national_switch, "national_switch"}};
constexpr stored_word<workspace_status> workspace_words[] = {{workspace_status::active, "active"},
                                                             {workspace_status::suspended, "suspended"}};

} // namespace

std::string_view word_of(entity_type value) { return text_in(entity_words, value); }
std::string_view word_of(banking_mode value) { return text_in(mode_words, value); }
std::string_view word_of(workspace_status value) { return text_in(workspace_words, value); }

workspace workspace_row::read() const {
  return {.id = workspace_id::from_store(id.view()),
          .owner = user_id::from_store(owner.view()),
          .name = name.value,
          .description = description.value,
          .entity = value_in(entity_words, entity.view()),
          .mode = value_in(mode_words, mode.view()),
          .status = value_in(workspace_words, status.view()),
          .lang = parse_language(lang.view()).value_or(language::vi),
          .created_at = from_millis(created_at.value)};
}

} // namespace paylink
