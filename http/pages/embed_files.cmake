# cmake -DFILES=a;b -DOUTPUT=x.cpp -P embed_files.cmake: writes the files as C++ string literals, without what only their
# authors need (comments, indentation). `pay.js` is served as `pay-<hash of its content>.js`, so that a browser may keep it
# for ever.
set(rows "")
foreach(file IN LISTS FILES)
  get_filename_component(stem ${file} NAME_WE)
  get_filename_component(extension ${file} EXT)
  if(extension MATCHES "[.]gz$")
    # Bytes, which a browser unpacks: known by the name of what is in it.
    string(REGEX REPLACE "[.]gz$" "" extension ${extension})
    file(READ ${file} text HEX)
    file(SHA256 ${file} hash)
    file(SIZE ${file} bytes)
    string(REGEX REPLACE "(..)" "\\\\x\\1" text "${text}")
    string(SUBSTRING ${hash} 0 16 hash)
    string(APPEND rows "    {\"${stem}${extension}\", \"${stem}-${hash}${extension}\", {\"${text}\", ${bytes}}, true},\n")
    continue()
  endif()
  file(READ ${file} text)
  if(extension STREQUAL ".css")
    string(REGEX REPLACE "/[*][^*]*[*]/" "" text "${text}")
    string(REGEX REPLACE "[ \n]+" " " text "${text}")
    string(REGEX REPLACE " ?([{};,>]) ?" "\\1" text "${text}")
    string(REPLACE ": " ":" text "${text}")
    string(REPLACE ";}" "}" text "${text}")
  elseif(extension STREQUAL ".js")
    string(REGEX REPLACE "(^|\n) *//[^\n]*" "" text "${text}")
    string(REGEX REPLACE "\n[ \n]*" "\n" text "${text}")
  endif()
  string(SHA256 hash "${text}")
  string(SUBSTRING ${hash} 0 16 hash)
  string(APPEND rows "    {\"${stem}${extension}\", \"${stem}-${hash}${extension}\", R\"embedded(${text})embedded\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"http/pages/embedded_files.hpp\"

namespace paylink {
namespace {
constexpr embedded_file files[]{
${rows}};
} // namespace

std::span<const embedded_file> embedded_files() { return files; }

} // namespace paylink
")
