#pragma once
#include "app/admin/operator_order.hpp"
#include "domain/banks/bank_status.hpp"
#include "persistence/store.hpp"
#include "secrets/sealing.hpp"

#include <boost/json/object.hpp>

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace paylink {

/// What the operator's verbs need to know of the service's settings.
struct operator_surroundings {
  std::string public_url;                       ///< Without a slash at its end.
  bool has_mail_server = false;                 ///< Else the operator hands over links.
  std::map<std::string, configured_bank> banks; ///< By their codes.
};

/// What they work with: a running daemon's actors, or the opened database.
struct operator_access {
  std::function<result<write_reply>(write_command)> apply;
  std::function<std::unique_ptr<read_store>()> open_reader;
  std::function<timestamp()> now;
  const master_keys& keys;
  const operator_surroundings& around;
};

/// One request, while it is carried out.
struct operator_call {
  const boost::json::object& request;
  const operator_access& access;
  random_source& random;

  std::string text(std::string_view name) const;
  /// For the audit log.
  act by() const;
  /// The account with the address that the request names.
  result<user_account> account() const;
  /// The bank's status: the one that an operator has set, else the configured one.
  bank_status status_of(const std::string& code, const std::vector<set_status>& set) const;

  template <class Verb>
  result<reply_of<Verb>> done(Verb verb) const {
    auto outcome = access.apply(std::move(verb));
    return reply_to<Verb>(outcome);
  }
};

boost::json::object refuse_order(const std::string& message);
boost::json::object refuse_storing(const boost::system::error_code& error);

/// Says that no bank has this code, and which one may be meant.
std::string no_such_bank(const std::string& code);

/// `bank-accounts connect`, `disconnect` and `evict`.
boost::json::object connect_bank_account(const operator_call& call);
boost::json::object disconnect_bank_account(const operator_call& call);
boost::json::object evict_bank_account(const operator_call& call);

/// The order in the form used on the control socket, with the name of the person who gives it.
boost::json::object request_of(const operator_order& order);

/// Whether a request is one of these verbs.
bool is_operator_request(const boost::json::object& request);

/// Carries out a request: `{"ok":true,…}`, with the `rows` of a list, a `link`, or what was done as `summary`; or
/// `{"ok":false,"message":"…"}`.
boost::json::object carry_out_order(const boost::json::object& request, const operator_access& access,
                                    random_source& random);

/// Makes the link with which the first person makes an account, and ends an older one; empty if there are users, or the
/// database does not answer.
std::string invite_first_person(const operator_access& access, random_source& random);

/// What a person reads of an answer; with `as_json` one JSON document.
void print_answer(std::ostream& out, const boost::json::object& answer, bool as_json);

} // namespace paylink
