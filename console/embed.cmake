# cmake -DFOLDER=built -DTABLE=x.cpp -DBYTES=x.s -P embed.cmake: writes the table of the files that build.mjs made, and an
# assembler file that has their bytes. Without FOLDER, a table of nothing.
cmake_minimum_required(VERSION 3.25)

set(declarations "")
set(rows "")
set(bytes "")
set(count 0)

# Adds a file's bytes; sets `view` to what the table says of them.
macro(add_bytes file)
  file(SIZE ${file} size)
  set(symbol paylink_console_${count})
  math(EXPR count "${count} + 1")
  string(APPEND declarations "extern const char ${symbol}[${size}];\n")
  string(APPEND bytes "    .globl ${symbol}\n${symbol}:\n    .incbin \"${file}\"\n")
  set(view "{${symbol}, ${size}}")
endmacro()

set(type_html "text/html; charset=utf-8")
set(type_js "text/javascript; charset=utf-8")
set(type_css "text/css; charset=utf-8")
set(type_svg "image/svg+xml")
set(names "")
if(FOLDER)
  file(GLOB_RECURSE names RELATIVE ${FOLDER} ${FOLDER}/*)
  list(FILTER names EXCLUDE REGEX "[.](br|gz)$")
  if(NOT "index.html" IN_LIST names)
    message(FATAL_ERROR "${FOLDER} has no index.html: give the folder that `node build.mjs FOLDER` has filled")
  endif()
endif()
foreach(name IN LISTS names)
  string(REGEX REPLACE ".*[.]" "" extension ${name})
  if(NOT type_${extension})
    message(FATAL_ERROR "${FOLDER}/${name}: no content type is known for .${extension}")
  endif()
  file(SHA256 ${FOLDER}/${name} hash)
  string(SUBSTRING ${hash} 0 16 hash)
  set(row "\"${name}\", \"${type_${extension}}\", \"${hash}\"")
  foreach(encoding IN ITEMS "" .gz .br)
    add_bytes(${FOLDER}/${name}${encoding})
    string(APPEND row ", ${view}")
  endforeach()
  string(APPEND rows "    console_file{${row}},\n")
endforeach()
list(LENGTH names files)

file(WRITE ${BYTES} "    .section .rodata\n${bytes}    .section .note.GNU-stack, \"\", %progbits\n")
file(WRITE ${TABLE} "#include \"http/pages/console_files.hpp\"

#include <array>

extern \"C\" {
${declarations}}

namespace paylink {

std::span<const console_file> console_files() {
  static constexpr std::array<console_file, ${files}> all{
${rows}  };
  return all;
}

} // namespace paylink
")
