#include "http/wire/record_writer.hpp"

#include "domain/values/json_string.hpp"
#include "domain/values/utf8.hpp"

#include <charconv>

namespace paylink {

std::string& record_writer::member(std::string_view name) {
  out_ += is_first_ ? "\"" : ",\"";
  is_first_ = false;
  out_ += name;
  out_ += "\":";
  return out_;
}

record_writer& record_writer::text(std::string_view name, std::string_view value) {
  append_json_string(member(name), value);
  return *this;
}

record_writer& record_writer::text_or_null(std::string_view name, std::string_view value) {
  return value.empty() ? null(name) : text(name, value);
}

record_writer& record_writer::number(std::string_view name, std::int64_t value) {
  char digits[20];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  member(name).append(digits, end);
  return *this;
}

record_writer& record_writer::flag(std::string_view name, bool value) {
  member(name) += value ? "true" : "false";
  return *this;
}

record_writer& record_writer::amount(std::string_view name, const std::optional<money>& value) {
  return value ? text(name, to_digits(*value)) : null(name);
}

record_writer& record_writer::time(std::string_view name, const std::optional<timestamp>& value) {
  return value ? text(name, format_rfc3339(*value)) : null(name);
}

record_writer& record_writer::null(std::string_view name) {
  member(name) += "null";
  return *this;
}

void append_foreign_string(std::string& out, std::string_view bytes) {
  if (utf8_fault(bytes) == bytes.size()) return append_json_string(out, bytes);
  std::string repaired;
  append_repaired_utf8(repaired, bytes);
  append_json_string(out, repaired);
}

} // namespace paylink
