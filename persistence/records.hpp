#pragma once
#include "domain/banks/bank.hpp"
#include "domain/banks/credit.hpp"
#include "domain/banks/transaction.hpp"
#include "domain/deliveries/callback_round.hpp"
#include "domain/deliveries/delivery_life.hpp"
#include "domain/deliveries/notice.hpp"
#include "domain/identity/workspace.hpp"
#include "domain/links/payment_link.hpp"
#include "persistence/idempotency_key.hpp"
#include "persistence/life_records.hpp"

#include <string>
#include <vector>

/// What the stores take and give that is no domain object by itself.
namespace paylink {

/// A new link, whole: the caller made id, public id, reference, times.
struct create_link {
  payment_link link;
  idempotency_key key{};
};
struct created_link {
  payment_link link;      ///< As it is now.
  bool is_replay = false; ///< An earlier request with the same key made it.
};

/// Closes a pending link for another reason than a credit or its expiry.
struct close_link {
  workspace_id workspace;
  payment_link_id link;
  reference ref{}; ///< The link's, under which its actor is known.
  link_trigger trigger = link_trigger::cancel;
};

/// What a person writes beside a transaction; what is none stays as it is.
struct annotate_transaction {
  workspace_id workspace;
  transaction_id transaction;
  std::optional<std::string> note;
  std::optional<bool> settled;
};

/// One booked or rejected entry of a feed, for a known account. A credit is settled on the link with the reference
/// `link`, as it is inside the transaction; when none of the account has it, as a credit that names none. One that
/// names none and came in on a virtual account is settled on the only link that names that account and is pending at
/// the transaction's time, unless it exceeds the link's fixed amount. Whether the account's Workspace is suspended, and
/// who owns it, is read there too: an entry of a suspended one is held as it came.
struct record_entry {
  std::int64_t account_row = 0;
  bank_account_id account;
  workspace_id workspace;
  user_id owner;
  std::string feed; ///< The one that the entry came over.
  std::int64_t virtual_account_row = 0;
  std::optional<reference> link{};
  bool ambiguous = false; ///< The text names two known references: recorded, nothing completed, listed for people.
  transaction_id new_transaction; ///< Used when a transaction is recorded.
  bank_entry entry;

