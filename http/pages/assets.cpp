#include "http/pages/embedded_files.hpp"
#include "http/pages/payer_page.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <stdexcept>

namespace paylink {
namespace {

/// Whether only `/docs` uses it.
bool is_of_docs(std::string_view name) {
  return name.starts_with("docs-") || name.starts_with("swagger-ui-") || name.starts_with("tokens-");
}

/// Empty for what is compiled in but not for browsers.
std::string_view content_type_of(std::string_view name) {
  if (name.ends_with(".js")) return "text/javascript; charset=utf-8";
  // The payers' sheets stand in their pages.
  if (name.ends_with(".css") && is_of_docs(name)) return "text/css; charset=utf-8";
  return {};
}

} // namespace

const embedded_file& embedded(std::string_view name) {
  const auto files = embedded_files();
  const auto found = std::ranges::find(files, name, &embedded_file::name);
  assert(found != files.end());
  return *found;
}

std::string text_with_assets(std::string_view name) {
  std::string page{embedded(name).text};
  for (const auto& file : embedded_files()) {
    const auto mark = "{{" + std::string{file.name} + "}}";
    if (const auto at = page.find(mark); at != page.npos) page.replace(at, mark.size(), file.served_as);
  }
  return page;
}

std::string sha256_base64(std::string_view text) {
  std::array<unsigned char, 32> digest{};
  if (EVP_Digest(text.data(), text.size(), digest.data(), nullptr, EVP_sha256(), nullptr) != 1)
    throw std::runtime_error{"SHA-256 is not available"};
  std::array<unsigned char, 45> out{}; // 44 characters and a NUL
  const auto size = EVP_EncodeBlock(out.data(), digest.data(), static_cast<int>(digest.size()));
  return {out.begin(), out.begin() + size};
}

http_response refuse_asset() {
  http_response response;
  response.status = 404;
  response.content_type = "text/plain; charset=utf-8";
  response.headers = {{"Cache-Control", "no-store"}, {"X-Content-Type-Options", "nosniff"}};
  response.body = "Not found.\n";
  return response;
}

http_response serve_asset(std::string_view name, bool with_docs) {
  const auto files = embedded_files();
  const auto found = std::ranges::find(files, name, &embedded_file::served_as);
  if (found == files.end() || (!with_docs && is_of_docs(name)) || content_type_of(name).empty()) return refuse_asset();
  http_response response;
  response.content_type = content_type_of(name);
  response.headers = {{"Cache-Control", "public, max-age=31536000, immutable"},
                      {"Cross-Origin-Resource-Policy", "same-origin"},
                      {"X-Content-Type-Options", "nosniff"}};
  // Every browser takes this; nobody else asks.
  if (found->is_gzip) response.headers.emplace_back("Content-Encoding", "gzip");
  response.lasting_body = found->text;
  return response;
}

} // namespace paylink
