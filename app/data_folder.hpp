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

/// Writes a whole file with mode 0600, so that a crash leaves either the old or the new one.
void write_private_file(const std::filesystem::path& file, const std::string& text);
/// Throws std::runtime_error naming the file when it cannot be read.
std::string read_file(const std::filesystem::path& file);

} // namespace paylink
