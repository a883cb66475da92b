#pragma once
#include "api/description/described.hpp"
#include "domain/identity/audit.hpp"

namespace paylink {

extern const record_description audit_record;
void append_audit_row(std::string& out, const audit_row& row);

} // namespace paylink
