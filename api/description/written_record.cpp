#include "api/description/written_record.hpp"

#include "domain/values/json_string.hpp"
#include "http/wire/record_writer.hpp"

#include <charconv>

namespace paylink::values {

void put_text(std::string& out, std::string_view text) { append_json_string(out, text); }

void put_number(std::string& out, std::int64_t number) {
  char digits[20];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

void put(std::string& out, const foreign_text& text) { append_foreign_string(out, text.bytes); }
void put(std::string& out, timestamp time) { append_json_string(out, format_rfc3339(time)); }
void put(std::string& out, money amount) { append_json_string(out, to_digits(amount)); }

bool begin(std::string& out, const member_description& as, bool is_empty) {
  if (is_empty && as.is == presence::optional) return false;
  out += out.back() == '{' ? "\"" : ",\"";
  out += as.name;
  out += "\":";
  if (!is_empty || as.is == presence::always) return true;
  out += "null";
  return false;
}

} // namespace paylink::values
