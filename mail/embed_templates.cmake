# cmake -DFILES=a;b -DOUTPUT=x.cpp -P embed_templates.cmake: writes the templates of mails as C++ string literals.
set(rows "")
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME)
  string(REGEX REPLACE "[.]mustache$" "" name ${name})
  file(READ ${file} text)
  string(APPEND rows "  if (name == \"${name}\") return R\"embedded(${text})embedded\";\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"mail/embedded_templates.hpp\"

#include <cstdlib>

namespace paylink {

std::string_view embedded_template(std::string_view name) {
${rows}  std::abort();
}

} // namespace paylink
")
