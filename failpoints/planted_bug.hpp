#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

/// Mistakes that somebody could have made, to be switched on one at a time: `if (PAYLINK_BUG(signs_when_sending)) …`.
/// They prove that the simulation finds what it is there to find, and exist in its build alone: elsewhere
/// `PAYLINK_BUG` is `false`.
namespace paylink {

// A link: what one of its credits does, or its end. Messages that overtake each other do no harm by themselves, since
// the store decides anew about each: `then_instead_of_await` also believes what the batch's beginning told of a link.
#define PAYLINK_LINK_BUGS(X)                                                                                           \
  X(second_event_per_link)                                                                                             \
  X(draws_event_ids)                                                                                                   \
  X(expires_one_late)                                                                                                  \
  X(then_instead_of_await)                                                                                             \
  X(cancel_overrides_credit)                                                                                           \
  X(reopens_closed_link)                                                                                               \
  X(takes_less_than_the_least)                                                                                         \
  X(trusts_clock_at_start)

// What a bank was told, and what is counted.
#define PAYLINK_BANK_BUGS(X)                                                                                           \
  X(forgets_who_waits)                                                                                                 \
  X(takes_account_by_number)                                                                                           \
  X(acknowledges_bank_before_commit)                                                                                   \
  X(forgets_dedupe)                                                                                                    \
  X(meters_outside_transaction)                                                                                        \
  X(quota_counts_duplicates)                                                                                           \
  X(counts_both_feeds)                                                                                                 \
  X(pairs_twice)                                                                                                       \
  X(pairs_two_virtual_accounts)                                                                                        \
  X(counts_unnamed_apart)                                                                                              \
  X(forgets_account_told_later)                                                                                        \
  X(believes_remembered_status)                                                                                        \
  X(forgets_held_entries)

// What an answer means, what is sent after it, and when.
#define PAYLINK_ATTEMPT_BUGS(X)                                                                                        \
  X(signs_when_sending)                                                                                                \
  X(retries_after_2xx)                                                                                                 \
  X(takes_302_for_success)                                                                                             \
  X(sends_after_terminal)                                                                                              \
  X(wait_not_doubled)                                                                                                  \
  X(waits_by_own_clock)                                                                                                \
  X(cuts_waits_asked_for)                                                                                              \
  X(eleventh_attempt)

// Who may send, and what is left of it when the sender is gone. `lease_without_epoch` shows when an outcome comes after
// its lease: a node that stood still for a minute.
#define PAYLINK_CLAIM_BUGS(X)                                                                                          \
  X(lease_without_epoch)                                                                                               \
  X(attempt_number_after_send)                                                                                         \
  X(loses_claim_after_crash)                                                                                           \
  X(ignores_retry_state_after_restart)                                                                                 \
  X(drops_due_rows)                                                                                                    \
  X(leaves_claims_at_end)                                                                                              \
  X(judges_without_grace)

// What a commit has promised, and who may read it.
#define PAYLINK_STORE_BUGS(X)                                                                                          \
  X(assumes_commit_failed)                                                                                             \
  X(assumes_commit_done)                                                                                               \
  X(marks_by_name)                                                                                                     \
  X(synchronous_normal)                                                                                                \
  X(synchronous_off)                                                                                                   \
  X(takes_silence_for_absence)                                                                                         \
  X(leaks_across_workspaces)                                                                                           \
  X(keeps_turn_of_failed_list)                                                                                         \
  X(forgets_who_rests)

#define PAYLINK_PLANTED_BUG_NAMES(X)                                                                                   \
  PAYLINK_LINK_BUGS(X)                                                                                                 \
  PAYLINK_BANK_BUGS(X)                                                                                                 \
  PAYLINK_ATTEMPT_BUGS(X)                                                                                              \
  PAYLINK_CLAIM_BUGS(X)                                                                                                \
  PAYLINK_STORE_BUGS(X)

enum class planted_bug : std::uint8_t {
#define X(name) name,
  PAYLINK_PLANTED_BUG_NAMES(X)
#undef X
};

inline constexpr std::size_t planted_bug_count = 0
#define X(name) +1
    PAYLINK_PLANTED_BUG_NAMES(X)
#undef X
    ;

std::string_view name_of(planted_bug bug);
std::optional<planted_bug> planted_bug_of(std::string_view name);

/// Switches one on, or with nothing all off. Not thread-safe: before the database is opened, whose schema and
/// statements may depend on it, and before any thread begins.
void plant(std::optional<planted_bug> bug);
bool is_planted(planted_bug bug);
bool is_any_planted();

} // namespace paylink

#ifdef PAYLINK_PLANTED_BUGS
#define PAYLINK_BUG(name) ::paylink::is_planted(::paylink::planted_bug::name)
#define PAYLINK_ANY_BUG ::paylink::is_any_planted()
#else
#define PAYLINK_BUG(name) false
#define PAYLINK_ANY_BUG false
#endif
