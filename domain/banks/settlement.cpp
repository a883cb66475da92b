#include "domain/banks/settlement.hpp"

#include "domain/banks/recorded_text.hpp"

namespace paylink {

classification classify(const named_target& target, const bank_entry& entry, timestamp received_at) {
  return classify(target.status, target.amount, target.expires_at, entry.status, entry.amount, received_at);
}

// The order of precedence: who gets it, what is known of it, whether it can be decided now, and what it is.
entry_decision decide(const bank_entry& entry, const entry_facts& facts, bool needs_open_links, bool clock_is_sound,
                      timestamp now) {
  if (facts.is_refused) return {entry_fate::refused};
  if (facts.is_known && facts.is_suspended) return {entry_fate::repeated};
  if (facts.is_of_another_account && !facts.is_known && !facts.has_partner) return {entry_fate::of_another_account};
  if (facts.is_suspended) return {entry_fate::held};
  if (facts.has_partner) return {entry_fate::paired};
  // With a wrong clock, it is unknown which links are still pending.
  if (needs_open_links && !clock_is_sound) return {entry_fate::unavailable};
  // A repeated entry needs neither link nor order.
  if (facts.is_known) return {entry_fate::repeated};
  if (facts.is_target_locked) return {entry_fate::held_up};
  if (!facts.target) return {entry_fate::recorded};
  // Else it could be classified as late, or its event signed with a wrong time.
  if (!clock_is_sound) return {entry_fate::unavailable};
  if (entry.is_unproved) return {entry_fate::recorded, std::nullopt, true};
  return {entry_fate::recorded, classify(*facts.target, entry, now)};
}

likeness compare(const recorded_transfer& recorded, const bank_entry& entry, std::int64_t virtual_account_row) {
  if (recorded.amount != entry.amount || recorded.type != entry.type || !says_the_same(recorded.content, entry))
    return likeness::other;
  if (recorded.virtual_account_row == virtual_account_row) return likeness::same_account;
  return recorded.virtual_account_row == 0 || virtual_account_row == 0 ? likeness::same : likeness::other;
}

} // namespace paylink
