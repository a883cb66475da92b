#pragma once
#include "app/arguments.hpp"
#include "config/settings.hpp"

#include <filesystem>
#include <string>

namespace paylink {

/// The folder of one node: database, master key, name, incarnations, control socket. Mode 0700.
class data_folder {
public:
  /// Creates the folder if it does not exist. Throws std::runtime_error that names it if it cannot be used or belongs
  /// to the other mode: a sandbox never runs on production data, nor the other way round.
  static data_folder open(const arguments& asked);

  /// The folder that a service has created; never creates one. Throws std::runtime_error as `open` does, and if there
  /// is none.
  static data_folder find(const arguments& asked);

  /// The folder that `open` would open; checks nothing.
  static data_folder locate(const arguments& asked);

  /// Why `open` would fail; empty: it would not.
  std::string fault(bool sandbox) const;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(std::string_view name) const { return path_ / name; }

  /// The node's name: the setting, else `<data>/node`, created at the first start.
  std::string node_name(const settings& values) const;
  std::string database_url(const settings& values) const;
  std::filesystem::path backup_folder(const settings& values) const;
  std::filesystem::path master_key_file(const settings& values) const;

private:
  explicit data_folder(std::filesystem::path path) : path_{std::move(path)} {}
  void claim_mode(bool sandbox) const;
  std::filesystem::path path_;
};

/// Why files in the folder, or the folder itself if it is missing, cannot be created; empty: they can.
std::string fault_of_folder(const std::filesystem::path& folder);

/// Writes a whole file with mode 0600, so that a crash leaves either the old or the new one.
void write_private_file(const std::filesystem::path& file, const std::string& text);
/// Throws std::runtime_error that names the file if it cannot be read.
std::string read_file(const std::filesystem::path& file);

} // namespace paylink
