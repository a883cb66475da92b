#include "api/description/request_record.hpp"

#include "domain/values/utf8.hpp"

#include <algorithm>

namespace paylink {

namespace json = boost::json;

namespace {

std::string_view view(const json::string& text) { return {text.data(), text.size()}; }

const member_description* find_member(const record_description& record, std::string_view name) {
  const auto found = std::ranges::find(record.members, name, &member_description::name);
  return found == record.members.end() ? nullptr : &*found;
}

bool has_type(const json::value& value, json_type type) {
  switch (type) {
  case json_type::text:
    return value.is_string();
  case json_type::whole_number:
    return value.is_int64() || value.is_uint64();
  case json_type::truth:
    return value.is_bool();
  case json_type::text_map:
  case json_type::record:
  case json_type::object:
    return value.is_object();
  case json_type::texts:
  case json_type::records:
    return value.is_array();
  }
  return false;
}

std::string_view type_message(json_type type) {
  switch (type) {
  case json_type::text:
    return "This must be a string";
  case json_type::whole_number:
    return "This must be a whole number";
  case json_type::truth:
    return "This must be true or false";
  case json_type::text_map:
    return "This must be an object of strings";
  case json_type::record:
  case json_type::object:
    return "This must be an object";
  case json_type::texts:
    return "This must be a list of strings";
  case json_type::records:
    return "This must be a list of objects";
  }
  return {};
}

/// "`note`", "`note` or `settled`".
std::string listed(std::span<const member_description> members, std::string_view before_last) {
  std::string text;
  for (const auto& member : members) {
    if (!text.empty()) text += &member == &members.back() ? before_last : ", ";
    text.append("`").append(member.name).append("`");
  }
  return text;
}

/// Collects the faults of types.
class type_check {
public:
  explicit type_check(field_faults& faults) : faults_{faults} {}

  /// `place`: what stands before the names of the members.
  void check(const record_description& record, const json::object& members, const std::string& place) {
    for (const auto& member : members) {
      const auto* known = find_member(record, member.key());
      if (known != nullptr)
        check_member(*known, member.value(), place + std::string{known->name});
      else if (record.is_closed)
        refuse_member(record, member.key(), place + std::string{shown_name(member.key())});
    }
  }

private:
  void fault(std::string field, std::string_view code, std::string message) {
    if (faults_.size() < faults_max) faults_.push_back({std::move(field), std::string{code}, std::move(message)});
  }

  void refuse_member(const record_description& record, std::string_view name, std::string field) {
    if (record.changes != nullptr && find_member(*record.changes, name) != nullptr)
      fault(std::move(field), "unchangeable", "This call changes only " + listed(record.members, " and ") + ".");
    else
      fault(std::move(field), "unknown_member", "This call takes no member with this name.");
  }

  void check_member(const member_description& known, const json::value& value, std::string name) {
    if (value.is_null()) return refuse_null(std::move(name), known.is);
    if (!has_type(value, known.has.type)) {
      std::string message{type_message(known.has.type)};
      const auto example = known.example.empty() ? known.has.example : known.example;
      if (known.has.type == json_type::text && !example.empty())
        message.append(", such as \"").append(example).append("\"");
      return fault(std::move(name), "type", message + '.');
    }
    if (known.has.type == json_type::text_map) check_pairs(name, value.get_object());
    if (known.has.type == json_type::texts) check_texts(name, value.get_array());
    if (known.has.type == json_type::records && known.has.of != nullptr)
      check_records(name, *known.has.of, value.get_array());
  }

  void refuse_null(std::string name, presence is) {
    if (is == presence::withheld) return;
    fault(std::move(name), "null",
          is == presence::optional ? "This must not be null; leave the member out instead." : "This must not be null.");
  }

  void check_pairs(const std::string& name, const json::object& pairs) {
    for (const auto& pair : pairs) {
      auto field = name + '.' + std::string{shown_name(pair.key())};
      if (pair.value().is_null())
        refuse_null(std::move(field), presence::optional);
      else if (!pair.value().is_string())
        fault(std::move(field), "type", "This must be a string.");
    }
  }

  void check_texts(const std::string& name, const json::array& texts) {
    for (std::size_t place = 0; place < texts.size(); ++place)
      if (!texts[place].is_string()) fault(name + '.' + std::to_string(place), "type", "This must be a string.");
  }

  void check_records(const std::string& name, const record_description& of, const json::array& records) {
    for (std::size_t place = 0; place < records.size(); ++place) {
      const auto field = name + '.' + std::to_string(place);
      if (const auto* members = records[place].if_object())
        check(of, *members, field + '.');
      else
        fault(field, "type", "This must be an object.");
    }
  }

  field_faults& faults_;
};

} // namespace

namespace given {

void take(const json::value& value, std::optional<std::string>& into) {
  if (const auto* text = value.if_string()) into = view(*text);
}

void take(const json::value& value, std::string& into) {
  if (const auto* text = value.if_string()) into = view(*text);
}

void take(const json::value& value, std::optional<bool>& into) {
  if (const auto* truth = value.if_bool()) into = *truth;
}

void take(const json::value& value, bool& into) {
  if (const auto* truth = value.if_bool()) into = *truth;
}

void take(const json::value& value, std::optional<std::vector<std::string>>& into) {
  const auto* list = value.if_array();
  if (list == nullptr || !std::ranges::all_of(*list, &json::value::is_string)) return;
  into.emplace();
  for (const auto& one : *list) into->emplace_back(view(one.get_string()));
}

void take(const json::value& value, std::map<std::string, std::string>& into) {
  const auto* pairs = value.if_object();
  if (pairs == nullptr) return;
  for (const auto& pair : *pairs)
    if (const auto* text = pair.value().if_string()) into.emplace(pair.key(), view(*text));
}

void take(const json::value& value, const json::object*& into) { into = value.if_object(); }

} // namespace given

void check_types(const record_description& record, const json::object& members, const std::string& place,
                 field_faults& faults) {
  type_check{faults}.check(record, members, place);
  if (record.needs_a_member && members.empty())
    faults.push_back({place.empty() ? "body" : place.substr(0, place.size() - 1), "required",
                      "Send at least one member: " + listed(record.members, " or ") + "."});
}

bool has_fault(std::span<const field_fault> faults, std::string_view field) {
  return std::ranges::any_of(faults, [&](const field_fault& fault) { return fault.field == field; });
}

void add_faults(field_faults& known, const field_faults& found) {
  const auto count = known.size();
  for (const auto& fault : found)
    if (!has_fault(std::span{known}.first(count), fault.field)) known.push_back(fault);
}

void require_text(std::string_view text, std::string_view field, std::string_view message, field_faults& faults) {
  if (text.empty()) add_faults(faults, {{std::string{field}, "required", std::string{message}}});
}

} // namespace paylink