  /// Whether it is for the link that its virtual account names, if there is exactly one.
  bool goes_by_virtual_account() const {
    return !link && !ambiguous && virtual_account_row != 0 && entry.type == transfer_type::credit;
  }
};

/// What became of it.
struct recorded_entry {
  entry_result result = entry_result::recorded;
  transaction_id transaction; ///< Of this entry, also when it is a duplicate notification; empty if rejected.
  std::optional<paylink::classification> classified; ///< When a link was named.
  std::string public_id;                             ///< Of the link whose pages have news; else empty.
  std::optional<delivery_job> job;                   ///< The event's first attempt, when it was claimed.
  bool event_recorded = false;                       ///< An event was recorded (claimed or not).
  std::optional<delivery_line> in_line;              ///< Where it waits when it was not claimed.
  bool conflict = false; ///< The same bank reference came before with other content; the second is kept aside.
};

/// Suspends a Workspace, or takes it up again. Entries behind it in its batch see it.
struct set_workspace_status {
  workspace_id workspace;
  workspace_status status = workspace_status::suspended;
};

/// The answer to a credit whose link another transaction holds: it is tried again with a later batch.
struct held_up {};

/// An entry that is kept as it came because it cannot be processed now.
struct keep_entry {
  std::string feed;
  std::string account_number;
  std::string bank_reference;
  entry_status status = entry_status::booked;
  entry_result reason = entry_result::unknown_account; ///< `held`, `unknown_account` or `invalid`.
  std::string detail;                                  ///< Why, for a person.
  std::string raw;                                     ///< The entry's JSON.
};

/// Expires the pending links whose time has come, looking at `limit` at most, in one transaction: few, so that credits
/// which wait behind them do not wait long.
struct expire_links {
  int limit = 500;
};
struct expired_links {
  std::vector<std::string> public_ids; ///< For their pages.
  bool more = false;                   ///< The limit cut the batch: ask again at once.
  std::optional<timestamp> next_due;   ///< When the next link's time comes; none while there is none.
};

/// Looks at `limit` due deliveries (pending, `next_at` has come, no living lease) and claims those that the gate
/// admits; each of the others stands in its line from now on, and no such look comes upon it again.
struct claim_due {
  int limit = 256;
  bool list_lines = false; ///< Also tell which lines there are, whoever put deliveries into them.
};
/// Claims the first deliveries of one line, as many as the gate admits.
struct claim_line {
  delivery_line line;
  int limit = 128;
};
struct claimed_jobs {
  std::vector<delivery_job> jobs;
  std::vector<delivery_line> lines;  ///< In which deliveries wait; of `claim_line` the one that has more, or none.
  std::optional<timestamp> next_due; ///< The earliest time of what waits for one; none when nothing does.
  bool more = false;                 ///< The limit cut the look at what is due: look again at once.
};

// A claim is named by its row, its epoch and its event: behind a failover that has lost rows, another event may stand
// in the row.

/// Gives up a claim whose request was not sent: the delivery stands in its line again, and its attempt's number is
/// used by the next claim. `conflict` when another claim came between.
struct hand_back {
  std::int64_t row = 0;
  std::int64_t epoch = 0;
  std::string event_id;
};

/// Claims the next attempt of one delivery whose wait is over. `conflict` when another claim came between.
struct claim_delivery {
  std::int64_t row = 0;
  std::int64_t epoch = 0; ///< Of the claim that ended with the wait.
  std::string event_id;
};

/// Lengthens a lease whose request has not been sent yet. `conflict` when another claim came between.
struct extend_lease {
  std::int64_t row = 0;
  std::int64_t epoch = 0;
  std::string event_id;
};

/// Stores an attempt and what follows from it: acknowledged, failed, or the time of the next.
struct record_attempt {
  std::int64_t row = 0;
  std::int64_t epoch = 0;
  std::string event_id;
  attempt made;
  int round_start = 0;      ///< As the claim told it.
  workspace_id workspace{}; ///< With `url`, of the delivery: tells whether an endpoint that was failing is well again.
  std::string url{};
};

/// How the delivery stands after its attempt is stored.
struct recorded_attempt {
  bool stale = false; ///< Another claim owns the delivery by now; this outcome was discarded.
  delivery::life life;
  timestamp decided_at; ///< By the clock that has set the life's times, which need not be the node's.
};

/// Opens a new round of a link's callback that has ended, acknowledged or failed: the same event is due again at once.
struct resend_callback {
  workspace_id workspace;
  std::int64_t link_row = 0;
  creator asked_by;
  idempotency_key key{};
};
struct opened_round {
  event_id event;
  callback_round round;
};

/// How many links a filter matches, and how many of their callbacks are sent again; the others have none that has
/// ended.
struct resend_counts {
  std::int64_t matched = 0;
  std::int64_t queued = 0;
  timestamp counted_at{};
};

/// Does the same for the callbacks of many links, those that have ended: a portion of what a filter matches. The key is
/// noted with the last portion, and what all of them came to.
struct resend_callbacks {
  workspace_id workspace;
  std::vector<std::int64_t> link_rows;
  creator asked_by;
  resend_counts so_far{}; ///< Of the portions before, and the links that this one matched.
  bool is_last = false;
  idempotency_key key{};
};

/// The links among `matched` further ones of a filter whose callbacks have ended.
struct resend_portion {
  std::vector<std::int64_t> link_rows;
  std::int64_t matched = 0;
  std::optional<payment_link_id> more_after{}; ///< Where the next portion begins; none: this is the last.
};

/// Takes up notices that are due, each for long enough to be sent by then; before that, writes those of what failed in
/// an hour that is over.
struct claim_notices {
  int limit = 4;
};
struct claimed_notices {
  std::vector<notice> notices;
  std::optional<timestamp> next_due; ///< Of those that nobody has taken up; none when there are none.
};

/// Stores whom a notice has reached, or never will; the others are tried again.
struct settle_notice {
  std::int64_t row = 0;
  int tries = 0; ///< Of the claim.
  std::vector<user_id> settled{};
  bool is_done = true; ///< Nobody is left.
};

/// A new API token (its digest) for an existing user.
struct create_token {
  token_id id;
  user_id user;
  std::string digest; ///< SHA-256 of the token, lowercase hex.
  std::string last4;
  std::string name;
  timestamp expires_at;
  std::vector<std::pair<workspace_id, std::uint32_t>> permissions; ///< `permission_set` for each Workspace.
};

struct create_user {
  user_id id;
  std::string email, name, password_hash, plan;
  language lang = language::vi;
};

struct create_workspace {
  paylink::workspace record;
  membership_id owner_membership;
  std::string signing_key_id;
  std::string sealed_signing_key;
};

/// Makes a new signing key the current one of its Workspace. The one before it can verify for a while longer; the one
/// before that goes. When it comes again with its id, nothing is left to do.
struct rotate_signing_key {
  workspace_id workspace;
  std::string key_id;
  std::string sealed;
};

/// A signing key as it is stored; `secrets/` opens it.
struct stored_signing_key {
  std::string id;
  std::string sealed;
  timestamp created_at;
  std::optional<timestamp> valid_until{}; ///< None for the current key.
};
struct stored_signing_keys {
  stored_signing_key current;
  std::optional<stored_signing_key> previous{}; ///< As long as it can verify.
};

/// Every column that holds values sealed with a master key.
enum class sealed_column { signing_key, canary };

/// A sealed value and where it stands.
struct sealed_value {
  sealed_column column = sealed_column::signing_key;
  std::int64_t row = 0;
  std::string id;           ///< Of the row, in its Workspace.
  std::string workspace_id; ///< Empty: of none.
  std::string sealed;
};

/// Replaces sealed values by the same secrets, sealed with another master key. One that has changed meanwhile is left
/// as it is.
struct reseal_values {
  struct replacement {
    sealed_column column = sealed_column::signing_key;
    std::int64_t row = 0;
    std::string before, after;
  };
  std::vector<replacement> values;
};
struct resealed_values {
  std::int64_t changed = 0;
};

/// Stores the canary of the master key, unless there is one.
struct keep_canary {
  std::string sealed;
};

struct connect_account {
  bank_account account; ///< Whole, already connected.
};

struct create_virtual_account {
  virtual_account record;
  workspace_id workspace;
};

/// A page of a list: rows, and whether more follow.
template <class T>
struct page {
  std::vector<T> rows;
  bool has_more = false;
  std::int64_t last_row =
      0; ///< Place of the last row, for lists that continue after a place and whose rows carry none.
};

/// The filters of the list of payment links; empty ones do not filter.
struct link_filter {
  std::optional<link_status> status{};
  std::optional<callback_status> callback{};
  std::optional<reference> ref{};
  std::optional<std::string> public_id{};
  std::optional<bank_account_id> account{};
  std::optional<timestamp> from{}, to{}; ///< Of creation: `from` inclusive, `to` exclusive.
  bool untold = false;                   ///< Money came in, the merchant could not be told, and nobody has settled it.
  bool ascending = false;
  int limit = 20;
  std::optional<payment_link_id> after{}; ///< The last row of the page before.
};

/// The filters of the list of transactions; empty ones do not filter.
struct transaction_filter {
  std::vector<workspace_id> workspaces{}; ///< That the caller may read, or the one of the path.
  std::optional<timestamp> from{}, to{};  ///< Of the bank's time: `from` inclusive, `to` exclusive.
  std::optional<bank_account_id> account{};
  std::optional<transfer_type> type{};
  std::optional<money> min_amount{}, max_amount{};
  std::optional<paylink::classification> classified{};
  bool without_link = false; ///< Those that named none, and have no classification.
  std::string content{};     ///< Occurs in the transfer text, in capital letters or small ones.
  bool needs_attention = false;
  bool ascending = false;
  int limit = 20;
  /// The place of the last row of the page before: when its id was made, and its number.
  std::optional<std::pair<timestamp, std::int64_t>> after{};
};

/// A link's callback as the API shows it.
struct callback_record {
  event_id id;
  delivery::life life;
  std::string url;
  std::string body;
  std::int64_t signed_at = 0;
  std::string signature, agent, brand;
  int last_attempt = 0; ///< The number given last; 0: none yet.
  timestamp created_at;
  std::vector<attempt> attempts;
  std::vector<callback_round> rounds; ///< That were asked for, in their order.
};

/// A link with what a payer's page shows beside it.
struct payer_view {
  payment_link link;
  bank_account account;
  std::optional<virtual_account> receiver; ///< The virtual account that the link names.
  std::optional<money> short_payment{};    ///< The last credit that was too small to complete it.
};

/// What a credit says of the link that it is for.
struct credit_clue {
  std::int64_t account_row = 0;
  std::vector<reference> candidates{};  ///< The references in its text.
  std::string virtual_account_number{}; ///< Empty: none.
};

/// The link that a credit names, and where the money came in.
struct link_match {
  std::optional<reference> link{};
  bool ambiguous = false;               ///< The text names two known references; `link` is none then.
  std::int64_t virtual_account_row = 0; ///< 0: none is named, or the account has no such one.
};

} // namespace paylink
