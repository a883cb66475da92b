#pragma once
#include "api/description/written_record.hpp"
#include "domain/plans/plan_change.hpp"

namespace paylink {

inline constexpr std::string_view plan_tag = "Plans";

namespace forms {
inline constexpr form plan_name{.least = 1, .most = 16, .example = "P1"};
} // namespace forms

extern const written_record<plan> plan_record;
/// The plan that an account is on.
extern const written_record<held_plan> held_plan_record;
/// The use of a month that is not over.
extern const written_record<statement_of_month> usage_record;
extern const written_record<statement_of_month> statement_record;

} // namespace paylink
