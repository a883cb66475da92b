#pragma once
#include "app/data_folder.hpp"
#include "config/settings.hpp"
#include "persistence/store.hpp"
#include "secrets/sealing.hpp"

#include <boost/json/object.hpp>

namespace paylink {

/// A sandbox: its secrets, stored in `sandbox.json` from the first start on, and its demo data.
class sandbox {
public:
  /// Reads `sandbox.json`, or generates its content and writes it: secrets first, rows after, so that a crash in
  /// between loses nothing.
  static sandbox prepare(const data_folder& folder, random_source& random, timestamp now);

  /// The same, but writes nothing: to show what it adds to the settings.
  static sandbox look_at(const data_folder& folder, random_source& random, timestamp now);

  /// Loopback receivers, the private CA, the feeds of the sandbox banks, whose connectors are those of the bank
  /// simulator; empty: there is none. Returns the names of settings that were given other values than a sandbox needs,
  /// which it replaces.
  std::vector<std::string> configure(settings& values, const std::string& bank_simulator);

  /// The scheme, host and port of the bank simulator; empty: there is none.
  std::string bank_origin() const;

  /// Writes the demo user, Workspaces, accounts and token, unless they are there.
  void seed(write_store& writer, read_store& reader, const master_keys& keys, random_source& random,
            timestamp now) const;

  /// Rewrites `sandbox.json` with this start's addresses and the same secrets.
  void announce(const std::string& base_url);

private:
  sandbox(std::filesystem::path file, boost::json::object content)
      : file_{std::move(file)}, content_{std::move(content)} {}
  std::filesystem::path file_;
  boost::json::object content_;
  std::string bank_simulator_; ///< Where it answers.
};

} // namespace paylink
