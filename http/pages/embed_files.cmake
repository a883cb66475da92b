# cmake -DFILES=a;b -DOUTPUT=x.cpp -P embed_files.cmake: writes the files as C++ string literals. `pay.css` is served as
# `pay-<hash of its content>.css`, so that a browser may keep it for ever.
set(rows "")
foreach(file IN LISTS FILES)
  get_filename_component(stem ${file} NAME_WE)
  get_filename_component(extension ${file} EXT)
  file(READ ${file} text)
  file(SHA256 ${file} hash)
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
