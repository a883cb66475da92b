#pragma once
#include "api/description/described.hpp"
#include "api/description/forms.hpp"
#include "domain/errors/field_fault.hpp"

#include <boost/json/object.hpp>

#include <concepts>
#include <functional>
#include <map>
#include <string>
#include <vector>

/// Records of requests. A row of a record's table has the member's name, its form, where its value goes, and its
/// description: documents, the check of types and the reader are made from it. What a value means, and whether a member
/// may be missing, is the domain's rule to check.
namespace paylink {

/// Stores a value. One of another type than the member's is a fault already, and changes nothing.
namespace given {

void take(const boost::json::value& value, std::optional<std::string>& into);
void take(const boost::json::value& value, std::string& into);
void take(const boost::json::value& value, std::optional<bool>& into);
void take(const boost::json::value& value, bool& into);
/// None if one of them is not a text.
void take(const boost::json::value& value, std::optional<std::vector<std::string>>& into);
/// The pairs whose values are texts.
void take(const boost::json::value& value, std::map<std::string, std::string>& into);
/// A record inside, which its own description reads.
void take(const boost::json::value& value, const boost::json::object*& into);

template <auto First, auto... Further>
decltype(auto) part_of(auto& of) {
  if constexpr (sizeof...(Further) == 0)
    return std::invoke(First, of);
  else
    return part_of<Further...>(std::invoke(First, of));
}

/// The type of a value that can be stored in a `Value`.
template <class Value>
constexpr json_type type_for = json_type::text;
template <>
inline constexpr json_type type_for<bool> = json_type::truth;
template <>
inline constexpr json_type type_for<std::optional<bool>> = json_type::truth;
template <>
inline constexpr json_type type_for<std::optional<std::vector<std::string>>> = json_type::texts;
template <>
inline constexpr json_type type_for<std::map<std::string, std::string>> = json_type::text_map;
template <>
inline constexpr json_type type_for<const boost::json::object*> = json_type::record;

template <auto... Members>
struct into_member {
  template <class Of>
  static constexpr json_type type = type_for<std::remove_cvref_t<decltype(part_of<Members...>(std::declval<Of&>()))>>;

  void operator()(auto& of, const boost::json::value& value) const { take(value, part_of<Members...>(of)); }
};

} // namespace given

/// Stores a member's value in a data member, or in one of the object that is found there. A row whose form has another
/// type does not compile.
template <auto... Members>
inline constexpr given::into_member<Members...> into{};

/// Stores a member's value by a function of its own, which may add faults.
template <auto Read>
inline constexpr auto read_by =
    [](auto& of, const boost::json::value& value, field_faults& faults) { Read(of, value, faults); };

/// A member's name, with what is special about the member.
struct member_name {
  std::string_view text;
  bool widens_rights = false, is_fingerprinted = true;

  consteval member_name(const char* name, bool widens = false, bool fingerprinted = true)
      : text{name}, widens_rights{widens}, is_fingerprinted{fingerprinted} {}
};

/// The member gives somebody rights, or changes what protects them. Its route is guarded, and a test asks what sessions
/// and tokens may do with it.
consteval member_name widening(const char* name) { return {name, true}; }
/// The member is passed on and not stored, and leaves no trace in an idempotency key's fingerprint, either.
consteval member_name passed_on(const char* name) { return {name, false, false}; }

template <class Of>
using member_reader = void (*)(Of& into, const boost::json::value& value, field_faults& faults);

/// One row of the table of a request that is read into an `Of`. `Into` stores the value; it may take the faults, too.
template <class Of>
struct request_row {
  member_description described;
  member_reader<Of> read;

  template <class Into>
  consteval request_row(const member_description& shared, Into) : described{shared}, read{read_value<Into>} {
    if constexpr (requires { Into::template type<Of>; })
      if (Into::template type<Of> != shared.has.type) throw "the form has another type than what it is stored in";
  }

  template <class Into>
  consteval request_row(member_name name, const form& has, Into to, std::string_view sentence,
                        presence is = presence::always, std::string_view example = {}, bool is_in_example = true)
      : request_row{{name.text, has, sentence, is, example, is_in_example, name.widens_rights, name.is_fingerprinted},
                    to} {}

private:
  template <class Into>
  static void read_value(Of& into, const boost::json::value& value, field_faults& faults) {
    if constexpr (std::invocable<Into, Of&, const boost::json::value&>)
      Into{}(into, value);
    else
      Into{}(into, value, faults);
  }
};

/// The table of a request's members.
template <std::size_t Count, class Of>
struct request_table {
  std::array<member_description, Count> described;
  std::array<member_reader<Of>, Count> readers;
};

template <class Of, std::size_t Count>
consteval auto members_into(const request_row<Of> (&rows)[Count]) {
  request_table<Count, Of> table{};
  for (std::size_t i = 0; i < Count; ++i) {
    table.described[i] = rows[i].described;
    table.readers[i] = rows[i].read;
  }
  return table;
}

/// Adds a fault for each member that is unknown, null or has another type, in the order of the body and of the lists in
/// it, and for a record that needs a member and has none. `place` stands before the names: `filter.`.
void check_types(const record_description& record, const boost::json::object& members, const std::string& place,
                 field_faults& faults);

/// What a body says, and the faults of its types: what has one is not in `asked`.
template <class Of>
struct read_request {
  Of asked{};
  field_faults faults{};
};

/// A record that requests contain, which refuses members that it does not know.
template <class Of>
struct request_record : record_description {
  std::span<const member_reader<Of>> readers;

  template <std::size_t Count>
  consteval request_record(const record_description& described, const request_table<Count, Of>& table)
      : record_description{described}, readers{table.readers} {
    members = table.described;
    is_closed = true;
  }
  template <std::size_t Count>
  consteval request_record(std::string_view named, std::string_view saying, const request_table<Count, Of>& table)
      : request_record{record_description{.name = named, .sentence = saying}, table} {}

  /// Stores the values of the members, whose types have been checked.
  void take(const boost::json::object& body, Of& into, field_faults& faults) const {
    for (std::size_t i = 0; i < readers.size(); ++i)
      if (const auto* value = body.if_contains(members[i].name)) readers[i](into, *value, faults);
  }

  read_request<Of> read(const boost::json::object& body, const std::string& place = {}) const {
    read_request<Of> read;
    check_types(*this, body, place, read.faults);
    take(body, read.asked, read.faults);
    return read;
  }
};

bool has_fault(std::span<const field_fault> faults, std::string_view field);

/// Adds the faults that a rule has found, for fields that have none yet: a member of another type is not also missing.
void add_faults(field_faults& known, const field_faults& found);

/// Adds `required` for a text that is missing or empty, unless the field has a fault.
void require_text(std::string_view text, std::string_view field, std::string_view message, field_faults& faults);

} // namespace paylink
