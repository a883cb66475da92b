#pragma once
#include "api/description/described.hpp"
#include "api/description/forms.hpp"

namespace paylink {

/// The filter for daily reports.
inline constexpr parameter_description report_filters[]{
    {"day", forms::day, "The day in Vietnam; today by default"},
};

} // namespace paylink
