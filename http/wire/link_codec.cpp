#include "http/wire/link_codec.hpp"

#include "domain/values/json_string.hpp"
#include "domain/values/utf8.hpp"
#include "http/wire/creator_codec.hpp"
#include "http/wire/record_writer.hpp"

#include <algorithm>
#include <array>

namespace paylink {
namespace {

namespace json = boost::json;

/// Limits the reported faults: a body full of typos must not cause an answer many times its size.
constexpr std::size_t faults_max = 64;

/// One member of the create request that is a plain string.
struct text_member {
  std::string_view name;
  std::optional<std::string> link_request::* value;
  std::string_view type_message; ///< The message for another type.
};

constexpr std::string_view a_string = "This must be a string.";
constexpr std::array text_members{
    text_member{"bank_account_id", &link_request::bank_account_id, a_string},
    text_member{"callback_url", &link_request::callback_url, a_string},
    text_member{"amount", &link_request::amount, "This must be a string of digits, such as \"150000\"."},
    text_member{"redirect_url", &link_request::redirect_url, a_string},
    text_member{"description", &link_request::description, a_string},
    text_member{"expires_at", &link_request::expires_at, "This must be a string with an RFC 3339 time."},
    text_member{"virtual_account_id", &link_request::virtual_account_id, a_string},
};

std::string_view view(const json::string& text) { return {text.data(), text.size()}; }

class link_reader {
public:
  decoded_link_request read(const json::object& body) {
    for (const auto& member : body) read_member(member.key(), member.value());
    return std::move(decoded_);
  }

private:
  void fault(std::string field, std::string_view code, std::string_view message) {
    if (decoded_.faults.size() < faults_max)
      decoded_.faults.push_back({std::move(field), std::string{code}, std::string{message}});
  }

  /// The text of `value`, or the fault of its type.
  const json::string* text_of(const json::value& value, std::string field, std::string_view type_message) {
    if (const auto* text = value.if_string()) return text;
    if (value.is_null())
      fault(std::move(field), "null", "This must not be null; leave the member out instead.");
    else
      fault(std::move(field), "type", type_message);
    return nullptr;
  }

  void read_member(std::string_view name, const json::value& value) {
    if (name == "metadata") return read_metadata(value);
    const auto* known = std::ranges::find(text_members, name, &text_member::name);
    if (known == text_members.end())
      return fault(std::string{shown_name(name)}, "unknown_member", "There is no member with this name.");
    if (const auto* text = text_of(value, std::string{name}, known->type_message))
      (decoded_.request.*known->value).emplace(view(*text));
  }

  void read_metadata(const json::value& value) {
    const auto* pairs = value.if_object();
    if (pairs == nullptr) {
      text_of(value.is_string() ? json::value(true) : value, "metadata", "This must be an object of strings.");
      return;
    }
    for (const auto& pair : *pairs) {
      const std::string_view key = pair.key();
      auto field = "metadata." + std::string{shown_name(key)};
      if (const auto* text = text_of(pair.value(), std::move(field), a_string))
        decoded_.request.metadata.emplace(key, view(*text));
    }
  }

  decoded_link_request decoded_;
};

void append_metadata(std::string& out, const std::map<std::string, std::string>& metadata) {
  char separator = '{';
  for (const auto& [key, value] : metadata) {
    out += separator;
    append_json_string(out, key);
    out += ':';
    append_json_string(out, value);
    separator = ',';
  }
  out += metadata.empty() ? "null" : "}";
}

} // namespace

decoded_link_request decode_link_request(const json::object& body) { return link_reader{}.read(body); }

void append_link(std::string& out, const payment_link& link, std::string_view public_url, timestamp now) {
  const auto status = visible_status(link, now);
  // An expiry that is not stored yet happened when it was due.
  const auto closed_at =
      status == link_status::expired && !link.closed_at ? std::optional{link.expires_at} : link.closed_at;
  record_writer record{out};
  record.text("id", link.id.view()).text("public_id", link.public_id);
  auto& url = record.member("url");
  url += '"';
  url += public_url;
  url += "/l/";
  url += link.public_id;
  url += '"';
  record.text("workspace_id", link.workspace.view())
      .text("bank_account_id", link.account.view())
      .text_or_null("virtual_account_id", link.virtual_account.view())
      .text("reference", link.reference.text())
      .text("status", to_text(status))
      .amount("amount", link.amount)
      .text("currency", "VND")
      .amount("received_amount", link.received_amount)
      .text("callback_status", to_text(link.callback))
      .text_or_null("description", link.description)
      .text("callback_url", link.callback_url)
      .text_or_null("redirect_url", link.redirect_url);
  append_metadata(record.member("metadata"), link.metadata);
  record.text_or_null("transaction_id", link.transaction.view())
      .text_or_null("failure_reason", to_text(link.failure))
      .time("created_at", link.created_at)
      .time("expires_at", link.expires_at)
      .time("closed_at", closed_at);
  append_creator(record.member("created_by"), link.created_by);
  record.close();
}

void append_payment(std::string& out, const payment_link& link, const payment& row) {
  // A payment has no id of its own: it is its transaction, and a rejected one has none.
  record_writer{out}
      .text_or_null("id", row.transaction.view())
      .text("workspace_id", link.workspace.view())
      .text("payment_link_id", link.id.view())
      .text_or_null("transaction_id", row.transaction.view())
      .text("classification", to_text(row.classification))
      .amount("amount", row.amount)
      .text("content", row.content)
      .time("transaction_date", row.occurred_at)
      .time("recorded_at", row.received_at)
      .time("created_at", row.received_at)
      .text_or_null("note", row.note)
      .flag("settled", row.settled)
      .close();
}

} // namespace paylink
