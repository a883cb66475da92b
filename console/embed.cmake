# cmake -DFOLDER=built -DTABLE=x.cpp -DBYTES=x.S -P embed.cmake: the files of a folder, with what stands beside each as .br
# and .gz, as bytes that an assembler includes and a table that names them. Without a folder, the table is empty.
set(count 0)
set(bytes "    .section .rodata\n")
set(names "")
set(rows "")

# Adds a file's bytes; sets `view` to the expression that names them, {} when there is no such file.
macro(include_bytes file)
  set(view "{}")
  if(EXISTS ${file})
    string(APPEND bytes "    .global console_bytes_${count}, console_bytes_${count}_end\nconsole_bytes_${count}:\n    .incbin \"${file}\"\nconsole_bytes_${count}_end:\n")
    string(APPEND names "extern const char console_bytes_${count}[], console_bytes_${count}_end[];\n")
    set(view "{console_bytes_${count}, console_bytes_${count}_end}")
    math(EXPR count "${count} + 1")
  endif()
endmacro()

if(FOLDER)
  file(GLOB_RECURSE files RELATIVE ${FOLDER} ${FOLDER}/*)
  list(FILTER files EXCLUDE REGEX "[.](br|gz)$")
  foreach(file IN LISTS files)
    file(SHA256 ${FOLDER}/${file} hash)
    string(SUBSTRING ${hash} 0 16 hash)
    include_bytes(${FOLDER}/${file})
    set(plain "${view}")
    include_bytes(${FOLDER}/${file}.gz)
    set(gzip "${view}")
    include_bytes(${FOLDER}/${file}.br)
    string(APPEND rows "    {\"${file}\", \"${hash}\", ${plain}, ${gzip}, ${view}},\n")
  endforeach()
endif()

file(WRITE ${BYTES} "${bytes}    .section .note.GNU-stack, \"\", @progbits\n")
file(WRITE ${TABLE} "#include \"http/pages/embedded_console.hpp\"

#include <vector>

extern \"C\" {
${names}}

namespace paylink {

std::span<const console_file> console_files() {
  static const std::vector<console_file> all{
${rows}  };
  return all;
}

} // namespace paylink
")
