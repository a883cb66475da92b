#include "domain/banks/credit.hpp"

#include "domain/values/word_list.hpp"

namespace paylink {

namespace {

constexpr word_list<classification, 7> classifications{{{classification::matched, "matched"},
                                                        {classification::overpaid, "overpaid"},
                                                        {classification::underpaid, "underpaid"},
                                                        {classification::duplicate, "duplicate"},
                                                        {classification::late, "late"},
                                                        {classification::below_minimum, "below_minimum"},
                                                        {classification::rejected, "rejected"}}};
static_assert(classifications.is_in_order());

} // namespace

classification classify(link_status status, std::optional<money> link_amount, timestamp expires_at, entry_status entry,
                        money credit, timestamp received_at) {
  if (entry == entry_status::rejected) return classification::rejected;
  if (status == link_status::succeeded) return classification::duplicate;
  // The sweep may be late: the time decides, not the stored status.
  if (status != link_status::pending || received_at >= expires_at) return classification::late;
  if (credit < link_amount_min) return classification::below_minimum;
  if (!link_amount || credit == *link_amount) return classification::matched;
  return credit < *link_amount ? classification::underpaid : classification::overpaid;
}

std::string_view to_text(classification value) { return classifications.word(value); }
std::optional<classification> parse_classification(std::string_view text) { return classifications.find(text); }

} // namespace paylink
