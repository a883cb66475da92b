#include "mail/smtp_transport.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>

namespace paylink {

namespace {

constexpr std::chrono::milliseconds connect_time_max{10'000};
constexpr std::array<std::string_view, 7> verbs{"EHLO", "HELO", "STARTTLS", "AUTH", "MAIL", "RCPT", "DATA"};
constexpr std::string_view required = "?starttls=required", never = "?starttls=never";

void initialize_once() {
  static const bool done = [] { return curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK; }();
  if (!done) throw std::runtime_error{"libcurl cannot be used"};
}

/// `%40` and so on; a name or password of a URL may need them.
std::string unescaped(std::string_view text) {
  if (text.empty()) return {}; // a length of 0 would mean "as long as it is"
  int size = 0;
  char* plain = curl_easy_unescape(nullptr, text.data(), static_cast<int>(text.size()), &size);
  std::string copy{plain, static_cast<std::size_t>(size)};
  curl_free(plain);
  return copy;
}

bool is_this_machine(std::string_view host) {
  // 127.0.0.1 is this machine, 127.mail.example is not.
  const bool is_number = host.find_first_not_of("0123456789.") == host.npos;
  return host == "localhost" || (is_number && host.starts_with("127.")) || host == "[::1]";
}

/// What `send` reads the mail from.
struct unread {
  std::string_view rest;
};

std::size_t read_on(char* into, std::size_t size, std::size_t count, void* from) {
  auto& rest = static_cast<unread*>(from)->rest;
  const auto taken = std::min(size * count, rest.size());
  std::memcpy(into, rest.data(), taken);
  rest.remove_prefix(taken);
  return taken;
}

int is_stopped(void* flag, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return static_cast<std::atomic<bool>*>(flag)->load() ? 1 : 0;
}

} // namespace

std::optional<smtp_server> parse_smtp_url(std::string_view url) {
  initialize_once();
  smtp_server server;
  const bool is_tls = url.starts_with("smtps://");
  if (!is_tls && !url.starts_with("smtp://")) return std::nullopt;
  std::optional<bool> wanted;
  for (const auto word : {required, never}) {
    if (!url.ends_with(word)) continue;
    wanted = word == required;
    url.remove_suffix(word.size());
  }
  auto rest = url.substr(url.find("://") + 3);
  const auto authority = rest.substr(0, rest.find('/'));
  if (const auto at = authority.rfind('@'); at != std::string_view::npos) {
    const auto account = authority.substr(0, at);
    const auto colon = std::min(account.find(':'), account.size());
    server.user = unescaped(account.substr(0, colon));
    server.password = unescaped(account.substr(std::min(colon + 1, account.size())));
    rest.remove_prefix(at + 1);
  }
  const auto host_end = rest.starts_with('[') ? rest.find(']') + 1 : std::min(rest.find_first_of(":/"), rest.size());
  if (host_end == 0) return std::nullopt;
  server.url = std::string{is_tls ? "smtps://" : "smtp://"} + std::string{rest};
  server.needs_tls = is_tls || wanted.value_or(!is_this_machine(rest.substr(0, host_end)));
  return server;
}

/// libcurl's handle and its trace of a session.
struct smtp_transport::session {
  session() : handle{curl_easy_init()} {
    if (!handle) throw std::runtime_error{"libcurl cannot be used"};
  }
  ~session() { curl_easy_cleanup(handle); }
  session(const session&) = delete;
  session& operator=(const session&) = delete;

  template <class Value>
  void set(CURLoption option, Value value) {
    if (curl_easy_setopt(handle, option, value) != CURLE_OK) throw std::runtime_error{"libcurl lacks a feature"};
  }

  /// Records the last verb sent, except QUIT: the meaning of a reply depends on it. Other lines are credentials, and
  /// not recorded.
  static int overhear(CURL*, curl_infotype type, char* data, std::size_t size, void* self) {
    if (type == CURLINFO_HEADER_OUT) {
      const std::string_view line{data, size};
      const auto verb = line.substr(0, line.find_first_of(" \r\n"));
      if (std::ranges::find(verbs, verb) != verbs.end()) static_cast<session*>(self)->last_verb = verb;
    }
    return 0;
  }

