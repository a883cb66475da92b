#pragma once
#include "domain/values/money.hpp"

#include <span>
#include <string>
#include <string_view>

namespace paylink {

/// What an account pays for.
struct plan {
  std::string_view name;
  money price;          ///< For a month.
  int transactions = 0; ///< Included in a month.
  int workspaces = 0;   ///< How many Workspaces the account may own.
  money overage;        ///< For each further transaction.
};

/// From the smallest to the largest.
std::span<const plan> plans();
/// Their names in a sentence.
std::string listed_plans();
/// Null if there is no plan with this name.
const plan* find_plan(std::string_view name);
/// Whether `one` stands behind `other` in that list.
bool is_above(const plan& one, const plan& other);

} // namespace paylink
