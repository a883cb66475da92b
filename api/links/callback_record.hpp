#pragma once
#include "api/description/written_record.hpp"
#include "persistence/records/delivery_records.hpp"

namespace paylink {

/// The callback event of a link with its attempts, and the requested rounds of them. Needs the link's Workspace, and
/// its request as a command; empty: none.
extern const written_record<callback_record, workspace_id, std::string_view> link_callback_record;

/// One attempt of a callback or of another delivery.
extern const written_record<attempt> attempt_record;

/// A round of attempts that was requested.
extern const written_record<callback_round> callback_round_record;

} // namespace paylink
