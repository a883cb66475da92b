#include "mail/personal_letter.hpp"

#include "domain/identity/mailed_name.hpp"
#include "domain/values/local_time.hpp"

namespace paylink {

namespace mustache = kainjow::mustache;

namespace {

/// The page that takes the letter's token.
std::string_view page_of(std::string_view name) {
  if (name == "sign_up") return "/console/confirm";
  if (name == "recovery") return "/console/recover";
  return "/console/invitation";
}

/// A name that another person has chosen.
bool is_of_another(std::string_view letter, std::string_view member) {
  return (letter == "invitation" && (member == "inviter" || member == "workspace")) ||
         (letter == "webhook_disabled" && (member == "webhook" || member == "workspace"));
}

} // namespace

mail_message write_personal_letter(const personal_letter& letter, const mail_letterhead& head, timestamp now) {
  mustache::data values{mustache::data::type::object};
  for (const auto& [name, value] : letter.content) {
    if (is_of_another(letter.name, name) && leads_elsewhere(value)) {
      // The id says as much; without one, the template has other words.
      if (const auto id = letter.content.find(name + "_id"); id != letter.content.end()) values.set(name, id->second);
      continue;
    }
    values.set(name, on_one_line(value));
    // The templates have the words of people for it.
    if (name == "role") values.set("is_" + value, true);
  }
  values.set("brand", head.brand);
  values.set("at", format_local(letter.about, letter.lang));
  values.set("link", head.public_url + std::string{page_of(letter.name)} + "#" + letter.token);
  values.set("origin", head.public_url);
  values.set("sign_in", head.public_url + "/console/signin");
  values.set("tokens", head.public_url + "/console/tokens");
  values.set("statement", head.public_url + "/v1.1/account/statements/" + vietnam_month(letter.about) + "?format=html");
  values.set("recover", head.public_url + "/console/recover");
  auto made = message_from(letter.name, letter.lang, values, head, now);
  const auto domain = head.from.address.substr(head.from.address.find('@') + 1);
  made.to = {{}, letter.recipient};
  made.id = std::to_string(to_millis(letter.about)) + "." + letter.number + ".personal@" + domain;
  return made;
}

} // namespace paylink
