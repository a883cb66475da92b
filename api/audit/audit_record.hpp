#pragma once
#include "api/description/written_record.hpp"
#include "domain/identity/audit.hpp"

namespace paylink {

extern const written_record<audit_row> audit_record;

} // namespace paylink
