#include "api/description/described.hpp"

#include "domain/values/word_list.hpp"

#include <algorithm>

namespace paylink {

namespace {

std::string phrase_of(const form& has) {
  if (!has.phrase.empty()) return std::string{has.phrase};
  if (has.type == json_type::truth) return "true or false";
  if (has.type == json_type::whole_number && has.least && has.most)
    return "a whole number from " + std::to_string(*has.least) + " to " + std::to_string(*has.most);
  if (!has.words) return "text";
  const auto words = has.words();
  return words.size() > 2 ? "one of " + joined(words) : joined(words, " or ");
}

} // namespace

const parameter_description* find_parameter(const route_description& route, std::string_view name) {
  for (const auto& group : route.query) {
    const auto found = std::ranges::find(group, name, &parameter_description::name);
    if (found != group.end()) return &*found;
  }
  return nullptr;
}

std::string expectation_of(const parameter_description& parameter) {
  return std::string{parameter.name} + " must be " + phrase_of(parameter.has) + ".";
}

std::string help_of(const parameter_description& parameter) {
  std::string help{parameter.sentence};
  if (!parameter.has.words) return help;
  const auto words = parameter.has.words();
  // A single word is explained by the sentence.
  return words.size() > 1 ? help + ": " + joined(words, " or ") : help;
}

} // namespace paylink
