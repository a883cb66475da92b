#include "mail/notice_mail.hpp"

#include "domain/identity/mailed_name.hpp"
#include "domain/values/local_time.hpp"
#include "mail/failure_texts.hpp"

#include <algorithm>

namespace paylink {

namespace mustache = kainjow::mustache;

namespace {

std::string host_of(std::string_view endpoint) {
  endpoint.remove_prefix(std::min(endpoint.find("://") + 3, endpoint.size()));
  return on_one_line(endpoint.substr(0, endpoint.find('/')));
}

/// A name that another member may have chosen, or else the id of what it names.
std::string name_or_id(std::string_view name, std::string_view id) {
  return leads_elsewhere(name) ? std::string{id} : on_one_line(name);
}

delivery_kind sent_to(const notice& about) {
  if (!about.webhook) return delivery_kind::link_callback;
  return about.webhook->chat_id.empty() ? delivery_kind::webhook : delivery_kind::telegram;
}

/// The name of the text: callbacks have other words, and other commands, than webhooks and chats.
std::string text_name(const notice& about) {
  if (!about.webhook) return std::string{to_text(about.kind)};
  return about.kind == notice_kind::delivery_recovered ? "webhook_recovered" : "webhook_failed";
}

void put_webhook(mustache::data& values, const noticed_webhook& webhook) {
  values.set("webhook", name_or_id(webhook.name, webhook.id.view()));
  values.set("webhook_id", webhook.id.text());
  values.set("is_chat", !webhook.chat_id.empty());
  // A query may hold a key.
  const std::string_view url{webhook.url};
  values.set("address",
             on_one_line(webhook.chat_id.empty() ? url.substr(0, url.find_first_of("?#")) : webhook.chat_id));
}

/// The list of what has failed, in the console.
std::string page_of_failed(const notice& about, const mail_letterhead& head) {
  const auto page = head.public_url + "/console/w/" + about.workspace.text() + "/deliveries?";
  if (!about.webhook) return page + "callback_status=failed";
  return page + "tab=webhooks&status=failed&webhook_id=" + about.webhook->id.text();
}

mustache::data values_of(const notice& about, const mail_letterhead& head) {
  mustache::data values{mustache::data::type::object};
  values.set("workspace", name_or_id(about.workspace_name, about.workspace.view()));
  values.set("endpoint", on_one_line(about.endpoint));
  values.set("host", host_of(about.endpoint));
  values.set("failures", std::to_string(about.failures));
  values.set("one", about.failures == 1);
  values.set("began_at", format_local(about.began_at, about.lang));
  values.set("last_at", format_local(about.last.at, about.lang));
  values.set("class", std::string{to_text(about.last.failed_by)});
  values.set("reason", std::string{reason_of(about.last.failed_by, about.lang, sent_to(about))});
  values.set("advice",
             std::string{advice_on(about.last.failed_by, about.last.status_code, about.lang, sent_to(about))});
  if (about.last.status_code != 0) values.set("status", std::to_string(about.last.status_code));
  values.set("answers", !about.is_failing);
  values.set("workspace_id", about.workspace.text());
  if (!about.last.link.empty()) values.set("link_id", about.last.link.text());
  if (about.webhook) put_webhook(values, *about.webhook);
  values.set("failed", page_of_failed(about, head));
  values.set("brand", head.brand);
  return values;
}

} // namespace

mail_message write_notice_mail(const notice& about, const notice_recipient& to, const mail_letterhead& head,
                               timestamp now) {
  auto made = message_from(text_name(about), about.lang, values_of(about, head), head, now);
  const auto domain = head.from.address.substr(head.from.address.find('@') + 1);
  made.to = {{}, to.address};
  made.id = std::to_string(to_millis(about.created_at)) + "." + std::to_string(about.row) + "." + to.user.text() + "@" +
            domain;
  return made;
}

} // namespace paylink
