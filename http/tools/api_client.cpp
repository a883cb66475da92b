#include "http/tools/api_client.hpp"

#include "domain/values/ascii.hpp"

#include <curl/curl.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>

namespace paylink {

namespace {

// Well below the time after which servers close idle connections.
constexpr long unused_seconds_max = 4;
constexpr std::size_t answer_bytes_max = 64 * 1024 * 1024;

void check_ca_file(const std::string& file) {
  const std::unique_ptr<X509_STORE, void (*)(X509_STORE*)> store{X509_STORE_new(), X509_STORE_free};
  if (!store || X509_STORE_load_file(store.get(), file.c_str()) != 1)
    throw std::invalid_argument{"the CA file " + file + " cannot be used: it cannot be read, or holds no certificate"};
}

/// The headers of one request, as libcurl takes them.
class header_list {
public:
  header_list() = default;
  ~header_list() { curl_slist_free_all(first_); }
  header_list(const header_list&) = delete;
  header_list& operator=(const header_list&) = delete;

  void add(std::string_view name, std::string_view value) {
    std::string line{name};
    // A colon with nothing behind it would remove the header.
    line.append(value.empty() ? ";" : ": ").append(value);
    append(line);
  }
  /// One that libcurl would add by itself.
  void remove(std::string_view name) { append(std::string{name} + ":"); }
  curl_slist* first() const { return first_; }

private:
  void append(const std::string& line) {
    auto* longer = curl_slist_append(first_, line.c_str());
    if (longer == nullptr) throw std::bad_alloc{};
    first_ = longer;
  }
  curl_slist* first_ = nullptr;
};

std::size_t take_body(char* bytes, std::size_t size, std::size_t count, void* into) {
  auto& body = static_cast<api_answer*>(into)->body;
  if (body.size() + size * count > answer_bytes_max) return 0;
  body.append(bytes, size * count);
  return size * count;
}

std::size_t take_header(char* bytes, std::size_t size, std::size_t count, void* into) {
  auto& headers = static_cast<api_answer*>(into)->headers;
  const std::string_view line{bytes, size * count};
  if (line.starts_with("HTTP/")) headers.clear(); // another answer, after a provisional one
  const auto colon = line.find(':');
  if (colon == line.npos) return line.size();
  const auto end = line.find_last_not_of("\r\n");
  headers.emplace_back(ascii_lowered(line.substr(0, colon)), trimmed(line.substr(colon + 1, end - colon)));
  return line.size();
}

} // namespace

std::string_view api_answer::header(std::string_view lower_case_name) const {
  auto found = std::ranges::find(headers, lower_case_name, &std::pair<std::string, std::string>::first);
  return found == headers.end() ? std::string_view{} : found->second;
}

class api_client::connection {
public:
  connection(api_client_options with, service_address to)
      : options_{std::move(with)}, address_{std::move(to)}, handle_{curl_easy_init(), curl_easy_cleanup} {
    if (!handle_) throw std::runtime_error{"libcurl cannot be used"};
    if (!options_.ca_file.empty()) check_ca_file(options_.ca_file);
  }

  std::variant<api_answer, unreachable> send(const api_call& call) {
    api_answer answer;
    header_list headers;
    curl_easy_reset(handle_.get()); // keeps the connection
    why_.fill('\0');
    set(CURLOPT_ERRORBUFFER, why_.data());
    set_way();
    set_request(call, headers);
    set(CURLOPT_WRITEFUNCTION, &take_body);
    set(CURLOPT_WRITEDATA, &answer);
    set(CURLOPT_HEADERFUNCTION, &take_header);
    set(CURLOPT_HEADERDATA, &answer);
    const auto outcome = curl_easy_perform(handle_.get());
    if (outcome != CURLE_OK) return unreachable{reason_of(outcome)};
    answer.status = static_cast<unsigned>(number_of(CURLINFO_RESPONSE_CODE));
    return answer;
  }

  const service_address& address() const { return address_; }

private:
  template <class Value>
  void set(CURLoption option, Value value) {
    if (curl_easy_setopt(handle_.get(), option, value) != CURLE_OK) throw std::runtime_error{"libcurl lacks a feature"};
  }

  long number_of(CURLINFO what) {
    long number = 0;
    curl_easy_getinfo(handle_.get(), what, &number);
    return number;
  }

  /// How the service is reached.
  void set_way() {
    set(CURLOPT_URL, ((address_.is_tls ? "https://" : "http://") + address_.authority() + "/").c_str());
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_PROXY, ""); // not what the environment says
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    set(CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
    set(CURLOPT_SSL_OPTIONS, static_cast<long>(CURLSSLOPT_NO_PARTIALCHAIN)); // only authorities are trusted
    // OpenSSL's own defaults are loaded instead of libcurl's: they follow SSL_CERT_FILE and SSL_CERT_DIR.
    set(CURLOPT_CAINFO, static_cast<const char*>(nullptr));
    set(CURLOPT_CAPATH, static_cast<const char*>(nullptr));
    set(CURLOPT_CA_CACHE_TIMEOUT, 0L);
    set(CURLOPT_SSL_CTX_FUNCTION, &connection::prepare_tls);
    set(CURLOPT_SSL_CTX_DATA, this);
    set(CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(answer_bytes_max));
    set(CURLOPT_TIMEOUT_MS, static_cast<long>(options_.timeout.count()));
    set(CURLOPT_MAXAGE_CONN, unused_seconds_max);
  }

