#pragma once
#include "api/description/written_record.hpp"
#include "persistence/records/webhook_delivery_records.hpp"

namespace paylink {

inline constexpr std::string_view delivery_tag = "Deliveries";

/// A delivery in a list, and a single one, which has its rounds and its request as a command, too.
extern const written_record<webhook_delivery> delivery_record;
extern const written_record<webhook_delivery> delivery_details_record;

} // namespace paylink
