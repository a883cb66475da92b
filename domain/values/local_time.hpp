#pragma once
#include "domain/values/money.hpp"
#include "domain/values/time.hpp"

namespace paylink {

/// The time in Vietnam in a language's usual form: `18:09 22/11/2026`, `22 Nov 2026, 18:09`.
std::string format_local(timestamp time, language lang);

} // namespace paylink