  void set_request(const api_call& call, header_list& headers) {
    const auto method = std::string{to_text(call.method)};
    const bool has_body = !call.body.empty() || call.method == http_method::post || call.method == http_method::put ||
                          call.method == http_method::patch;
    // libcurl repeats any request whose kept connection turns out to be dead.
    if (!call.is_repeatable && call.method != http_method::get) set(CURLOPT_FRESH_CONNECT, 1L);
    const auto target = address_.path + call.target;
    set(CURLOPT_REQUEST_TARGET, target.empty() ? "/" : target.c_str());
    if (has_body) {
      set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(call.body.size()));
      set(CURLOPT_POSTFIELDS, call.body.c_str());
    }
    if (call.method == http_method::head) set(CURLOPT_NOBODY, 1L);
    set(CURLOPT_CUSTOMREQUEST, method.c_str());
    set(CURLOPT_USERAGENT, "paylink");
    headers.remove("Expect");
    if (!options_.token.empty() && !names(call, "authorization"))
      headers.add("Authorization", "Bearer " + options_.token);
    if (has_body && !names(call, "content-type"))
      call.body.empty() ? headers.remove("Content-Type") : headers.add("Content-Type", "application/json");
    for (const auto& [name, value] : call.headers) headers.add(name, value);
    set(CURLOPT_HTTPHEADER, headers.first());
  }

  /// Stricter than libcurl: a name in the certificate's subject does not count.
  static CURLcode prepare_tls(CURL*, void* context, void* of) {
    const auto& self = *static_cast<const connection*>(of);
    auto* const tls = static_cast<SSL_CTX*>(context);
    auto* const checks = SSL_CTX_get0_param(tls);
    X509_VERIFY_PARAM_set_hostflags(checks, X509_CHECK_FLAG_NEVER_CHECK_SUBJECT | X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    const auto* const host = self.address_.host.c_str();
    const bool is_named = X509_VERIFY_PARAM_set1_ip_asc(checks, host) == 1 ||
                          X509_VERIFY_PARAM_set1_host(checks, host, self.address_.host.size()) == 1;
    SSL_CTX_set_default_verify_paths(tls);
    const auto& file = self.options_.ca_file;
    const bool has_authority = file.empty() || SSL_CTX_load_verify_file(tls, file.c_str()) == 1;
    return is_named && has_authority ? CURLE_OK : CURLE_SSL_CACERT_BADFILE;
  }

  static bool names(const api_call& call, std::string_view header) {
    return std::ranges::any_of(call.headers, [&](const auto& one) { return equals_ignoring_case(one.first, header); });
  }

  std::string reason_of(CURLcode outcome) {
    const std::string why{why_.front() == '\0' ? curl_easy_strerror(outcome) : why_.data()};
    const auto to = address_.authority();
    switch (outcome) {
    case CURLE_COULDNT_RESOLVE_HOST:
      return "the name " + address_.host + " cannot be resolved";
    case CURLE_COULDNT_CONNECT:
      return "cannot connect to " + to + ": " + std::strerror(static_cast<int>(number_of(CURLINFO_OS_ERRNO)));
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION: {
      const auto verdict = number_of(CURLINFO_SSL_VERIFYRESULT);
      return "no trusted TLS connection to " + to + ": " +
             (verdict == X509_V_OK || verdict == X509_V_ERR_UNSPECIFIED ? why : X509_verify_cert_error_string(verdict));
    }
    case CURLE_WRITE_ERROR:
    case CURLE_FILESIZE_EXCEEDED:
      return "the response from " + to + " is larger than 64 MiB";
    default:
      return "no response from " + to + ": " + why;
    }
  }

  api_client_options options_;
  service_address address_;
  std::array<char, CURL_ERROR_SIZE> why_{}; ///< libcurl may write to it as long as the handle lives.
  std::unique_ptr<CURL, void (*)(CURL*)> handle_;
};

api_client::api_client(api_client_options options) {
  auto address = parse_service_address(options.base_url);
  if (!address) throw std::invalid_argument{"`" + options.base_url + "` is not an http:// or https:// address"};
  connection_ = std::make_unique<connection>(std::move(options), std::move(*address));
}
api_client::~api_client() = default;
api_client::api_client(api_client&&) noexcept = default;
api_client& api_client::operator=(api_client&&) noexcept = default;

std::variant<api_answer, unreachable> api_client::send(const api_call& call) { return connection_->send(call); }
const service_address& api_client::address() const { return connection_->address(); }

} // namespace paylink
