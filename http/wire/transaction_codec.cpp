#include "http/wire/transaction_codec.hpp"

#include "domain/values/free_text.hpp"
#include "domain/values/utf8.hpp"
#include "http/wire/record_writer.hpp"

namespace paylink {
namespace {

constexpr std::size_t note_points_max = 500;

class annotation_reader {
public:
  decoded_annotation read(const boost::json::object& body) {
    for (const auto& member : body) read_member(member.key(), member.value());
    if (body.empty()) fault("note", "required", "Send `note`, `settled`, or both.");
    return std::move(decoded_);
  }

private:
  void fault(std::string_view field, std::string_view code, std::string_view message) {
    decoded_.faults.push_back({std::string{field}, std::string{code}, std::string{message}});
  }

  void read_member(std::string_view name, const boost::json::value& value) {
    if (name == "note") return read_note(value);
    if (name != "settled") {
      fault(shown_name(name), "unknown_member", "There is no member with this name.");
    } else if (value.is_null()) {
      fault(name, "null", "This must not be null; leave the member out instead.");
    } else if (const auto* flag = value.if_bool()) {
      decoded_.settled = *flag;
    } else {
      fault(name, "type", "This must be true or false.");
    }
  }

  void read_note(const boost::json::value& value) {
    if (value.is_null()) return fault("note", "null", "This must not be null; an empty note removes the old one.");
    const auto* text = value.if_string();
    if (text == nullptr) return fault("note", "type", "This must be a string.");
    const std::string_view note{text->data(), text->size()};
    if (count_code_points(note) > note_points_max)
      return fault("note", "too_long", "A note has at most 500 characters.");
    if (holds_control_character(note))
      return fault("note", "format", "A note must not contain control characters other than line feeds.");
    decoded_.note = note;
  }

  decoded_annotation decoded_;
};

} // namespace

decoded_annotation decode_annotation(const boost::json::object& body) { return annotation_reader{}.read(body); }

void append_transaction(std::string& out, const bank_transaction& one) {
  record_writer{out}
      .text("id", one.id.view())
      .text("workspace_id", one.workspace.view())
      .text("transaction_id", one.id.view())
      .text("account_id", one.account.view())
      .amount("amount", one.amount)
      .text("transfer_type", to_text(one.type))
      .text("content", one.content)
      .time("transaction_date", one.occurred_at)
      .text("bank_account_number", one.account_number)
      .text("bank", one.bank)
      .time("recorded_at", one.recorded_at)
      .text("bank_reference", one.bank_reference)
      .text_or_null("virtual_account_id", one.virtual_account.view())
      .text_or_null("classification", one.classified ? to_text(*one.classified) : std::string_view{})
      .text_or_null("payment_link_id", one.link.view())
      .null("order_id")
      .text_or_null("attention", to_text(attention_of(one)))
      .text_or_null("likely_payment_link_id", one.likely_link.view())
      .text_or_null("note", one.note)
      .flag("settled", one.settled)
      .time("created_at", one.recorded_at)
      .close();
}

} // namespace paylink
