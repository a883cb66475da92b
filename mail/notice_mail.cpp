#include "mail/notice_mail.hpp"

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

mustache::data values_of(const notice& about, const mail_letterhead& head) {
  const auto& text = text_of(about.last.failed_by);
  mustache::data values{mustache::data::type::object};
  values.set("workspace", on_one_line(about.workspace_name));
  values.set("endpoint", on_one_line(about.endpoint));
  values.set("host", host_of(about.endpoint));
  values.set("failures", std::to_string(about.failures));
  values.set("one", about.failures == 1);
  values.set("began_at", format_local(about.began_at, about.lang));
  values.set("last_at", format_local(about.last.at, about.lang));
  values.set("class", std::string{to_text(about.last.failed_by)});
  values.set("reason", std::string{text.reason(about.lang)});
  values.set("advice", std::string{advice_on(about.last.failed_by, about.last.status_code, about.lang)});
  if (about.last.status_code != 0) values.set("status", std::to_string(about.last.status_code));
  values.set("answers", !about.is_failing);
  values.set("workspace_id", about.workspace.text());
  if (!about.last.link.empty()) values.set("link_id", about.last.link.text());
  values.set("brand", head.brand);
  return values;
}

} // namespace

mail_message write_notice_mail(const notice& about, const notice_recipient& to, const mail_letterhead& head,
                               timestamp now) {
  auto made = message_from(to_text(about.kind), about.lang, values_of(about, head), head, now);
  const auto domain = head.from.address.substr(head.from.address.find('@') + 1);
  made.to = {{}, to.address};
  made.id = std::to_string(to_millis(about.created_at)) + "." + std::to_string(about.row) + "." + to.user.text() + "@" +
            domain;
  return made;
}

} // namespace paylink
