#pragma once
#include "actors/interfaces.hpp"
#include "actors/messages.hpp"

namespace paylink {

/// Stores an entry that cannot be recorded, as received; `settle` gets the answer for the bank.
template <class Self, class Settle>
void keep_aside(Self* self, const store_actor& store, keep_entry command, Settle settle) {
  entry_answer answer{command.bank_reference, command.reason, {}, command.detail};
  self->request(store, caf::infinite, write{std::move(command)})
      .then(
          [settle, answer = std::move(answer)](written& done) mutable {
            if (done.outcome)
              settle(result<entry_answer>{std::move(answer)});
            else
              settle(result<entry_answer>{done.outcome.error()});
          },
          [settle](caf::error&) mutable { settle(result<entry_answer>{errc::service_unavailable}); });
}

} // namespace paylink
