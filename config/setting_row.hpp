#pragma once
#include "config/settings.hpp"

#include <span>

namespace paylink::config {

/// The type of a setting's value in the file; in the environment everything is text, and lists are separated by commas.
enum class value_kind { text, integer, number, duration, list };

/// How a value is shown: as it is, hidden, or as a URL without its password.
enum class shown_as { value, hidden, url };

/// The texts of one value: one for each item of a list, otherwise one.
using texts = std::span<const std::string>;

/// Why a value is refused, printed after the value; empty: accepted.
using refusal = std::string_view;
inline constexpr refusal taken{};

/// One setting: everything that the loader, the printer and the reference need to know about it.
template <class Target>
struct setting_row {
  std::string_view name; ///< Dotted; of a bank's settings only the last part.
  value_kind kind;
  std::string_view unless_set; ///< The default, as the reference shows it.
  std::string_view allowed;    ///< For messages and the reference: the allowed values.
  std::string_view help;
  refusal (*set)(Target&, texts);
  std::string (*show)(const Target&); ///< As TOML.
  shown_as shown = shown_as::value;
  std::string_view environment{}; ///< Empty: `PAYLINK_` and the name in capitals.
};

/// All settings except those of the banks, in the order of the reference.
std::span<const setting_row<settings>> setting_rows();

/// The settings of each bank, below `banks.<CODE>.`.
std::span<const setting_row<bank_settings>> bank_rows();

/// `PAYLINK_HTTP_LISTEN` for `http.listen`.
std::string environment_name(std::string_view dotted_name);

/// The environment variable of a row.
std::string environment_name(const setting_row<settings>& row);

/// Whether `code` can name a bank: 2 to 16 capital letters and digits, a letter first.
bool is_bank_code(std::string_view code);

} // namespace paylink::config
