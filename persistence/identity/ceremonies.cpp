#include "persistence/identity/ceremonies.hpp"

namespace paylink {

namespace {

/// Empty: none.
template <class Id>
std::optional<std::string> or_none(const Id& one) {
  return one.empty() ? std::nullopt : std::optional{one.text()};
}

} // namespace

ceremonies::ceremonies(soci::session& session, dialect spoken)
    : insert_{session, "INSERT INTO ceremonies (digest, kind, user_id, session_id, expires_at) VALUES (:digest, :kind, "
                       ":user, :session, :expires_at)"},
      take_{session, "DELETE FROM ceremonies WHERE digest = :digest AND expires_at > :now RETURNING kind, user_id, "
                     "session_id"},
      forget_{session, forget_ended_sql(spoken, "ceremonies")} {}

result<no_reply> ceremonies::carry_out(const begin_ceremony& command, const moment& when) {
  insert_.run(command.digest, to_text(command.asked.kind), or_none(command.asked.user), or_none(command.asked.session),
              to_millis(when.now + ceremony_life));
  forget_.run(to_millis(when.now));
  return no_reply{};
}

result<ceremony> ceremonies::carry_out(const take_ceremony& command, const moment& when) {
  if (!take_.first(command.digest, to_millis(when.now))) return errc::not_found;
  const auto& [kind, user, session] = take_.out().fields;
  return ceremony{parse_ceremony_kind(kind.view()), user_id::from_store(user.view()),
                  session_id::from_store(session.view())};
}

} // namespace paylink
