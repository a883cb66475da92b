#pragma once
#include "domain/values/money.hpp"
#include "domain/values/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace paylink {

/// Writes one JSON object directly into a string: no tree, members in the order of the calls. Names are our own
/// literals. Empty text and ids, and absent values, become `null`; nothing is left out.
class record_writer {
public:
  explicit record_writer(std::string& out) : out_{out} { out_ += '{'; }

  record_writer& text(std::string_view name, std::string_view value);
  record_writer& text_or_null(std::string_view name, std::string_view value); ///< Empty: `null`.
  record_writer& number(std::string_view name, std::int64_t value);
  record_writer& flag(std::string_view name, bool value);
  record_writer& amount(std::string_view name, const std::optional<money>& value); ///< A string of digits.
  record_writer& time(std::string_view name, const std::optional<timestamp>& value);
  record_writer& null(std::string_view name);

  /// Writes the name alone; the caller appends the value to what is returned.
  std::string& member(std::string_view name);
  void close() { out_ += '}'; }

private:
  std::string& out_;
  bool is_first_ = true;
};

/// Like `append_json_string`, for bytes from outside: invalid UTF-8 becomes U+FFFD.
void append_foreign_string(std::string& out, std::string_view bytes);

} // namespace paylink
