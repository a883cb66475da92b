#include "domain/identity/workspace.hpp"

#include "domain/values/word_list.hpp"

namespace paylink {

namespace {

constexpr word_list<entity_type, 3> entity_types{{{entity_type::individual, "individual"},
                                                  {entity_type::enterprise, "enterprise"},
                                                  {entity_type::household_business, "household_business"}}};
static_assert(entity_types.is_in_order());

constexpr word_list<banking_mode, 2> banking_modes{
    {{banking_mode::open_banking, "open_banking"}, {banking_mode::national_switch, "national_switch"}}};
static_assert(banking_modes.is_in_order());

constexpr word_list<workspace_status, 2> workspace_statuses{
    {{workspace_status::active, "active"}, {workspace_status::suspended, "suspended"}}};
static_assert(workspace_statuses.is_in_order());

constexpr word_list<language, 2> languages{{{language::vi, "vi"}, {language::en, "en"}}};
static_assert(languages.is_in_order());

} // namespace

std::string_view to_text(entity_type value) { return entity_types.word(value); }
std::optional<entity_type> parse_entity_type(std::string_view text) { return entity_types.find(text); }
std::string_view to_text(banking_mode value) { return banking_modes.word(value); }
std::optional<banking_mode> parse_banking_mode(std::string_view text) { return banking_modes.find(text); }
std::string_view to_text(workspace_status value) { return workspace_statuses.word(value); }
std::optional<workspace_status> parse_workspace_status(std::string_view text) { return workspace_statuses.find(text); }
std::string_view to_text(language value) { return languages.word(value); }
std::optional<language> parse_language(std::string_view text) { return languages.find(text); }

} // namespace paylink
