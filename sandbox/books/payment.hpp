#pragma once
#include "domain/errors/field_fault.hpp"
#include "sandbox/books/description.hpp"
#include "sandbox/formats/feed_format.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace paylink::sandbox {

/// An order to the sandbox bank to transfer money, and how the bank should misbehave. Empty: not given.
struct payment_order {
  std::string link; ///< Address of a payment page, or a public id; instructions are then read from the page.
  std::string reference, account_number, bank, content;
  std::optional<std::int64_t> amount;
  int repeat = 0;   ///< Further notifications of the same entry.
  int delay_ms = 0; ///< Before the first.
  bool shuffle = false;
  bool lose = false;   ///< Booked, and never notified.
  bool change = false; ///< Notified once more, under the same reference with another amount.
  bool is_rejected = false;
  bool is_debit = false;
  std::optional<feed_format> format; ///< None: the program's.
};

struct decoded_order {
  payment_order order;
  field_faults faults;
};

/// From a JSON object (`status`: `booked` or `rejected`; `transfer_type`: `credit` or `debit`) …
decoded_order decode_order_json(std::string_view body);
/// … or from a web page's form, where an empty field counts as not given.
decoded_order decode_order_form(std::string_view body);

/// The public id at the end of a link: of `http://host/l/ID?lang=en`, `/l/ID` or `ID`. Empty if there is none.
std::string public_id_of(std::string_view link);

/// The payment instructions on a page. Empty: not given.
struct page_instructions {
  std::string status; ///< Of the link.
  std::string bank, account, reference, amount;
};

/// Reads the page's `data-status`, and the elements marked `data-field`: their `data-value`, else their text.
page_instructions read_payment_page(std::string_view html);

/// Fills missing parts of the order from the page.
void complete_order(payment_order& order, const page_instructions& page);

/// One notification, ready to be sent: which feed, and the entry's JSON.
struct notification {
  std::string feed;
  std::string entry;
  feed_format format = feed_format::native;
  std::int64_t changed_amount = 0; ///< Of the notifications after the first acknowledged one; 0: as in the entry.
};

/// The entry for a complete order; `bank_reference` is the bank's own number for it. Faults name what the order lacks.
std::pair<notification, field_faults> make_notification(const payment_order& order, const description& service,
                                                        std::string_view bank_reference, std::string_view occurred_at);

} // namespace paylink::sandbox
