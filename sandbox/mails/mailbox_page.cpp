#include "sandbox/mails/mailbox_page.hpp"

#include "sandbox/pages/page_parts.hpp"

#include <algorithm>

namespace paylink::sandbox {
namespace {

bool ends_address(char c) {
  constexpr std::string_view others = "<>\"'()[]{}|\\^`";
  return static_cast<unsigned char>(c) <= 0x20 || static_cast<unsigned char>(c) >= 0x7f ||
         others.find(c) != others.npos;
}

std::string with_links(std::string_view text, std::string_view service_url) {
  if (service_url.empty()) return shown_text(text);
  const auto begin = std::string{service_url} + "/";
  std::string html;
  for (auto found = text.find(begin); found != text.npos; found = text.find(begin)) {
    html += shown_text(text.substr(0, found));
    text.remove_prefix(found);
    auto address = text.substr(0, static_cast<std::size_t>(std::ranges::find_if(text, ends_address) - text.begin()));
    address = address.substr(0, address.find_last_not_of(".,;:!?") + 1); // a sentence's end
    const auto shown = html_escaped(address);
    html += "<a href=\"" + shown + "\">" + shown + "</a>";
    text.remove_prefix(address.size());
  }
  return html + shown_text(text);
}

std::string render_mail(const read_mail& mail, std::string_view service_url) {
  return "<section><h2>" + shown_text(mail.subject) + "</h2><small>" + shown_text(mail.date) + "</small><p>To " +
         shown_text(mail.to) + "</p><pre class=\"mail\">" + with_links(mail.text, service_url) + "</pre></section>";
}

} // namespace

std::string render_mailbox(std::span<const read_mail> mails, std::string_view service_url) {
  auto html = page_begin("Sandbox mailbox");
  html += "<section><h2>Emails</h2>";
  html += mails.empty() ? "<p>None yet.</p>" : "<p>Newest first. Nothing leaves this sandbox.</p>";
  html += R"(<p><a href="mailbox">Refresh</a></p></section>)";
  for (const auto& mail : mails) html += render_mail(mail, service_url);
  return html.append(page_end());
}

} // namespace paylink::sandbox
