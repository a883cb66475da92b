#include "sandbox/receiver/receiver_page.hpp"

#include "sandbox/pages/page_parts.hpp"

namespace paylink::sandbox {
namespace {

static_assert(inbox::slow_time == std::chrono::seconds{35}, "the texts below say so");

std::string_view label_of(answer_choice choice) {
  switch (choice) {
  case answer_choice::ok:
    return "200: accepted";
  case answer_choice::failing:
    return "500: server error";
  case answer_choice::missing:
    return "404: not found";
  case answer_choice::slow:
    return "200 after 35 seconds: too late";
  case answer_choice::closing:
    return "None: close the connection";
  }
  return "";
}

std::string_view outcome_of(answer_choice choice) {
  switch (choice) {
  case answer_choice::ok:
    return "answered 200";
  case answer_choice::failing:
    return "answered 500";
  case answer_choice::missing:
    return "answered 404";
  case answer_choice::slow:
    return "answered 200 after 35 seconds";
  case answer_choice::closing:
    return "connection closed";
  }
  return "";
}

std::string render_address(const receiver_view& view) {
  if (view.address.empty())
    return R"(<section class="refused"><h2>Not listening</h2><p>)" + html_escaped(view.absence) + "</p></section>";
  const auto address = html_escaped(view.address);
  return "<section><h2>Addresses</h2><p>Links: <code>" + address + "/callback</code></p><p>Webhooks: <code>" + address +
         "/webhook</code></p></section>";
}

std::string render_switch(answer_choice now) {
  std::string html = R"(<form method="post" action="receiver"><label>Answer <select name="answer">)";
  for (const auto choice : answer_choices) {
    html.append("<option value=\"").append(to_text(choice)).append(choice == now ? "\" selected>" : "\">");
    html.append(label_of(choice)).append("</option>");
  }
  return html + "</select></label><button>Set answer</button></form>";
}

std::string render_keys(const receiver_view& view) {
  return R"(<form method="post" action="receiver"><label>Verification key
<input name="key" required maxlength="200" autocomplete="off" autocapitalize="none" spellcheck="false" placeholder="plsk_…, whs_… or whk_…"></label>
<small>The signing key of your own Workspace; for a webhook its secret, then its API key. Kept until the bank stops. Known keys: )" +
         std::to_string(view.demo_keys) + " of the demo Workspaces, " + std::to_string(view.own_keys) +
         " of yours.</small><button>Add key</button></form>";
}

std::string render_headers(const http_request& request) {
  std::string text;
  for (const auto& [name, value] : request.headers) text.append(name).append(": ").append(value).append("\n");
  return shown_text(text);
}

std::string as_sentence(std::string text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text.ends_with('?') ? text : text + ".";
}

std::string_view name_of(const checked_request& one) {
  if (!one.event.name.empty()) return one.event.name;
  return one.kind == received_kind::webhook ? "webhook" : "callback";
}

std::string render_request(const checked_request& one, bool knows_own_keys) {
  const auto& [at, request, is_too_large, answered] = *one.received;
  const bool is_good = one.event.problem.empty();
  std::string html = "<section class=\"" + std::string{is_good ? "good" : "bad"} + "\"><h2>";
  html.append(is_good ? "Verified: " : "Not verified: ").append(name_of(one)).append("</h2>");
  if (!is_good) html += "<p>" + as_sentence(html_escaped(one.event.problem)) + "</p>";
  if (!is_good && !knows_own_keys)
    html += "<p>The keys of your own Workspaces are not known here. Copy the key from the console into the field "
            "below: all "
            "requests are then checked again.</p>";
  if (one.event.is_repeated) html += "<p>Already accepted: a receiver must not act on it again.</p>";
  html += "<small><time>" + format_rfc3339(at).substr(0, 19) + "Z</time>";
  if (!one.event.attempt.empty()) html += " &middot; attempt " + shown_text(one.event.attempt);
  html.append(" &middot; ").append(outcome_of(answered)).append("</small>");
  html.append("<details><summary>Headers and body</summary><pre>").append(to_text(request.method)).append(" ");
  html += shown_text(request.path) + "\n" + render_headers(request) + "\n" + shown_text(request.body);
  return html + "</pre></details></section>";
}

} // namespace

std::string render_receiver_page(const receiver_view& view) {
  auto html = page_begin("Sandbox receiver");
  if (!view.fault.empty())
    html += R"(<section class="refused" role="alert"><p>)" + html_escaped(view.fault) + "</p></section>";
  html += render_address(view) + render_switch(view.choice);
  html += "<section><h2>Requests</h2>";
  html += view.requests.empty() ? "<p>Nothing yet.</p>" : "<p>Newest first, the last 50.</p>";
  html += R"(<p><a href="receiver">Refresh</a></p></section>)";
  for (const auto& one : view.requests) html += render_request(one, view.own_keys > 0);
  return html.append(render_keys(view)).append(page_end());
}

} // namespace paylink::sandbox
