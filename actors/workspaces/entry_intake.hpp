#pragma once
#include "actors/interfaces.hpp"
#include "actors/replies.hpp"
#include "domain/banks/connection.hpp"
#include "domain/banks/recorded_text.hpp"
#include "domain/errors/errc.hpp"
#include "logging/log.hpp"
#include "persistence/raw/raw_entry.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

namespace paylink {

/// What became of the entries of one report, once all of it is known.
struct taken_entries {
  std::vector<entry_answer> answers; ///< In the order of the entries.
  errc failed = errc::ok;            ///< One could not be stored: all of them are to be reported again.
};

/// A debit that may prove whose its account is.
inline bool may_prove(const decoded_entry& decoded) {
  const auto& entry = decoded.entry;
  return decoded.invalid.empty() && decoded.ignored.empty() && entry.statement_id.empty() &&
         entry.type == transfer_type::debit && !find_verification_texts(entry.searched_text()).empty();
}

inline std::string_view reason_for(entry_result settled) {
  switch (settled) {
  case entry_result::held:
    return suspended_reason;
  case entry_result::unknown_account:
    return unknown_account_reason;
  default:
    return {};
  }
}

/// As `take_entries`, all of them at once.
template <class Self>
void take_together(Self* self, const directory_actor& directory, const store_actor& store, const std::string& feed,
                   std::vector<decoded_entry>& entries, std::function<void(taken_entries&)> done,
                   const std::shared_ptr<const bank_account>& account) {
  struct report {
    taken_entries taken;
    std::size_t missing = 0;
    std::function<void(taken_entries&)> done;
  };
  const auto open = std::make_shared<report>();
  open->taken.answers.resize(entries.size());
  open->missing = entries.size();
  open->done = std::move(done);
  for (std::size_t position = 0; position < entries.size(); ++position) {
    const auto settle = [open, position](result<entry_answer> answer) {
      if (answer)
        open->taken.answers[position] = std::move(*answer);
      else
        open->taken.failed = to_errc(answer.error());
      if (--open->missing == 0) open->done(open->taken);
    };
    auto& decoded = entries[position];
    if (!decoded.ignored.empty()) {
      log::info("feed.ignored_entry", {{"feed", feed}, {"reason", decoded.ignored}});
      settle(entry_answer{decoded.entry.bank_reference, entry_result::ignored, {}, decoded.ignored});
      continue;
    }
    if (decoded.invalid.empty()) {
      cut_content(decoded.entry);
      const bool is_of_account = account && decoded.entry.account_number == account->number &&
                                 (feed == statement_feed || bin_heard_on(feed, decoded.entry.bin) == account->bin);
      auto reference = decoded.entry.bank_reference;
      self->request(directory, caf::infinite,
                    entry_arrived{feed, std::move(decoded.entry), is_of_account ? account : nullptr})
          .then(
              [settle, reference = std::move(reference)](written& answered) mutable {
                const auto settled = reply_to<record_entry>(answered);
                if (!settled) return settle(settled.error());
                settle(entry_answer{std::move(reference), settled->result, settled->transaction,
                                    std::string{reason_for(settled->result)}, settled->is_unconfirmed});
              },
              [settle](caf::error&) { settle(errc::service_unavailable); });
      continue;
    }
    // Refusing would lose money: an entry that cannot be read is stored as received, and logged.
    log::warning("feed.invalid_entry", {{"feed", feed}, {"reason", decoded.invalid}});
    keep_entry command{.feed = feed,
                       .account_number = decoded.entry.account_number,
                       .bank_reference = decoded.entry.bank_reference,
                       .status = decoded.entry.status,
                       .reason = entry_result::invalid,
                       .detail = decoded.invalid,
                       .raw = std::move(decoded.raw)};
    entry_answer answer{command.bank_reference, command.reason, {}, command.detail};
    self->request(store, caf::infinite, write{std::move(command)})
        .then(
            [settle, answer = std::move(answer)](written& answered) mutable {
              if (!answered.outcome) return settle(answered.outcome.error());
              settle(std::move(answer));
            },
            [settle](caf::error&) { settle(errc::service_unavailable); });
  }
}

/// Hands the entries of a report to the directory, and keeps aside those that cannot be read; `done` gets what became
/// of them. For a report with at least one entry. `account`: whose entries with its number are, if that is known.
/// Debits that may prove whose an account is come last, once the others are stored: a credit among those may have the
/// same text, and then they prove nothing.
template <class Self>
void take_entries(Self* self, const directory_actor& directory, const store_actor& store, const std::string& feed,
                  std::vector<decoded_entry>& entries, std::function<void(taken_entries&)> done,
                  const std::shared_ptr<const bank_account>& account = nullptr) {
  std::vector<bool> is_last;
  for (const auto& one : entries) is_last.push_back(may_prove(one));
  if (std::ranges::count(is_last, true) % std::ssize(is_last) == 0)
    return take_together(self, directory, store, feed, entries, std::move(done), account);
  std::vector<decoded_entry> first;
  const auto last = std::make_shared<std::vector<decoded_entry>>();
  for (std::size_t position = 0; position < entries.size(); ++position)
    (is_last[position] ? *last : first).push_back(std::move(entries[position]));
  const auto go_on = [=, done = std::move(done)](taken_entries& taken) {
    if (taken.failed != errc::ok) return done(taken);
    const auto merge = [=, before = std::move(taken.answers)](taken_entries& rest) mutable {
      auto next = before.begin(), next_last = rest.answers.begin();
      std::vector<entry_answer> all;
      for (const bool of_last : is_last) all.push_back(std::move(of_last ? *next_last++ : *next++));
      rest.answers = std::move(all);
      done(rest);
    };
    take_together(self, directory, store, feed, *last, merge, account);
  };
  take_together(self, directory, store, feed, first, go_on, account);
}

} // namespace paylink
