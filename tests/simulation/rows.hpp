#pragma once
#include <cstdint>
#include <optional>
#include <soci/soci.h>
#include <string>

/// What the simulation asks the database for by itself, with statements of its own: it must not believe the stores.
namespace paylink::simulation::rows {

struct delivery {
  std::int64_t row = 0, link = 0, epoch = 0;
  int state = 0, attempt = 0;
};
std::optional<delivery> delivery_of(soci::session& session, const std::string& event);

struct made_attempt {
  std::int64_t epoch = 0; ///< 0: its outcome was lost.
  int number_in_round = 0;
};
std::optional<made_attempt> attempt_of(soci::session& session, const std::string& event, int number);

/// Whether the attempt belongs to a round that was signed anew; whether it is the first of one.
bool is_renewed(soci::session& session, std::int64_t delivery, int attempt);
bool begins_round(soci::session& session, const std::string& event, int attempt);

/// One number, or 0.
std::int64_t count(soci::session& session, const std::string& sql);

} // namespace paylink::simulation::rows