  CURL* handle;
  std::string last_verb;
};

smtp_transport::smtp_transport(options given) : options_{std::move(given)} {
  initialize_once();
  session_ = std::make_unique<session>();
  const auto& server = options_.server;
  auto& to = *session_;
  to.set(CURLOPT_URL, server.url.c_str());
  to.set(CURLOPT_PROTOCOLS_STR, "smtp,smtps");
  to.set(CURLOPT_PROXY, ""); // not what the environment says
  to.set(CURLOPT_NOSIGNAL, 1L);
  to.set(CURLOPT_USE_SSL, static_cast<long>(server.needs_tls ? CURLUSESSL_ALL : CURLUSESSL_NONE));
  to.set(CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
  if (!options_.ca_file.empty()) to.set(CURLOPT_CAINFO, options_.ca_file.c_str());
  if (!server.user.empty()) {
    to.set(CURLOPT_USERNAME, server.user.c_str());
    to.set(CURLOPT_PASSWORD, server.password.c_str());
  }
  to.set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(std::min(connect_time_max, options_.time_max).count()));
  to.set(CURLOPT_TIMEOUT_MS, static_cast<long>(options_.time_max.count()));
  to.set(CURLOPT_UPLOAD, 1L);
  to.set(CURLOPT_READFUNCTION, &read_on);
  to.set(CURLOPT_NOPROGRESS, 0L);
  to.set(CURLOPT_XFERINFOFUNCTION, &is_stopped);
  to.set(CURLOPT_XFERINFODATA, &stopped_);
  to.set(CURLOPT_VERBOSE, 1L);
  to.set(CURLOPT_DEBUGFUNCTION, &session::overhear);
  to.set(CURLOPT_DEBUGDATA, session_.get());
}

smtp_transport::~smtp_transport() = default;

mail_outcome smtp_transport::send(const mail_message& message) {
  if (stopped_) return {mail_outcome::kind::delayed, "the service ends"};
  if (!is_mail_address(message.to.address)) return {mail_outcome::kind::refused, "the address is none"};
  const auto wire = wire_form(message);
  unread body{wire};
  const auto from = "<" + message.from.address + ">", to = "<" + message.to.address + ">";
  const std::unique_ptr<curl_slist, void (*)(curl_slist*)> recipients{curl_slist_append(nullptr, to.c_str()),
                                                                      &curl_slist_free_all};
  session_->last_verb.clear();
  session_->set(CURLOPT_MAIL_FROM, from.c_str());
  session_->set(CURLOPT_MAIL_RCPT, recipients.get());
  session_->set(CURLOPT_READDATA, &body);
  const auto failed = curl_easy_perform(session_->handle);
  session_->set(CURLOPT_MAIL_RCPT, nullptr);
  return failed == CURLE_OK ? mail_outcome{} : outcome_of(failed);
}

namespace {

// A reply that the mailbox does not exist, or never accepts this mail, is final. All other refusals (no relaying,
// authentication required, wrong sender) concern our configuration, which an operator can fix.
bool is_final(std::string_view verb, long reply) {
  constexpr std::array mailbox{550L, 551L, 552L, 553L, 556L};
  constexpr std::array content{552L, 554L};
  return verb == "RCPT" ? std::ranges::count(mailbox, reply) > 0
                        : verb == "DATA" && std::ranges::count(content, reply) > 0;
}

} // namespace

mail_outcome smtp_transport::outcome_of(int failed) const {
  long reply = 0;
  curl_easy_getinfo(session_->handle, CURLINFO_RESPONSE_CODE, &reply);
  const auto& verb = session_->last_verb;
  const bool is_replied = failed == CURLE_SEND_ERROR || failed == CURLE_RECV_ERROR ||
                          failed == CURLE_WEIRD_SERVER_REPLY || failed == CURLE_UPLOAD_FAILED;
  std::string reason = curl_easy_strerror(static_cast<CURLcode>(failed));
  if (is_replied && reply >= 400) reason = "reply " + std::to_string(reply) + " to " + verb;
  const bool is_refused = is_replied && is_final(verb, reply);
  return {is_refused ? mail_outcome::kind::refused : mail_outcome::kind::delayed, std::move(reason),
          !is_replied || reply < 400};
}

} // namespace paylink
