#include "mail/template_text.hpp"

#include "mail/embedded_templates.hpp"

#include <algorithm>

namespace paylink {

namespace mustache = kainjow::mustache;

mail_message message_from(std::string_view name, language lang, const mustache::data& values,
                          const mail_letterhead& head, timestamp now) {
  const auto full_name = std::string{name} + (lang == language::vi ? ".vi" : ".en");
  mustache::mustache page{std::string{embedded_template(full_name)}};
  page.set_custom_escape([](const std::string& text) { return text; }); // no HTML
  const auto text = page.render(values);
  const auto subject_end = std::min(text.find('\n'), text.size());
  mail_message made;
  made.from = head.from;
  made.subject = text.substr(0, subject_end);
  made.text = text.substr(std::min(subject_end + 1, text.size()));
  made.lang = lang;
  made.date = now;
  return made;
}

} // namespace paylink
