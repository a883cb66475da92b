#pragma once
#include "domain/errors/field_fault.hpp"
#include "domain/values/money.hpp"

#include <optional>
#include <string_view>
#include <variant>

namespace paylink {

/// The amount that a request asks payers for, or why it cannot be asked for.
std::variant<money, field_fault> read_asked_amount(std::string_view digits, money amount_max);

} // namespace paylink
