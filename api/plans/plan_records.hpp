#pragma once
#include "api/description/described.hpp"
#include "domain/plans/plan_change.hpp"

namespace paylink {

inline constexpr std::string_view plan_tag = "Plans";

namespace forms {
inline constexpr form plan_name{.least = 1, .most = 16, .example = "P1"};
} // namespace forms

extern const record_description plan_record;
void append_plan(std::string& out, const plan& row);

/// The plan that an account is on.
extern const record_description held_plan_record;
void append_held_plan(std::string& out, const held_plan& held);

/// The use of a month that is not over.
extern const record_description usage_record;
void append_usage(std::string& out, const statement_of_month& of);

extern const record_description statement_record;
void append_statement(std::string& out, const statement_of_month& of);

} // namespace paylink
