#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paylink {

/// One field of an MT940: `:61:` and what stands behind it.
struct mt940_field {
  std::string_view tag;                ///< `61`, `62F`.
  std::vector<std::string_view> lines; ///< The first without the tag; none of them empty at the end.
  std::size_t line = 0;                ///< Of the file, from 1.
  bool follows_full_line = false; ///< Of a text, which may go on: what looks like a field may be the payer's words.
};

/// The fields of a file, in order. What stands before the first one (SWIFT's header blocks) and the ends of messages
/// are passed over.
std::vector<mt940_field> mt940_fields(std::string_view file);

/// The text of a `:86:`. A line that is full (27, 35 or 65 characters) goes on in the next one without a space; of one
/// with numbered parts (`?20…`) those that hold text.
std::string mt940_text(const std::vector<std::string_view>& lines);

/// An amount of SWIFT, with a comma: `150000,` or `150000,00`; none if it is not one of whole dong.
std::optional<std::int64_t> mt940_dong(std::string_view text);

} // namespace paylink
