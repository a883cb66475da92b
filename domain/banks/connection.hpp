#pragma once
#include "domain/errors/field_fault.hpp"
#include "domain/values/random_source.hpp"
#include "domain/values/time.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paylink {

/// How the holder of a bank account proves that it is theirs: with a one-time code that the bank sends, or, where no
/// connector can be asked, by a transfer from the account whose text holds a one-time text.
enum class ownership_proof { otp, transfer };

/// After this a connection whose proof has not come is given up.
constexpr std::chrono::minutes connection_life(ownership_proof proof) {
  return proof == ownership_proof::otp ? std::chrono::minutes{15} : std::chrono::hours{24};
}

/// How long a one-time code may be given after it was sent, and how often it may be wrong, or be sent again, before the
/// connection must be started again.
inline constexpr std::chrono::minutes otp_life{5};
inline constexpr int otp_tries_max = 5, otp_sends_max = 5;

/// How many connections of a Workspace may be in progress.
inline constexpr int connections_in_progress_max = 10;

/// A connection in progress.
struct connection_in_progress {
  ownership_proof proof = ownership_proof::otp;
  std::string connection_id;     ///< The connector's; empty where a transfer proves it.
  std::string verification_text; ///< `PFVA` and 8 of A–Z and 0–9; empty where a code does.
  timestamp expires_at;
  std::optional<timestamp> otp_until{}; ///< The code of the bank is taken until then.
  int otp_tries = 0;                    ///< Wrong codes so far.
  int otp_sends = 0;
};

/// A new verification text, without characters that people confuse.
std::string make_verification_text(random_source& random);

/// A hostile text may hold many: more than a few are no person's.
inline constexpr std::size_t verification_texts_max = 8;

/// Every candidate verification text in a transfer text, each once, up to `verification_texts_max`; the text is folded
/// as for references.
std::vector<std::string> find_verification_texts(std::string_view transfer_text);

/// Whether this verification text stands in a transfer text, however many others do.
bool holds_verification_text(std::string_view transfer_text, std::string_view text);

/// 4 to 19 of 0–9 and A–Z.
std::optional<field_fault> fault_of_account_number(std::string_view number);
/// 1 to 100 characters, no control characters.
std::optional<field_fault> fault_of_holder_name(std::string_view name);
/// 8 to 15 digits, perhaps after a `+`.
std::optional<field_fault> fault_of_phone(std::string_view phone);
/// 6 to 20 of 0–9, A–Z, a–z and `-`.
std::optional<field_fault> fault_of_identity_number(std::string_view number);
/// 4 to 10 digits or letters; the bank judges whether it is the right one.
std::optional<field_fault> fault_of_otp(std::string_view otp);

} // namespace paylink
