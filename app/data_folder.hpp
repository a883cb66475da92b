#pragma once
#include "app/arguments.hpp"
#include "config/settings.hpp"

#include <filesystem>
#include <string>

namespace paylink {

/// The folder of one node: database, master key, name, lives, control socket. Mode 0700.
class data_folder {
public:
  /// Makes the folder when it does not exist. Throws std::runtime_error naming it when it cannot be used, or when it
  /// belongs to the other mode: a sandbox never runs on what a production run made, nor the other way round.
  static data_folder open(const arguments& asked);

  /// The folder that a service has made; makes none. Throws std::runtime_error as `open` does, and when there is none.
  static data_folder find(const arguments& asked);

  /// The folder that `open` would open; looks at nothing.
  static data_folder locate(const arguments& asked);

  /// What would keep `open` from opening it; empty: nothing.
  std::string fault(bool sandbox) const;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(std::string_view name) const { return path_ / name; }

  /// The node's name: the setting, else `<data>/node`, made at the first start.
  std::string node_name(const settings& values) const;
  std::string database_url(const settings& values) const;
  std::filesystem::path backup_folder(const settings& values) const;
  std::filesystem::path master_key_file(const settings& values) const;

private:
  explicit data_folder(std::filesystem::path path) : path_{std::move(path)} {}
  void claim_mode(bool sandbox) const;
  std::filesystem::path path_;
};

/// Whether files can be made in the folder, or the folder itself where it is missing; empty: they can.
std::string fault_of_folder(const std::filesystem::path& folder);

/// Writes a whole file with mode 0600, so that a crash leaves either the old or the new one.
void write_private_file(const std::filesystem::path& file, const std::string& text);
/// Throws std::runtime_error naming the file when it cannot be read.
std::string read_file(const std::filesystem::path& file);

} // namespace paylink
