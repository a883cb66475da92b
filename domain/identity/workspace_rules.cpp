#include "domain/identity/workspace_rules.hpp"

#include "domain/values/free_text.hpp"

namespace paylink {

namespace {

constexpr std::size_t workspace_name_points = 100, workspace_text_points = 500;

field_fault workspace_fault(std::string_view field, std::string_view code, std::string_view message) {
  return {std::string{field}, std::string{code}, std::string{message}};
}

bool is_blank_name(std::string_view text) { return text.find_first_not_of(' ') == text.npos; }

void check_workspace_name(const std::string& name, field_faults& faults) {
  if (is_blank_name(name))
    faults.push_back(workspace_fault("name", "too_small", "A name must not be empty."));
  else if (count_code_points(name) > workspace_name_points)
    faults.push_back(workspace_fault("name", "too_long", "A name must have at most 100 characters."));
  else if (holds_control_character(name) || name.find('\n') != name.npos)
    faults.push_back(workspace_fault("name", "format", "A name must not contain control characters."));
}

void check_workspace_text(const std::string& text, field_faults& faults) {
  if (count_code_points(text) > workspace_text_points)
    faults.push_back(workspace_fault("description", "too_long", "A description must have at most 500 characters."));
  else if (holds_control_character(text))
    faults.push_back(workspace_fault("description", "format",
                                     "A description must not contain control characters other than line feeds."));
}

void check_workspace_language(const std::string& word, field_faults& faults) {
  if (!parse_language(word)) faults.push_back(workspace_fault("language", "format", "language must be vi or en."));
}

void check_workspace_kind(const workspace_request& request, field_faults& faults) {
  const auto entity = request.entity ? parse_entity_type(*request.entity) : std::nullopt;
  const auto mode = request.mode ? parse_banking_mode(*request.mode) : std::nullopt;
  if (!request.entity)
    faults.push_back(workspace_fault("entity_type", "required", "Give the kind of entity that collects the money."));
  else if (!entity)
    faults.push_back(workspace_fault("entity_type", "format",
                                     "entity_type must be one of individual, enterprise, household_business."));
  if (!request.mode)
    faults.push_back(workspace_fault("banking_mode", "required", "Give the way its bank accounts are connected."));
  else if (!mode)
    faults.push_back(
        workspace_fault("banking_mode", "format", "banking_mode must be one of open_banking, national_switch."));
  if (entity && mode && !fits(*entity, *mode))
    faults.push_back(
        workspace_fault("banking_mode", "format", "An individual or a household business must use open_banking."));
}

} // namespace

bool fits(entity_type entity, banking_mode mode) {
  return entity == entity_type::enterprise || mode == banking_mode::open_banking;
}

field_faults check_new_workspace(const workspace_request& request) {
  field_faults faults;
  if (!request.name)
    faults.push_back(workspace_fault("name", "required", "Give a name."));
  else
    check_workspace_name(*request.name, faults);
  if (request.description) check_workspace_text(*request.description, faults);
  check_workspace_kind(request, faults);
  if (request.lang) check_workspace_language(*request.lang, faults);
  return faults;
}

field_faults check_workspace_change(const workspace_request& request) {
  field_faults faults;
  if (request.name) check_workspace_name(*request.name, faults);
  if (request.description) check_workspace_text(*request.description, faults);
  if (request.lang) check_workspace_language(*request.lang, faults);
  return faults;
}

} // namespace paylink
