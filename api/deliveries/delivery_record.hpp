#pragma once
#include "api/description/described.hpp"
#include "persistence/records/webhook_delivery_records.hpp"

namespace paylink {

/// A delivery in a list, and a single one, which has its rounds and its request as a command, too.
extern const record_description delivery_record;
extern const record_description delivery_details_record;
void append_delivery(std::string& out, const webhook_delivery& one);
void append_delivery_details(std::string& out, const webhook_delivery& one);

} // namespace paylink
