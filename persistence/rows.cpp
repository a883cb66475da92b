#include "persistence/rows.hpp"

#include "persistence/storable_text.hpp"

#include <boost/json.hpp>

namespace paylink {
namespace {

// The numbers on disk are those of the enumerations: an enumeration may grow at its end, and nowhere else.
static_assert(static_cast<int>(link_status::cancelled) == 4 && static_cast<int>(link_status::succeeded) == 1);
static_assert(static_cast<int>(failure_reason::workspace_deleted) == 2);
static_assert(static_cast<int>(classification::underpaid) == 2 && static_cast<int>(classification::duplicate) == 3);
static_assert(static_cast<int>(classification::rejected) == 6 && static_cast<int>(classification::late) == 4);
static_assert(static_cast<int>(transfer_type::debit) == 1);
static_assert(static_cast<int>(failure_class::reset) == 9 && static_cast<int>(failure_class::timeout) == 4);
static_assert(static_cast<int>(creator::kind::api_token) == 1);
static_assert(static_cast<int>(renewal::too_old) == 1 && static_cast<int>(renewal::key_replaced) == 2);
// A link without delivery has the callback status `none`; deliveries count from 0.
static_assert(static_cast<int>(callback_status::pending) == 1 && static_cast<int>(callback_status::failed) == 3);

template <class Value>
struct word {
  Value value;
  std::string_view text;
};

constexpr word<entity_type> entity_words[] = {{entity_type::individual, "individual"},
                                              {entity_type::enterprise, "enterprise"},
                                              {entity_type::household_business, "household_business"}};
constexpr word<banking_mode> mode_words[] = {{banking_mode::open_banking, "open_banking"},
                                             {banking_mode::national_switch, "national_switch"}};
constexpr word<workspace_status> workspace_words[] = {{workspace_status::active, "active"},
                                                      {workspace_status::suspended, "suspended"}};
constexpr word<language> language_words[] = {{language::vi, "vi"}, {language::en, "en"}};
constexpr word<account_state> account_words[] = {{account_state::pending, "pending"},
                                                 {account_state::connected, "connected"},
                                                 {account_state::disconnected, "disconnected"}};
constexpr word<virtual_account_status> virtual_words[] = {{virtual_account_status::active, "active"},
                                                          {virtual_account_status::closed, "closed"}};
constexpr word<entry_status> entry_words[] = {{entry_status::booked, "booked"}, {entry_status::rejected, "rejected"}};

template <class Value, std::size_t Size>
std::string_view text_in(const word<Value> (&words)[Size], Value value) {
  for (const auto& candidate : words)
    if (candidate.value == value) return candidate.text;
  return {};
}

template <class Value, std::size_t Size>
Value value_in(const word<Value> (&words)[Size], std::string_view text) {
  for (const auto& candidate : words)
    if (candidate.text == text) return candidate.value;
  // The schema's CHECK lists exactly these words.
  throw std::logic_error{"a word in the database is not in the table"};
}

constexpr std::int64_t references_of_links = 2'821'109'907'456; // 36^8

std::optional<money> amount_of(const number& column) {
  return column.is_null() ? std::nullopt : std::optional{money{column.value}};
}

std::optional<timestamp> time_of(const number& column) {
  return column.is_null() ? std::nullopt : std::optional{from_millis(column.value)};
}

std::map<std::string, std::string> metadata_of(std::string_view json) {
  std::map<std::string, std::string> metadata;
  if (json == "{}") return metadata;
  const auto parsed = boost::json::parse(json);
  for (const auto& [key, value] : parsed.as_object())
    metadata.emplace(std::string_view{key.data(), key.size()},
                     std::string_view{value.as_string().data(), value.as_string().size()});
  return metadata;
}

} // namespace

std::string_view word_of(entity_type value) { return text_in(entity_words, value); }
std::string_view word_of(banking_mode value) { return text_in(mode_words, value); }
std::string_view word_of(workspace_status value) { return text_in(workspace_words, value); }
std::string_view word_of(language value) { return text_in(language_words, value); }
std::string_view word_of(account_state value) { return text_in(account_words, value); }
std::string_view word_of(virtual_account_status value) { return text_in(virtual_words, value); }
std::string_view word_of(entry_status value) { return text_in(entry_words, value); }

std::int64_t stored_reference(const reference& value) {
  return value.kind == reference_kind::order ? references_of_links + value.number : value.number;
}

reference reference_of(std::int64_t stored) {
  if (stored < references_of_links) return {reference_kind::payment_link, stored};
  return {reference_kind::order, stored - references_of_links};
}

payment_link link_row::read() const {
  payment_link link;
  link.row = row.value;
  link.id = payment_link_id::from_store(id.view());
  link.public_id = public_id.value;
  link.workspace = workspace_id::from_store(workspace.view());
  link.account = bank_account_id::from_store(account.view());
  link.virtual_account = virtual_account_id::from_store(virtual_account.view());
  link.reference = reference_of(reference.value);
  link.status = static_cast<link_status>(status.value);
  link.amount = amount_of(amount);
  link.received_amount = amount_of(received_amount);
  link.callback =
      delivery_state.is_null() ? callback_status::none : static_cast<callback_status>(delivery_state.value + 1);
  link.description = description.value;
  link.callback_url = callback_url.value;
  link.redirect_url = redirect_url.value;
  link.metadata = metadata_of(metadata.view());
  link.transaction = transaction_id::from_store(transaction.view());
  link.paid_at = time_of(paid_at);
  link.failure = static_cast<failure_reason>(failure.value);
  link.created_at = from_millis(created_at.value);
  link.expires_at = from_millis(expires_at.value);
  link.closed_at = time_of(closed_at);
  link.created_by = {static_cast<creator::kind>(created_by_type.value), created_by_id.value};
  return link;
}

bank_transaction transaction_row::read() const {
  bank_transaction one;
  one.row = row.value;
  one.id = transaction_id::from_store(id.view());
  one.workspace = workspace_id::from_store(workspace.view());
  one.account = bank_account_id::from_store(account.view());
  one.virtual_account = virtual_account_id::from_store(virtual_account.view());
  one.account_number = account_number.value;
  one.bank = bank.value;
  one.amount = {amount.value};
  one.type = static_cast<transfer_type>(type.value);
  one.content = content.value;
  one.occurred_at = from_millis(occurred_at.value);
  one.recorded_at = from_millis(received_at.value);
  one.bank_reference = bank_reference.value;
  if (!classified.is_null()) one.classified = static_cast<classification>(classified.value);
  one.link = payment_link_id::from_store(link.view());
  one.ambiguous = ambiguous.value != 0;
  one.likely_link = payment_link_id::from_store(likely_link.view());
  one.note = note.value;
  one.settled = settled.value != 0;
  return one;
}

bank_account account_row::read() const {
  return {.row = row.value,
          .id = bank_account_id::from_store(id.view()),
          .workspace = workspace_id::from_store(workspace.view()),
          .owner = user_id::from_store(owner.view()),
          .feed = feed.value,
          .bank = bank.value,
          .bin = bin.value,
          .number = account_number.value,
          .holder_name = holder_name.value,
          .state = value_in(account_words, state.view())};
}

virtual_account virtual_account_row::read() const {
  return {.row = row.value,
          .id = virtual_account_id::from_store(id.view()),
          .main_account = bank_account_id::from_store(main_account.view()),
          .number = account_number.value,
          .name = name.value,
          .status = value_in(virtual_words, status.view())};
}

workspace workspace_row::read() const {
  return {.id = workspace_id::from_store(id.view()),
          .owner = user_id::from_store(owner.view()),
          .name = name.value,
          .description = description.value,
          .entity = value_in(entity_words, entity.view()),
          .mode = value_in(mode_words, mode.view()),
          .status = value_in(workspace_words, status.view()),
          .lang = value_in(language_words, lang.view()),
          .created_at = from_millis(created_at.value)};
}

attempt attempt_row::read() const {
  attempt one;
  one.number = static_cast<int>(made.value);
  one.started_at = from_millis(started_at.value);
  one.duration = std::chrono::milliseconds{duration.value};
  one.url = url.value;
  one.address = address.value;
  one.hops = texts_from_json(hops.view());
  one.status_code = static_cast<int>(status_code.value);
  one.failed_by = static_cast<failure_class>(failed_by.value);
  one.final = final.value != 0;
  one.error = error.value;
  one.response_headers = pairs_from_json(headers.view());
  one.response_body = body.value;
  one.tls = tls.value;
  return one;
}

delivery_job job_row::read() const {
  return {.row = row.value,
          .epoch = epoch.value,
          .attempt = static_cast<int>(attempt.value),
          .round_start = static_cast<int>(round_start.value),
          .workspace = workspace_id::from_store(workspace.view()),
          .event_id = event.value,
          .url = std::string{url.view()},
          .body = body.value,
          .signed_at = signed_at.value,
          .signature = signature.value,
          .agent = agent.value,
          .brand = brand.value,
          .lease_until = from_millis(lease_until.value)};
}

delivery::life life_of(const number& state, const number& attempt, const number& next_at, const number& lease_until,
                       const number& finished_at, failure_class last_failed_by) {
  if (state.value == 1) return delivery::acknowledged{from_millis(finished_at.value)};
  if (state.value == 2) return delivery::failed{from_millis(finished_at.value), last_failed_by};
  if (lease_until.is_null()) return delivery::pending{from_millis(next_at.value)};
  return delivery::in_flight{static_cast<int>(attempt.value), from_millis(lease_until.value)};
}

std::string metadata_to_json(const std::map<std::string, std::string>& metadata) {
  if (metadata.empty()) return "{}";
  boost::json::object made;
  for (const auto& [key, value] : metadata) made[key] = value;
  return boost::json::serialize(made);
}

} // namespace paylink
