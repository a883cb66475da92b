#include "http/pages/payer_page.hpp"

#include "domain/banks/vietqr.hpp"
#include "domain/values/local_time.hpp"
#include "http/pages/embedded_files.hpp"
#include "http/pages/page_texts.hpp"
#include "http/pages/qr_svg.hpp"

#include <kainjow/mustache.hpp>

#include <algorithm>

namespace paylink {
namespace {

namespace mustache = kainjow::mustache;

/// Long enough to read the amount, short enough not to seem stuck.
constexpr std::string_view return_seconds = "5";
constexpr std::size_t group_size = 4;
/// An amount of more digits is shown smaller on a phone.
constexpr std::size_t short_digits_max = 6;

/// Styles are in the page, so that its first answer can be painted; the policy allows exactly those, by their hashes.
const std::string& content_security_policy() {
  static const std::string policy = [] {
    std::string text = "default-src 'none'; script-src 'self'; style-src 'self'";
    for (const auto* sheet : {"every_page.css", "pending.css", "closed.css"})
      text += " 'sha256-" + sha256_base64(embedded(sheet).text) + '\'';
    return text + "; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
                  "frame-ancestors 'none'";
  }();
  return policy;
}

/// The headers of everything that belongs to one link: no caching, framing or indexing.
http_response answer(unsigned status, std::string_view content_type, std::string body) {
  http_response response;
  response.status = status;
  response.content_type = content_type;
  response.headers = {
      {"Cache-Control", "no-store"},
      {"Content-Security-Policy", content_security_policy()},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Referrer-Policy", "no-referrer"},
      {"X-Content-Type-Options", "nosniff"},
      {"X-Frame-Options", "DENY"},
      {"X-Robots-Tag", "noindex, nofollow"},
  };
  response.body = std::move(body);
  return response;
}

/// The common texts of one language; created once per thread.
mustache::data texts_in(language lang) {
  mustache::data texts{mustache::data::type::object};
  for (const auto& text : page_texts()) texts[std::string{text.name}] = std::string{text.in(lang)};
  texts["lang"] = lang == language::vi ? "vi" : "en";
  texts["is_vi"] = lang == language::vi;
  texts["is_en"] = lang == language::en;
  texts["every_page_css"] = std::string{embedded("every_page.css").text};
  texts["pending_css"] = std::string{embedded("pending.css").text};
  texts["closed_css"] = std::string{embedded("closed.css").text};
  texts["pay_js"] = std::string{embedded("pay.js").served_as};
  texts["closed_js"] = std::string{embedded("closed.js").served_as};
  texts["return_seconds"] = std::string{return_seconds};
  return texts;
}

/// The template engine's output, lighter than an ostream.
struct string_stream {
  std::string text;
  string_stream& operator<<(const std::string& piece) {
    text += piece;
    return *this;
  }
};

/// Fills the template; the parsed template and the texts are per thread, so that nothing is shared.
http_response render(unsigned status, language lang, const mustache::data& values) {
  thread_local mustache::mustache page{std::string{embedded("payer_page.mustache").text}};
  thread_local const mustache::data vietnamese = texts_in(language::vi);
  thread_local const mustache::data english = texts_in(language::en);
  mustache::context<std::string> names{lang == language::vi ? &vietnamese : &english};
  names.push(&values);
  string_stream body;
  body.text.reserve(16 * 1024);
  page.render(names, body);
  auto response = answer(status, "text/html; charset=utf-8", std::move(body.text));
  response.headers.emplace_back("Content-Language", lang == language::vi ? "vi" : "en");
  response.headers.emplace_back("Vary", "Accept-Language");
  return response;
}

/// The status that the payer sees: nothing may be paid after the expiry, even if it is not stored yet.
link_status shown_status(const payer_page& page) {
  return page.status == link_status::pending && page.now >= page.expires_at ? link_status::expired : page.status;
}

/// Empty if the account does not fit the format; the page then shows only its details.
std::string qr_of(const payer_page& page, std::string_view attributes) {
  const auto payload = vietqr_payload({page.bank_bin, page.account_number, page.amount, page.reference});
  return payload ? qr_svg(*payload, attributes) : std::string{};
}

std::string qr_label(language lang) {
  return lang == language::vi ? R"(role="img" aria-label="Mã VietQR")" : R"(role="img" aria-label="VietQR code")";
}

void describe_state(mustache::data& values, const state_texts& texts, language lang) {
  values["title"] = std::string{texts.title.in(lang)};
  values["explanation"] = std::string{texts.explanation.in(lang)};
  values["sign"] = std::string{texts.sign};
}

/// A number in groups of four characters for reading; copying takes it whole.
mustache::data in_groups(std::string_view text) {
  mustache::data groups{mustache::data::type::list};
  const bool is_plain = std::ranges::all_of(text, [](char c) { return c >= '0' && c <= 'Z'; });
  const auto size = is_plain ? group_size : text.size();
  for (; !text.empty(); text.remove_prefix(std::min(size, text.size())))
    groups << mustache::data{std::string{text.substr(0, size)}};
  return groups;
}

/// Hours, minutes and seconds until `end`, rounded up: like the script, so that nothing changes when it takes over.
std::string time_left(timestamp now, timestamp end) {
  const auto left = std::chrono::ceil<std::chrono::seconds>(end - now).count();
  std::string text;
  for (const auto part : {left / 3600, left / 60 % 60, left % 60}) {
    if (!text.empty()) text += ':';
    if (part < 10) text += '0';
    text += std::to_string(part);
  }
  return text;
}

void describe_pending(mustache::data& values, const payer_page& page) {
  values["pending"] = true;
  if (page.amount) {
    values["amount"] = format_money(*page.amount, page.lang);
    values["amount_digits"] = to_digits(*page.amount);
    values["long"] = to_digits(*page.amount).size() > short_digits_max;
  }
  if (page.short_payment) {
    values["short"] = format_money(*page.short_payment, page.lang);
    values["short_digits"] = to_digits(*page.short_payment);
  }
  values["now_ms"] = std::to_string(to_millis(page.now));
  values["expires_ms"] = std::to_string(to_millis(page.expires_at));
  values["left"] = time_left(page.now, page.expires_at);
  values["expires_iso"] = format_rfc3339(page.expires_at);
  values["expires"] = format_local(page.expires_at, page.lang);
  values["bank_code"] = std::string{page.bank_code};
  values["bank_name"] = std::string{page.bank_name};
  values["account"] = std::string{page.account_number};
  values["account_groups"] = in_groups(page.account_number);
  values["holder"] = std::string{page.holder_name};
  values["reference"] = std::string{page.reference};
  values["reference_groups"] = in_groups(page.reference);
  if (const auto qr = qr_of(page, qr_label(page.lang)); !qr.empty()) values["qr"] = qr;
}

void describe_closed(mustache::data& values, const payer_page& page, link_status status) {
  values["closed"] = true;
  const bool is_paid = status == link_status::succeeded;
  const bool leads_back = (is_paid || status == link_status::failed) && page.redirect.has_value();
  values["return"] = leads_back;
  values["scripted"] = is_paid || leads_back;
  values["has_rows"] = !page.description.empty() || (is_paid && page.paid_at);
  if (is_paid && page.received_amount) values["received"] = format_money(*page.received_amount, page.lang);
  if (is_paid && page.paid_at) {
    values["paid"] = format_local(*page.paid_at, page.lang);
    values["paid_iso"] = format_rfc3339(*page.paid_at);
  }
}

/// A page without a link: the reason, and what to do.
http_response render_notice(unsigned status, const char* name, const state_texts& texts, language lang,
                            bool is_sandbox) {
  mustache::data values{mustache::data::type::object};
  values["status"] = name;
  values["sandbox"] = is_sandbox;
  values["closed"] = true;
  describe_state(values, texts, lang);
  return render(status, lang, values);
}

} // namespace

http_response render_payer_page(const payer_page& page) {
  const auto status = shown_status(page);
  mustache::data values{mustache::data::type::object};
  values["status"] = std::string{to_text(status)};
  values["sandbox"] = page.is_sandbox;
  if (!page.description.empty()) values["description"] = std::string{page.description};
  describe_state(values, texts_of(status), page.lang);
  if (status == link_status::pending) {
    describe_pending(values, page);
  } else {
    describe_closed(values, page, status);
  }
  return render(200, page.lang, values);
}

http_response render_unknown_link_page(language lang, bool is_sandbox) {
  return render_notice(404, "unknown", texts_of_unknown_link(), lang, is_sandbox);
}

http_response render_busy_page(language lang, bool is_sandbox) {
  return render_notice(429, "busy", texts_of_busy_service(), lang, is_sandbox);
}

http_response render_unavailable_page(language lang, bool is_sandbox) {
  auto response = render_notice(503, "unavailable", texts_of_unavailable_service(), lang, is_sandbox);
  response.headers.emplace_back("Retry-After", "1");
  return response;
}

http_response render_payer_qr(const payer_page& page) {
  auto image =
      shown_status(page) == link_status::pending ? qr_of(page, R"(width="1024" height="1024")") : std::string{};
  if (image.empty()) return answer(404, "text/plain; charset=utf-8", "Not found.\n");
  return answer(200, "image/svg+xml", std::move(image));
}

std::string payer_event(link_status status, std::optional<money> short_payment) {
  std::string event = "retry: 2000\ndata: {\"status\":\"";
  event += to_text(status);
  if (status == link_status::pending && short_payment) event += "\",\"short\":\"" + to_digits(*short_payment);
  event += "\"}\n\n";
  return event;
}

std::string payer_news_event() { return "data: {\"status\":\"pending\",\"news\":true}\n\n"; }

} // namespace paylink
