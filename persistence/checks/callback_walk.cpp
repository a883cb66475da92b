#include "persistence/checks/callback_walk.hpp"

#include "domain/deliveries/delivery.hpp"
#include "domain/deliveries/delivery_channel.hpp"
#include "persistence/deliveries/delivery_rows.hpp"
#include "persistence/links/link_row.hpp"

#include <boost/json.hpp>

namespace paylink::checks {

namespace json = boost::json;

namespace {

bool is_known(const sql_number& kind) {
  return kind.value >= 0 && kind.value < static_cast<long long>(delivery_kind_count);
}

bool says(const json::object& body, std::string_view member, std::string_view value) {
  const auto* found = body.if_contains(member);
  return found && found->is_string() && std::string_view{found->as_string()} == value;
}

/// Not the whole body: the time in it is the one of the feed that settled the link, which need not be the first to
/// report the credit. Of rows that are missing, other checks tell.
template <class Stored>
bool tells_the_truth(const Stored& stored) {
  boost::system::error_code failed;
  const auto parsed = json::parse(stored.body.view(), failed);
  if (failed || !parsed.is_object()) return false;
  const auto& body = parsed.get_object();
  if (!says(body, "id", stored.event.view())) return false;
  if (!stored.link.is_null() &&
      (!says(body, "payment_link_id", stored.link.view()) || !says(body, "public_id", stored.public_id.view()) ||
       !says(body, "reference", reference_of(stored.reference.value).text()) ||
       event_of(payment_link_id::from_store(stored.link.view())).view() != stored.event.view()))
    return false;
  return stored.transaction.is_null() || (says(body, "transaction_id", stored.transaction.view()) &&
                                          says(body, "amount", std::to_string(stored.amount.value)));
}

} // namespace

std::string callback_walk::stored_callback::select(dialect spoken) {
  return "SELECT " + sql_columns<stored_callback>() + " FROM deliveries x" +
         join_sql(spoken, {{"signing_keys", "k", "k.workspace_id = x.workspace_id AND k.id = x.key_id"},
                           {"payment_links", "l", "l.row = x.link_row"},
                           {"transactions", "t", "t.row = x.transaction_row"}}) +
         " WHERE x.row > :after AND x.row <= :until";
}

callback_walk::callback_walk(soci::session& session, dialect spoken, const doctor_context& context)
    : context_{context}, portions_{session, "deliveries", "row"}, read_{session, stored_callback::select(spoken)} {}

void callback_walk::go(report& into) {
  into.count_checks(3);
  while (portions_.next(context_.portion)) {
    into.go_on();
    into.count_rows(portions_.rows());
    for (const auto& found : look(portions_.after(), portions_.until()))
      report_if_it_lasts(found.shown, [&] { return look(found.row - 1, found.row); }, into);
  }
}

std::vector<callback_walk::suspect> callback_walk::look(std::int64_t after, std::int64_t until) {
  std::vector<suspect> found;
  read_.each(
      [&](const stored_callback& stored) {
        const auto suspects = [&](const char* check, const char* problem, const char* advice) {
          found.push_back(
              {stored.row.value,
               {.check = check,
                .where = "deliveries row " + std::to_string(stored.row.value) + " (" + stored.event.value + ")",
                .problem = problem,
                .advice = advice}});
        };
        if (destination_of(stored.url.view()) != stored.destination.view())
          suspects("delivery_destination", "a delivery is in the queue of a host other than its URL's", report_it);
        if (!is_known(stored.kind))
          return suspects("delivery_kind", "a delivery is of a kind that this version does not know",
                          "check with the version of the service that runs");
        if (stored.purged.value != 0) return; // nothing is left that tells or was signed
        if (kind_of(stored.kind) == delivery_kind::link_callback && !tells_the_truth(stored))
          suspects("callback_body", "a callback's body does not match its link and credit",
                   "notify the merchant of the payment by other means; keep a copy of the database and report it");
        if (!verifies(stored))
          suspects("callback_signature", "a callback's signature does not match its key",
                   "its receiver rejects it: notify the merchant, keep a copy of the database and report it");
      },
      after, until);
  return found;
}

bool callback_walk::verifies(const stored_callback& stored) {
  // The key was replaced twice since.
  if (stored.sealed.is_null()) return true;
  try {
    const auto& rule = channel_of(kind_of(stored.kind)).signing;
    return context_.signer.sign(workspace_id::from_store(stored.workspace.view()), stored.key_id.view(),
                                stored.sealed.view(),
                                rule.data(stored.signed_at.value, stored.body.view())) == stored.signature.view();
  } catch (const closed_signing_key&) {
    return true; // of the key, the walk through sealed values tells
  }
}

} // namespace paylink::checks
