#pragma once
#include "api/calls/rate_limits.hpp"
#include "app/admin/operator_calls.hpp"
#include "config/settings.hpp"
#include "connectors/connector_line.hpp"
#include "domain/addresses/address_policy.hpp"
#include "domain/deliveries/retry_policy.hpp"
#include "domain/health/shared_settings.hpp"
#include "persistence/store.hpp"
#include "secrets/sealing.hpp"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace paylink {

// Converts settings for the parts of a node.

/// Throws std::runtime_error that names the setting and the text that is not a network.
std::vector<network> networks_of(const std::vector<std::string>& texts, const char* setting);
address_policy addresses_of(const settings& values);
retry_policy retries_of(const settings& values);
rate_limits::rates rates_of(const settings& values);
session_limits sessions_of(const settings& values);
replication_policy replication_of(const settings& values);
retention_policy retention_of(const settings& values);
/// By the bank's code.
/// The codes of the feeds that have a connector.
std::set<std::string, std::less<>> connectors_of(const settings& values);
/// How the line to each of these connectors is opened; `clock` outlives the lines.
std::map<std::string, std::function<std::unique_ptr<connector_line>()>> connector_lines_of(const settings& values,
                                                                                           const wall_clock& clock);
std::map<std::string, std::string> feed_secrets_of(const settings& values);
std::map<std::string, std::string> feed_formats_of(const settings& values);
std::map<std::string, configured_bank> configured_banks_of(const settings& values);

/// Puts the configured names and BINs of banks into this process's table of banks. Call it before threads start.
std::vector<settings_fault> correct_banks(const settings& values);

/// `public_url` is the configured address, or else the one to listen at.
operator_surroundings surroundings_of(const settings& values);

/// Fingerprints of all that should be the same on every node of a database: settings, except those of one machine, the
/// certificate authorities, the banks, the current master key and the version. Values cannot be read from them.
setting_prints prints_of(const settings& values, const master_keys& keys);

} // namespace paylink
