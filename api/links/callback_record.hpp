#pragma once
#include "api/description/described.hpp"
#include "domain/deliveries/callback_round.hpp"
#include "domain/deliveries/delivery.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace paylink {

/// The callback event of a link with its attempts, and the requested rounds of them.
struct callback_json {
  std::string_view id, workspace, status;
  std::string_view body; ///< Empty: it is too old to be kept.
  std::int64_t signed_at = 0;
  timestamp created_at;
  std::optional<timestamp> next_attempt_at;
  const std::vector<attempt>* attempts = nullptr;
  const std::vector<callback_round>* rounds = nullptr;
  std::string_view curl; ///< Its request as a command; empty: none.
};
extern const record_description link_callback_record;
void append_callback(std::string& out, const callback_json& event);

/// One attempt of a callback or of another delivery.
extern const record_description attempt_record;
void append_attempts(std::string& out, const std::vector<attempt>& attempts);

/// A round of attempts that was requested.
extern const record_description callback_round_record;
void append_callback_round(std::string& out, const callback_round& round);
void append_callback_rounds(std::string& out, const std::vector<callback_round>& rounds);

} // namespace paylink
