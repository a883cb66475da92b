#pragma once
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>

/// Structured logs: one JSON object per line on standard error. Only fields that a caller names are written; none of
/// them is ever secret. Thread-safe; never blocks the caller on the output.
namespace paylink::log {

enum class level { debug, info, warning, error };

/// A named value.
struct field {
  std::string_view name;
  std::string value;
  bool is_number = false;
  field(std::string_view field_name, std::string_view text) : name{field_name}, value{text} {}
  field(std::string_view field_name, const char* text) : name{field_name}, value{text} {}
  field(std::string_view field_name, const std::string& text) : name{field_name}, value{text} {}
  template <class Number>
    requires std::is_arithmetic_v<Number>
  field(std::string_view field_name, Number number)
      : name{field_name}, value{std::to_string(number)}, is_number{true} {}
};

/// The lowest level that is written; from the setting `log.level`.
void set_level(level least);

/// Disables logging without starting its thread: for programs that run the service's parts by the thousand.
void silence();

/// Whether a line of this level is written: check before computing expensive fields.
bool is_written(level at);

/// `event` is a stable dotted name, `delivery.failed`; variable data goes into the fields.
void write(level at, std::string_view event, std::initializer_list<field> fields = {});

inline void debug(std::string_view event, std::initializer_list<field> fields = {}) {
  write(level::debug, event, fields);
}
inline void info(std::string_view event, std::initializer_list<field> fields = {}) {
  write(level::info, event, fields);
}
inline void warning(std::string_view event, std::initializer_list<field> fields = {}) {
  write(level::warning, event, fields);
}
inline void error(std::string_view event, std::initializer_list<field> fields = {}) {
  write(level::error, event, fields);
}

/// Writes what is still queued; called before the process ends.
void flush();

} // namespace paylink::log
