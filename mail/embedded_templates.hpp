#pragma once
#include <string_view>

namespace paylink {

/// The template `templates/<name>.mustache`, which must exist; compiled into the program by the build.
std::string_view embedded_template(std::string_view name);

} // namespace paylink
